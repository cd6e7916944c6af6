//! A hasher whose result is the same on all machines that store the low byte of a number first.

use std::hash::Hasher;
use xxhash_rust::xxh3::xxh3_64;

/// A hasher whose result doesn't depend on the word size of the machine. Lists of numbers are hashed as they lie in memory, so that the
/// result is another one where the high byte of a number comes first. It collects what is hashed: one pass over many bytes is cheaper
/// than a step for each field.
#[derive(Default)]
pub(crate) struct Portable(Vec<u8>);

impl Portable {
    /// An empty hasher with room for this many bytes.
    pub(crate) fn with_capacity(bytes: usize) -> Self {
        Self(Vec::with_capacity(bytes))
    }
}

macro_rules! little_endian {
    ($($write:ident: $type:ty as $wide:ty,)*) => {$(
        #[inline]
        fn $write(&mut self, value: $type) {
            self.0.extend_from_slice(&(value as $wide).to_le_bytes());
        }
    )*};
}

impl Hasher for Portable {
    fn finish(&self) -> u64 {
        xxh3_64(&self.0)
    }
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }
    little_endian! {
        write_u8: u8 as u8, write_u16: u16 as u16, write_u32: u32 as u32, write_u64: u64 as u64,
        write_u128: u128 as u128, write_usize: usize as u64,
        write_i8: i8 as i8, write_i16: i16 as i16, write_i32: i32 as i32, write_i64: i64 as i64,
        write_i128: i128 as i128, write_isize: isize as i64,
    }
}
