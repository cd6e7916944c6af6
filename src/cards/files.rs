//! Files and folders that users name.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The regular files below a folder, sorted. Links to folders aren't followed, so that a link to a folder above doesn't
/// lead around in circles; anything but a regular file (a pipe, a device) is left out.
///
/// # Errors
/// The folder that can't be read.
pub fn below(folder: &Path, wanted: &dyn Fn(&Path) -> bool) -> Result<Vec<PathBuf>, (PathBuf, io::Error)> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        let failed = |error| (folder.clone(), error);
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let path = entry.path();
            if entry.file_type().map_err(failed)?.is_dir() {
                folders.push(path);
            // `wanted` may open it, which would wait for a pipe.
            } else if path.is_file() && wanted(&path) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
