//! Players: who does something, whose something is.

use super::Renderer;
use super::grammar::NounPhrase;
use crate::cards::def::{TargetKind, Who};

impl Renderer<'_> {
    /// Players, each of them.
    pub(super) fn player(&mut self, who: Who) -> NounPhrase {
        match who {
            Who::You => NounPhrase::one("you"),
            Who::EachPlayer => NounPhrase::one("each player"),
            Who::EachFromYou => NounPhrase::one("each player in turn order from you"),
            Who::EachOpponent => NounPhrase::one("each opponent"),
            Who::Nonactive => NounPhrase::one("each nonactive player"),
            Who::Target(n) => self.target_player(n),
            Who::ControllerOf(obj) => NounPhrase::one(format!("{} controller", self.object(obj).s())),
            Who::OwnerOf(obj) => NounPhrase::one(format!("{} owner", self.object(obj).s())),
            Who::TargetOrController(n) => self.target_or_controller(n),
            Who::Events => NounPhrase::one("each of those players"),
            Who::Event => NounPhrase::one(self.event.player.clone()),
            Who::It => NounPhrase::one(self.players.last().cloned().unwrap_or_else(|| "that player".to_owned())),
            Who::Var(var) => self.var(var),
            Who::Active => NounPhrase::one("the active player"),
            Who::Defending => NounPhrase::one("the defending player"),
            Who::Chosen => NounPhrase::one("the player chosen as this entered"),
            Who::Promised => NounPhrase::one("the chosen player"),
            Who::Enchanted => NounPhrase::one("enchanted player"),
        }
    }

    /// Players, any one of them.
    pub(super) fn somebody(&mut self, who: Who) -> NounPhrase {
        match who {
            Who::EachPlayer | Who::EachFromYou => NounPhrase::one("a player"),
            Who::EachOpponent => NounPhrase::one("an opponent"),
            Who::Nonactive => NounPhrase::one("a nonactive player"),
            Who::You
            | Who::Target(_)
            | Who::ControllerOf(_)
            | Who::OwnerOf(_)
            | Who::TargetOrController(_)
            | Who::Event
            | Who::Events
            | Who::It
            | Who::Var(_)
            | Who::Active
            | Who::Defending
            | Who::Chosen
            | Who::Promised
            | Who::Enchanted => self.player(who),
        }
    }

    /// Players, all of them: "your opponents".
    pub(super) fn everybody(&mut self, who: Who) -> NounPhrase {
        match who {
            Who::EachPlayer | Who::EachFromYou => NounPhrase::many("players"),
            Who::EachOpponent => NounPhrase::many("your opponents"),
            Who::Nonactive => NounPhrase::many("nonactive players"),
            Who::Events => NounPhrase::many("those players"),
            Who::You
            | Who::Target(_)
            | Who::ControllerOf(_)
            | Who::OwnerOf(_)
            | Who::TargetOrController(_)
            | Who::Event
            | Who::It
            | Who::Var(_)
            | Who::Active
            | Who::Defending
            | Who::Chosen
            | Who::Promised
            | Who::Enchanted => self.player(who),
        }
    }

    /// What a player has, of all players: "all graveyards".
    pub(super) fn owned(&mut self, who: Who, what: &str) -> String {
        match who {
            Who::EachPlayer | Who::EachFromYou => format!("all {}", super::grammar::plural(what)),
            Who::EachOpponent => format!("your opponents' {}", super::grammar::plural(what)),
            Who::Nonactive => format!("all nonactive players' {}", super::grammar::plural(what)),
            Who::You
            | Who::Target(_)
            | Who::ControllerOf(_)
            | Who::OwnerOf(_)
            | Who::TargetOrController(_)
            | Who::Event
            | Who::Events
            | Who::It
            | Who::Var(_)
            | Who::Active
            | Who::Defending
            | Who::Chosen
            | Who::Promised
            | Who::Enchanted => format!("{} {what}", self.player(who).s()),
        }
    }

    fn target_player(&mut self, n: u8) -> NounPhrase {
        let only = self
            .targets
            .get(usize::from(n))
            .is_none_or(|t| matches!(t.what, TargetKind::Player(_) | TargetKind::PlayerWho(..)));
        if only || !self.is_said(n) {
            return self.target(n);
        }
        let np = self.target(n);
        if np.many { NounPhrase::many("those players") } else { NounPhrase::one("that player") }
    }

    fn target_or_controller(&mut self, n: u8) -> NounPhrase {
        let what = self.targets.get(usize::from(n)).map(|t| t.what.clone());
        let said = self.is_said(n);
        let np = self.target(n);
        match what {
            Some(TargetKind::Permanent(_) | TargetKind::Spell(_)) => NounPhrase::one(format!("{} controller", np.s())),
            Some(TargetKind::Player(_) | TargetKind::PlayerWho(..)) => np,
            _ if said => NounPhrase::one("that player or that permanent's controller"),
            _ => NounPhrase::one(format!("{} or its controller", np.text)),
        }
    }
}
