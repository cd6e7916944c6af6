//! Tells the library which engine it is: a hash over its source, by which replay files name the engine that wrote them.

use std::fs;
use std::path::{Path, PathBuf};

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
}

fn main() {
    println!("cargo:rerun-if-changed=src");
    let mut files = Vec::new();
    collect(Path::new("src"), &mut files);
    files.sort();
    // FNV-1a: nothing here is secret, and a build script needs no packages for it.
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    for file in files {
        let name = file.to_string_lossy().replace('\\', "/");
        let text = fs::read(&file).unwrap_or_default();
        for byte in name.bytes().chain(text).filter(|byte| *byte != b'\r') {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }
    println!("cargo:rustc-env=DRACONES_ENGINE={hash:016x}");
}
