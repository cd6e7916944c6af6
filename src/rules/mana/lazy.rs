//! Means that are looked at when something first asks.

use super::means::Means;
use std::cell::LazyCell;
use std::ops::Deref;

/// What a player could pay with, looked at when something first asks: often nothing that could be done gets as far as its price.
pub(crate) struct LazyMeans<'a> {
    /// As [`Means::unproven`], which is known without a look.
    pub unproven: bool,
    means: LazyCell<&'a Means, Box<dyn FnOnce() -> &'a Means + 'a>>,
}

impl<'a> LazyMeans<'a> {
    /// Those that `look` finds.
    pub(crate) fn new(unproven: bool, look: impl FnOnce() -> &'a Means + 'a) -> Self {
        Self { unproven, means: LazyCell::new(Box::new(look)) }
    }
    /// Those that have been looked at already.
    pub(crate) fn known(means: &'a Means) -> Self {
        Self::new(means.unproven, move || means)
    }
}

impl Deref for LazyMeans<'_> {
    type Target = Means;
    fn deref(&self) -> &Means {
        &self.means
    }
}
