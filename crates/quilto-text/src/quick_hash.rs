//! A quick hash for tables whose keys come from the program's own data: thousands of aliases are
//! put into tables at every start. It does not guard against keys chosen to collide.

use std::hash::{BuildHasherDefault, Hasher};

/// A table with the quick hash.
pub type QuickMap<K, V> = std::collections::HashMap<K, V, BuildHasherDefault<QuickHasher>>;

/// A set with the quick hash.
pub type QuickSet<T> = std::collections::HashSet<T, BuildHasherDefault<QuickHasher>>;

/// Takes eight bytes at a time, by the multiplication of Fx, the hash of Firefox and rustc.
#[derive(Clone, Copy, Debug, Default)]
pub struct QuickHasher(u64);

impl QuickHasher {
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for QuickHasher {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.add(u64::from_le_bytes(*word));
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        self.add(u64::from_le_bytes(last));
    }

    fn write_u8(&mut self, byte: u8) {
        self.add(u64::from(byte));
    }

    fn write_u32(&mut self, word: u32) {
        self.add(u64::from(word));
    }

    fn finish(&self) -> u64 {
        // Tables take the low bits, in which a product mixes least.
        self.0 ^ (self.0 >> 32)
    }
}
