//! Rules: one line of text with slots, and one literal that is built from the slots and taken apart into them.

use super::context::Context;
use crate::cards::def::*;
use crate::cards::oracle::lex::Token;
use std::rc::Rc;

/// A category of phrases, by number.
pub(in crate::cards::oracle) type CatId = u16;

macro_rules! values {
    (small { $($name:ident: $ty:ty;)* } shared { $($shared:ident: $of:ty;)* }) => {
        /// What a phrase means. Of larger values several phrases and rules may have the same one.
        #[derive(Clone, PartialEq, Debug)]
        pub(in crate::cards::oracle) enum Val {
            $(
                #[doc = stringify!($ty)]
                $name($ty),
            )*
            $(
                #[doc = stringify!($of)]
                $shared(Rc<$of>),
            )*
        }
        $(
            impl Value for $ty {
                fn wrap(self) -> Val {
                    Val::$name(self)
                }
                fn unwrap(val: Val) -> Option<Self> {
                    if let Val::$name(value) = val { Some(value) } else { None }
                }
                fn peek(val: &Val) -> Option<&Self> {
                    if let Val::$name(value) = val { Some(value) } else { None }
                }
            }
        )*
        $(
            impl Value for $of {
                fn wrap(self) -> Val {
                    Val::$shared(Rc::new(self))
                }
                fn unwrap(val: Val) -> Option<Self> {
                    if let Val::$shared(value) = val { Some(Rc::unwrap_or_clone(value)) } else { None }
                }
                fn peek(val: &Val) -> Option<&Self> {
                    if let Val::$shared(value) = val { Some(value) } else { None }
                }
            }
        )*
    };
}

/// A type of meanings.
pub(in crate::cards::oracle) trait Value: Clone + PartialEq {
    /// As the meaning of any phrase.
    fn wrap(self) -> Val;
    /// The meaning, if it is of this type.
    fn unwrap(val: Val) -> Option<Self>;
    /// A look at the meaning, if it is of this type.
    fn peek(val: &Val) -> Option<&Self>;
}

values! {
    small {
        Unit: ();
        Obj: Obj;
        Who: Who;
        Number: i32;
        Keyword: Keyword;
        Step: StepName;
        Turn: (StepName, Who);
        ZoneKind: ZoneKind;
        Color: Color;
        Counter: CounterKind;
        Var: Option<Var>;
        Types: CardTypes;
        Supertypes: Supertypes;
        Subtype: Subtype;
        Pick: (i32, i32);
        Flag: bool;
        Measure: Measure;
        Part: TurnPart;
    }
    shared {
        Duration: Duration;
        Objects: Objects;
        Recipients: Recipients;
        Filter: Filter;
        Filters: Vec<Filter>;
        Quantity: Quantity;
        Pair: (Quantity, Quantity);
        Mods: Vec<Modification>;
        Keywords: Vec<Keyword>;
        KeywordAbility: KeywordAbility;
        KeywordName: KeywordName;
        Cost: Cost;
        CostPart: CostPart;
        Condition: Condition;
        Event: TriggerEvent;
        Instruction: Instruction;
        Effects: Vec<Instruction>;
        Abilities: Vec<AbilityDef>;
        Ability: AbilityDef;
        Activated: ActivatedDef;
        Triggered: TriggeredDef;
        Token: TokenDef;
        Entry: Entry;
        Destination: Destination;
        Zone: ZoneOf;
        Colors: Vec<Color>;
        Mana: ManaCost;
        Produced: ManaProduced;
        Other: OtherMana;
        Use: SpendOn;
        Uses: Vec<SpendOn>;
        Subtypes: Vec<Subtype>;
        Cmp: (Cmp, Quantity);
        Target: TargetKind;
        Together: Together;
        GroupAim: (TargetKind, Together);
        CardGroup: (Filter, Vec<Together>);
        Modes: Modes;
        ModeList: Vec<Mode>;
        Mode: Mode;
        Rule: ObjectRule;
        Name: String;
        Would: (ReplacedEvent, Condition);
        Harmed: DamageTo;
    }
}

/// A category of phrases.
pub(in crate::cards::oracle) trait Cat {
    /// What its phrases mean.
    type T: Value;
    /// Its number.
    const ID: CatId;
}

/// How a value that no word says is found.
#[derive(Clone, Copy)]
pub(in crate::cards::oracle) struct Implicit {
    /// From what has been said.
    pub get: fn(&mut Context) -> Option<Val>,
}

/// A meaning and how many tokens have it.
pub(in crate::cards::oracle) type Found = Option<(Val, usize)>;

/// Phrases that are no rules but words of a class: numbers, symbols, subtypes.
#[derive(Clone, Copy, Debug)]
pub(in crate::cards::oracle) struct Leaf {
    /// What the first tokens mean, and how many they are; the flag asks for the plural.
    pub read: fn(&[Token], bool) -> Found,
    /// The tokens for a meaning.
    pub write: fn(&Val, bool) -> Option<Vec<String>>,
    /// Set if they aren't all one word, which means the same before whatever follows.
    pub several: Option<Several>,
}

/// The words of a class the phrases of which have several words, or depend on what follows: no word may be missing that is
/// somewhere read.
#[derive(Clone, Copy, Debug)]
pub(in crate::cards::oracle) struct Several {
    /// Whether a word may be the first one.
    pub opens: fn(&str) -> bool,
    /// Whether a word may be the last one.
    pub closes: fn(&str) -> bool,
    /// Whether two words may stand side by side.
    pub joins: fn(&str, &str) -> bool,
}

/// What is known of a category.
#[derive(Clone, Copy)]
pub(in crate::cards::oracle) struct Cats {
    /// Its name, for messages.
    pub name: &'static str,
    /// Whether it has a singular and a plural.
    pub numbered: bool,
    /// Set if it is a class of words.
    pub leaf: Option<Leaf>,
    /// Set if its values stand in no words.
    pub implicit: Option<Implicit>,
}

/// A slot of a rule.
#[derive(Clone, Copy, Debug)]
pub(in crate::cards::oracle) struct Slot {
    /// Its name in the text; a slot whose name isn't there is implicit.
    pub name: &'static str,
    /// Its category.
    pub cat: CatId,
}

/// The values of the slots of a rule, as a tuple. What is generic in rules is generic over these tuples, not over the
/// functions of each rule: many rules have the same slots, and the code is compiled once for them.
pub(in crate::cards::oracle) trait Values: Sized {
    /// From meanings, which are taken; `None` if one is of another type or missing.
    fn unwrap(vals: &mut [Option<Val>]) -> Option<Self>;
    /// The values as meanings, in the order of the slots.
    fn wrap(self) -> Vec<Val>;
    /// Each of several as meanings. Most of what is tried fits in no way.
    #[inline]
    fn wrap_each(all: Vec<Self>) -> Vec<Vec<Val>> {
        if all.is_empty() { Vec::new() } else { Self::wrap_all(all) }
    }
    /// Each of several as meanings.
    #[inline(never)]
    fn wrap_all(all: Vec<Self>) -> Vec<Vec<Val>> {
        let mut out = Vec::with_capacity(all.len());
        for one in all {
            out.push(one.wrap());
        }
        out
    }
}

macro_rules! tuples {
    ($(($($ty:ident $at:tt),+);)*) => {
        $(
            impl<$($ty: Value),*> Values for ($($ty,)*) {
                #[inline(never)]
                fn unwrap(vals: &mut [Option<Val>]) -> Option<Self> {
                    let mut vals = vals.iter_mut();
                    Some(($($ty::unwrap(vals.next()?.take()?)?,)*))
                }
                #[inline(never)]
                fn wrap(self) -> Vec<Val> {
                    vec![$(self.$at.wrap()),*]
                }
            }
        )*
    };
}

impl Values for () {
    fn unwrap(_: &mut [Option<Val>]) -> Option<Self> {
        Some(())
    }
    fn wrap(self) -> Vec<Val> {
        Vec::new()
    }
}

tuples! {
    (A 0);
    (A 0, B 1);
    (A 0, B 1, C 2);
    (A 0, B 1, C 2, D 3);
    (A 0, B 1, C 2, D 3, E 4);
    (A 0, B 1, C 2, D 3, E 4, F 5);
}

/// Makes a meaning of those of the slots, which are taken.
pub(in crate::cards::oracle) type Build = fn(&mut Context, &mut [Option<Val>]) -> Option<Val>;
/// Takes a meaning apart into those of the slots, in each way that there is.
pub(in crate::cards::oracle) type Take = fn(&Context, &Val) -> Vec<Vec<Val>>;

/// A rule. In its text `{slot}` is a phrase, `{slot#}` one in the number of the rule, `{slot.s}` and `{slot.p}` one in the
/// singular and the plural, `one|many` a word in both numbers. A rule that begins with `1: ` or `2: ` is there in one number only.
#[derive(Clone, Copy)]
pub(in crate::cards::oracle) struct Rule {
    /// The category of the phrases that the rule makes.
    pub cat: CatId,
    /// Its words.
    pub text: &'static str,
    /// Its slots.
    pub slots: &'static [Slot],
    /// From slots to meaning.
    pub build: Build,
    /// From meaning to slots; `None` for another way of saying what a further rule says.
    pub take: Option<Take>,
    /// A phrase of this category that needs this rule; empty if those of other rules have it.
    #[cfg_attr(not(test), expect(dead_code, reason = "tests read and write it"))]
    pub example: &'static str,
}

/// A rule whose literal is both an expression and a pattern.
macro_rules! rule {
    // Without slots it is one value.
    ($cat:ident: $text:literal () <=> {$($lit:tt)+}; $example:literal) => {
        $crate::cards::oracle::syntax::Rule {
            cat: <$cat as $crate::cards::oracle::syntax::Cat>::ID,
            text: $text,
            slots: &[],
            build: |_, _| {
                let made: <$cat as $crate::cards::oracle::syntax::Cat>::T = $($lit)+;
                Some($crate::cards::oracle::syntax::Value::wrap(made))
            },
            take: Some(|_, val| {
                let one: <$cat as $crate::cards::oracle::syntax::Cat>::T = $($lit)+;
                let is_it = <<$cat as $crate::cards::oracle::syntax::Cat>::T as $crate::cards::oracle::syntax::Value>::peek(val) == Some(&one);
                if is_it { vec![Vec::new()] } else { Vec::new() }
            }),
            example: $example,
        }
    };
    ($cat:ident: $text:literal ($($slot:ident: $ty:ident),* $(,)?) <=> $lit:tt; $example:literal) => {
        $crate::cards::oracle::syntax::Rule {
            cat: <$cat as $crate::cards::oracle::syntax::Cat>::ID,
            text: $text,
            slots: &[$($crate::cards::oracle::syntax::Slot { name: stringify!($slot), cat: <$ty as $crate::cards::oracle::syntax::Cat>::ID }),*],
            build: |_, vals| {
                let ($($slot,)*) = <($(<$ty as $crate::cards::oracle::syntax::Cat>::T,)*) as $crate::cards::oracle::syntax::Values>::unwrap(vals)?;
                let made: <$cat as $crate::cards::oracle::syntax::Cat>::T = rule!(@expr $lit);
                Some($crate::cards::oracle::syntax::Value::wrap(made))
            },
            take: Some(|_, val| {
                let Some(value) = <<$cat as $crate::cards::oracle::syntax::Cat>::T as $crate::cards::oracle::syntax::Value>::peek(val) else {
                    return Vec::new();
                };
                // Most of what is tried doesn't fit: that isn't copied.
                if !matches!(value, rule!(@pat $lit)) {
                    return Vec::new();
                }
                match value.clone() {
                    rule!(@pat $lit) => vec![$crate::cards::oracle::syntax::Values::wrap(($($slot,)*))],
                    _ => Vec::new(),
                }
            }),
            example: $example,
        }
    };
    (@expr {$($lit:tt)+}) => { $($lit)+ };
    (@pat {$($lit:tt)+}) => { $($lit)+ };
    // A rule with a function for each direction, of which one is a choice of patterns: what none fits isn't copied.
    ($cat:ident: $text:literal ($($slot:ident: $ty:ident),* $(,)?)
        => $build:expr, |$context:pat_param, $value:ident| match $matched:ident { $($pat:pat $(if $guard:expr)? => $arm:expr),+ $(,)? }; $example:literal) => {
        $crate::cards::oracle::syntax::Rule {
            take: Some(|context, val| {
                let Some($value) = <<$cat as $crate::cards::oracle::syntax::Cat>::T as $crate::cards::oracle::syntax::Value>::peek(val) else {
                    return Vec::new();
                };
                let fits = match $matched { $($pat => stringify!($pat) != "_"),+ };
                if !fits {
                    return Vec::new();
                }
                let take: fn(&$crate::cards::oracle::syntax::Context, <$cat as $crate::cards::oracle::syntax::Cat>::T) -> Vec<($(<$ty as $crate::cards::oracle::syntax::Cat>::T,)*)> = |$context, $value| match $matched { $($pat $(if $guard)? => $arm),+ };
                $crate::cards::oracle::syntax::Values::wrap_each(take(context, $value.clone()))
            }),
            ..rule!(@both $cat: $text ($($slot: $ty),*) => $build, |_, _| Vec::new(); $example)
        }
    };
    // A rule with a function for each direction, of which one only looks at the meaning: that isn't copied.
    ($cat:ident: $text:literal ($($slot:ident: $ty:ident),* $(,)?)
        => $build:expr, |$context:pat_param, $value:ident: &_| $take:expr; $example:literal) => {
        $crate::cards::oracle::syntax::Rule {
            take: Some(|context, val| {
                let Some(value) = <<$cat as $crate::cards::oracle::syntax::Cat>::T as $crate::cards::oracle::syntax::Value>::peek(val) else {
                    return Vec::new();
                };
                let take: fn(&$crate::cards::oracle::syntax::Context, &<$cat as $crate::cards::oracle::syntax::Cat>::T) -> Vec<($(<$ty as $crate::cards::oracle::syntax::Cat>::T,)*)> = |$context, $value| $take;
                $crate::cards::oracle::syntax::Values::wrap_each(take(context, value))
            }),
            ..rule!(@both $cat: $text ($($slot: $ty),*) => $build, |_, _| Vec::new(); $example)
        }
    };
    // A rule with a function for each direction.
    ($cat:ident: $text:literal ($($slot:ident: $ty:ident),* $(,)?) => $build:expr, $take:expr; $example:literal) => {
        rule!(@both $cat: $text ($($slot: $ty),*) => $build, $take; $example)
    };
    (@both $cat:ident: $text:literal ($($slot:ident: $ty:ident),*) => $build:expr, $take:expr; $example:literal) => {
        $crate::cards::oracle::syntax::Rule {
            cat: <$cat as $crate::cards::oracle::syntax::Cat>::ID,
            text: $text,
            slots: &[$($crate::cards::oracle::syntax::Slot { name: stringify!($slot), cat: <$ty as $crate::cards::oracle::syntax::Cat>::ID }),*],
            build: |context, vals| {
                let build: fn(&mut $crate::cards::oracle::syntax::Context, $(<$ty as $crate::cards::oracle::syntax::Cat>::T),*) -> Option<<$cat as $crate::cards::oracle::syntax::Cat>::T> = $build;
                let ($($slot,)*) = <($(<$ty as $crate::cards::oracle::syntax::Cat>::T,)*) as $crate::cards::oracle::syntax::Values>::unwrap(vals)?;
                build(context, $($slot),*).map($crate::cards::oracle::syntax::Value::wrap)
            },
            take: Some(|context, val| {
                let Some(value) = <<$cat as $crate::cards::oracle::syntax::Cat>::T as $crate::cards::oracle::syntax::Value>::unwrap(val.clone()) else {
                    return Vec::new();
                };
                let take: fn(&$crate::cards::oracle::syntax::Context, <$cat as $crate::cards::oracle::syntax::Cat>::T) -> Vec<($(<$ty as $crate::cards::oracle::syntax::Cat>::T,)*)> = $take;
                $crate::cards::oracle::syntax::Values::wrap_each(take(context, value))
            }),
            example: $example,
        }
    };
}

/// Another way of saying what a rule says: it is read and never written, and its use is counted.
macro_rules! alternate {
    ($cat:ident: $text:literal ($($slot:ident: $ty:ident),* $(,)?) => $build:expr; $example:literal) => {
        $crate::cards::oracle::syntax::Rule { take: None, ..rule!($cat: $text ($($slot: $ty),*) => $build, |_, _| Vec::new(); $example) }
    };
}

pub(in crate::cards::oracle) use {alternate, rule};
