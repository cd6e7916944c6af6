//! Instructions that are repeated.

use super::Renderer;
use super::clauses::Clause;
use super::grammar::NounPhrase;
use crate::cards::def::{Instruction, Recipients, Walk, Who};

impl Renderer<'_> {
    /// Instructions that are repeated, or done only if a condition holds.
    pub(super) fn looped(&mut self, body: &[Instruction]) -> String {
        self.branches += 1;
        let body = self.inline(body);
        self.branches -= 1;
        body
    }

    /// What is done for each of a group.
    pub(super) fn for_each(&mut self, group: &Recipients, body: &[Instruction]) -> Clause {
        let group = match group {
            Recipients::Objects(group) => match self.each_acts(group, body) {
                Some(said) => return said,
                None => group,
            },
            Recipients::Players(who) => return self.for_each_player(*who, body),
            Recipients::Targets(_)
            | Recipients::It
            | Recipients::Votes(_)
            | Recipients::AttackedBy(_)
            | Recipients::Union(_) => {
                let each = self.each_of(group);
                let each = self.with_letters(format!("for {each}"));
                let head = match group {
                    Recipients::Targets(n) => self.peek(|s| s.object_target(*n)),
                    _ => None,
                };
                let head = head.unwrap_or_else(|| "object or player".to_owned());
                self.its.push(NounPhrase::one(format!("that {head}")));
                self.players.push("that player".to_owned());
                let body = self.looped(body);
                self.its.pop();
                self.players.pop();
                return Clause::Whole(format!("{each}, {body}"));
            }
        };
        let head = self.head_of(group);
        let each = self.each_object(group);
        let each = self.with_letters(format!("for {each}"));
        self.its.push(NounPhrase::one(format!("that {head}")));
        let body = self.looped(body);
        self.its.pop();
        Clause::Whole(format!("{each}, {body}"))
    }

    fn for_each_player(&mut self, who: Who, body: &[Instruction]) -> Clause {
        let np = self.player(who);
        // Two players aren't called the same.
        let it = if self.event.player == "that player" && names_another(body) { "this player" } else { "that player" };
        self.players.push(it.to_owned());
        let (others, body) = match super::patterns::but_one(body) {
            Some((other, then)) => (format!(" other than {}", self.player(other).text), then),
            None => (String::new(), body),
        };
        let body = self.looped(body);
        self.players.pop();
        Clause::Whole(format!("for {}{others}, {body}", np.text))
    }
}

/// Whether instructions are about the player of the event, too.
fn names_another(body: &[Instruction]) -> bool {
    let mut found = false;
    for effect in &mut body.to_vec() {
        effect.each(|who: &mut Who| found |= *who == Who::Event);
    }
    found
}
