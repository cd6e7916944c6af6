//! How much a search for targets that suit looks at, counted: a search has an end, and the same one each time.

/// What a search for targets may still look at. What is found beyond is offered unproven.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// Whole choices that are tried.
    tries: u32,
    /// Sets of targets of one instance that are looked at.
    looks: u32,
}

impl Effort {
    /// For the question whether there is a choice.
    pub(crate) const fn for_one() -> Self {
        Self { tries: 256, looks: 4_096 }
    }
    /// For the same question about each option of a choice.
    pub(crate) const fn for_each() -> Self {
        Self { tries: 4_096, looks: 65_536 }
    }
    /// A whole choice is tried.
    pub(crate) const fn spend_try(&mut self) {
        self.tries = self.tries.saturating_sub(1);
    }
    /// A set of targets of one instance is looked at.
    pub(crate) const fn spend_look(&mut self) {
        self.looks = self.looks.saturating_sub(1);
    }
    /// Whether nothing more is looked at.
    pub(crate) const fn is_spent(&self) -> bool {
        self.tries == 0 || self.looks == 0
    }
}
