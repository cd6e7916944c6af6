//! What enters as a copy of something of a player (CR 707.5).

use crate::cards::oracle::grammar::statics::copying;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

/// Named as the card itself is.
fn own_name(context: &Context) -> Vec<Modification> {
    vec![Modification::Name(CardName::from(context.face.name.clone()))]
}

pub(super) const RULES: &[Rule] = &[
    rule!(Except: "its name is \u{1}" () => |c| Some(own_name(c)), |c, m: &_| if *m == own_name(c) { vec![()] } else { Vec::new() }; ""),
    alternate!(Except: "his name is \u{1}" () => |c| Some(own_name(c)); ""),
    alternate!(Except: "her name is \u{1}" () => |c| Some(own_name(c)); ""),
    alternate!(Except: "it's {add.s} in addition to its other creature types" (add: Addition) => |_, add| match add.as_slice() {
            [Modification::AddTypes(types, _)] if types.is_empty() => Some(add),
            _ => None,
        }; ""),
    rule!(Except: "it has {k} and {a}" (k: KwList, a: KwAbility) => |_, k, a| Some(vec![Modification::Gain(k), keywords::given::keyword(a)]),
        |_, m: &_| match m.as_slice() { [Modification::Gain(k), a] => keywords::given::is_keyword(a).map(|a| (k.clone(), a)).into_iter().collect(), _ => Vec::new() }; "it has haste and dethrone"),
    alternate!(Static: "you may have {this} enter as a copy of any {noun.s} ." (this: Self_, noun: Noun) => |_, _, noun| Some(copying(noun, Vec::new())); ""),
    alternate!(Static: "you may have {this} enter as a copy of a {noun.s} ." (this: Self_, noun: Noun) => |_, _, noun| Some(copying(noun, Vec::new())); ""),
    alternate!(Static: "you may have {this} enter as a copy of a {noun.s} , except {ex} ." (this: Self_, noun: Noun, ex: Excepts) => |_, _, noun, ex| Some(copying(noun, ex)); ""),
];
