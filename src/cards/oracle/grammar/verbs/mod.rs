//! What instructions say.
//!
//! | file | what |
//! | --- | --- |
//! | `actions` | keyword actions that are several instructions |
//! | `acts` | what spells and abilities do |
//! | `attacks` | who has to attack whom, what enters attacking; proliferating |
//! | `cards` | drawing, discarding, milling, looking, searching |
//! | `elsewhere` | abilities that function in other zones |
//! | `excess` | excess damage |
//! | `exchanges` | exchanges of control |
//! | `families` | parties, what attacks together, what enters with more counters, manifesting |
//! | `life` | damage and life |
//! | `mixed` | small families: targets of spells, counters that are doubled, what is exiled with a card |
//! | `play` | what players may and can't do for a while, and shields |
//! | `players` | the monarch, unspent mana, what players do one by one |
//! | `plays` | cards that are played while something resolves, phases that are added |
//! | `stack` | countering and copying |
//! | `states` | tapping, counters, fights, what isn't a zone |
//! | `turns` | turns that are skipped or ended, players who are controlled |
//! | `twice` | keyword actions |
//! | `wider` | hands that are seen, several things with one verb, abilities beside keywords |
//! | `zones` | destroying, exiling, returning, sacrificing |

pub(super) mod actions;
pub(super) mod acts;
mod attacks;
pub(super) mod cards;
pub(super) mod elsewhere;
mod excess;
mod exchanges;
pub(super) mod families;
mod life;
mod mixed;
pub(super) mod play;
mod players;
mod plays;
mod stack;
mod states;
mod turns;
mod twice;
pub(super) mod wider;
pub(super) mod zones;

use crate::cards::oracle::syntax::Rule;

/// All of them. What can be said in several ways is said as the first one does.
pub(super) fn rules() -> Vec<&'static [Rule]> {
    vec![
        cards::RULES,
        zones::RULES,
        life::RULES,
        states::RULES,
        stack::RULES,
        play::RULES,
        players::RULES,
        actions::RULES,
        attacks::RULES,
        elsewhere::RULES,
        exchanges::RULES,
        wider::RULES,
        twice::RULES,
        acts::RULES,
        families::RULES,
        excess::RULES,
        mixed::RULES,
        plays::RULES,
        turns::RULES,
    ]
}
