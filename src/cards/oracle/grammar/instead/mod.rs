//! What happens instead of something else, and how things enter (CR 614).
//!
//! | file | what |
//! | --- | --- |
//! | `chosen` | what is chosen or done as something enters |
//! | `damage` | damage that is prevented or doubled, and what is done then or instead of it |
//! | `deaths` | what goes elsewhere than to a graveyard |
//! | `enters` | counters with which something enters |
//! | `numbers` | as many as a number says: cards that are searched for, costs, halves, and X that is said behind |
//! | `shields` | damage that is prevented to some and by some, or is dealt to something else |

mod chosen;
mod damage;
mod deaths;
mod enters;
mod numbers;
mod shields;

use super::super::syntax::Rule;

/// All of them.
pub(super) fn rules() -> Vec<&'static [Rule]> {
    let mut all = vec![chosen::RULES, damage::RULES, deaths::RULES, enters::RULES, numbers::RULES, shields::RULES];
    all.extend(damage::AVERTED);
    all.extend(enters::PERSONS);
    all.extend(shields::BOTH);
    all
}
