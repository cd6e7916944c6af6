//! The rules of a category as a tree of common beginnings: what several rules begin with is read once.
//!
//! A way from the root to an end has the symbols of one rule. Ways are followed in the order of the branches, not of the rules, so
//! who reads by a tree puts the readings into the order of the rules afterwards. The slots of a rule have no part in this: they
//! are numbered when an end is reached.

use super::table::{Form, Sym};

/// A place in a tree: the beginning of some rules.
#[derive(Default, Debug)]
pub(in crate::cards::oracle) struct Branch {
    /// The words that may follow, in order, each with its branch.
    pub words: Vec<(u16, u32)>,
    /// The phrases that may follow: category and number, in order, each with its branch.
    pub phrases: Vec<(u16, u32)>,
    /// These phrases as a set, without the numbers in which none is.
    blocks: Vec<Block>,
    /// The rules that end here, by their places in the category.
    pub ends: Vec<u16>,
}

/// One number of a set of phrases.
#[derive(Clone, Copy, Debug)]
pub(in crate::cards::oracle) struct Block {
    /// The place of the number in the set.
    pub at: usize,
    bits: u64,
    /// How many phrases are in the numbers before it.
    before: usize,
}

/// The trees of all categories.
#[derive(Default, Debug)]
pub(in crate::cards::oracle) struct Trees {
    branches: Vec<Branch>,
}

impl Trees {
    /// The trees for rules by category and number; the root of each has its number.
    pub(super) fn of(forms: &[Vec<Form>]) -> Self {
        let mut trees = Self { branches: forms.iter().map(|_| Branch::default()).collect() };
        for (root, all) in forms.iter().enumerate() {
            for (number, form) in (0..).zip(all) {
                let end = form.syms.iter().fold(root, |at, sym| trees.follow(at, *sym));
                trees.branches[end].ends.push(number);
            }
        }
        trees.branches.iter_mut().for_each(Branch::sort);
        trees
    }

    fn follow(&mut self, at: usize, sym: Sym) -> usize {
        let new = self.branches.len();
        let branch = &mut self.branches[at];
        let (all, key) = match sym {
            Sym::Word(word) => (&mut branch.words, word),
            Sym::Phrase(symbol, _) => (&mut branch.phrases, symbol),
        };
        if let Some((_, next)) = all.iter().find(|(other, _)| *other == key) {
            return *next as usize;
        }
        all.push((key, new as u32));
        self.branches.push(Branch::default());
        new
    }

    /// A branch by its number; those of roots are the numbers of their categories.
    pub(in crate::cards::oracle) fn branch(&self, number: u32) -> &Branch {
        &self.branches[number as usize]
    }
}

impl Block {
    /// Whether all of its phrases are in a set.
    pub(in crate::cards::oracle) fn is_within(self, set: u64) -> bool {
        self.bits & !set == 0
    }
}

impl Branch {
    fn sort(&mut self) {
        self.words.sort_unstable();
        self.phrases.sort_unstable();
        for (before, (symbol, _)) in self.phrases.iter().enumerate() {
            let (at, bit) = (*symbol as usize / 64, 1 << (symbol % 64));
            match self.blocks.last_mut() {
                Some(last) if last.at == at => last.bits |= bit,
                _ => self.blocks.push(Block { at, bits: bit, before }),
            }
        }
    }
    /// Its phrases as a set.
    pub(in crate::cards::oracle) fn blocks(&self) -> &[Block] {
        &self.blocks
    }
    /// The phrases of a block that are in a set as well, each with its branch.
    pub(in crate::cards::oracle) fn both(&self, block: Block, set: u64) -> impl Iterator<Item = (u16, u32)> {
        let mut left = block.bits & set;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros())?;
            left &= left - 1;
            let before = block.bits & ((1 << bit) - 1);
            Some(self.phrases[block.before + before.count_ones() as usize])
        })
    }
    /// Whether any of its phrases is in a set.
    pub(in crate::cards::oracle) fn meets(&self, set: &[u64]) -> bool {
        self.blocks.iter().any(|block| block.bits & set[block.at] != 0)
    }
    /// The branch behind a word.
    pub(in crate::cards::oracle) fn word(&self, word: u16) -> Option<u32> {
        self.words.binary_search_by_key(&word, |(word, _)| *word).ok().map(|at| self.words[at].1)
    }
}
