//! What happens instead of something else (CR 614), damage that is prevented (615), and how things enter.
//!
//! | file | what |
//! | --- | --- |
//! | `barred` | counters that nobody can get or put on something |
//! | `chosen` | what is chosen or done as something enters |
//! | `copies` | what enters as a copy of something of a player |
//! | `damage` | damage that is prevented or doubled, and what is done then or instead of it |
//! | `deaths` | what goes elsewhere than to a graveyard |
//! | `entering` | what a permanent is as it is put onto the battlefield |
//! | `enters` | counters with which something enters |
//! | `fogs` | damage that is prevented to and by the same thing, or redirected |
//! | `gains` | what happens instead of drawing, creating tokens and putting counters |
//! | `graves` | exile instead of graveyards, graveyards as a whole |
//! | `harm` | more or less damage and life than there would be |
//! | `kicked` | what holds if it was kicked |
//! | `lands` | what enters tapped, and unless what; mana in the colours of a commander |
//! | `mirrors` | what enters as a copy of a card in a graveyard, tapped or not |
//! | `next_damage` | shields that prevent the next damage; abilities that others may activate |
//! | `shields` | damage that is prevented to some and by some, or is dealt to something else |

mod barred;
mod chosen;
mod copies;
pub(super) mod damage;
pub(super) mod deaths;
mod entering;
mod enters;
mod fogs;
pub(super) mod gains;
pub(super) mod graves;
mod harm;
mod kicked;
mod lands;
mod mirrors;
mod next_damage;
mod shields;

use crate::cards::oracle::syntax::Rule;

/// All of them. What can be said in several ways is said as the first one does.
pub(super) fn rules() -> Vec<&'static [Rule]> {
    let mut all = vec![
        kicked::RULES,
        next_damage::RULES,
        fogs::RULES,
        lands::RULES,
        graves::RULES,
        gains::RULES,
        gains::DRAWS,
        harm::RULES,
        chosen::RULES,
        damage::RULES,
        deaths::RULES,
        enters::RULES,
        shields::RULES,
        barred::RULES,
        entering::RULES,
        mirrors::RULES,
        copies::RULES,
    ];
    all.extend(damage::AVERTED);
    all.extend(enters::PERSONS);
    all.extend(harm::SAID);
    all.extend(shields::BOTH);
    all
}
