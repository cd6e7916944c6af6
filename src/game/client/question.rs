//! Decisions for people: what is asked, why, and what can be clicked.
//!
//! A [`Question`] is a decision as its decider sees it: a sentence, the objects concerned, the instruction behind it, and
//! for each option what to click, what it does and what it costs. Places in answers count in the order of the
//! question's options. That is the order of the decision, but for two things. Cards of somebody else's hidden zone, whose
//! order there is nobody's business, come in the order of their handles. And options that harm what the chooser controls,
//! or help what others control, come last. [`Game::reply`](crate::Game::reply) translates.

use super::against::against;
use super::asker::Asker;
use super::sentence;
use super::visibility::{Viewer, Visibility, VisibleReferent};
use crate::model::decision::{
    Answer, AnswerError, Choice, Company, Decision, Group, Lack, Limit, Pending, Prompt, PromptKind, Requirement,
    SetRule, Shape,
};
use crate::model::ids::{NameId, Seat};
use crate::model::rng::Stream;
use crate::model::zone::Zone;
use serde::{Deserialize, Serialize};

/// A decision as its decider sees it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Question {
    /// Whose decision it is by the rules.
    pub player: Seat,
    /// The player who decides: another one if they control the first (CR 723).
    pub decider: Seat,
    /// What sort of decision it is; serialised by its [name](PromptKind::name), such as `DeclareAttackers`.
    pub kind: PromptKind,
    /// What is asked, as a sentence.
    pub sentence: String,
    /// The objects and players that it is about.
    pub about: Vec<VisibleReferent>,
    /// The instruction, cost or target that asks, in words; `None` where the rules ask.
    pub reason: Option<String>,
    /// How it is answered.
    pub form: Form,
    /// What can be chosen; empty for a number, yes or no, and names.
    pub options: Vec<OptionView>,
    /// Whether [`Answer::Cancel`] takes back what is being proposed.
    pub cancellable: bool,
}

/// How a question is answered: a [`Shape`] without its options.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Form {
    /// By one option: [`Answer::One`].
    One,
    /// By a set of options: [`Answer::Some`].
    Some {
        /// The fewest options that must be chosen.
        min: u16,
        /// The most options that can be chosen.
        max: u16,
        /// What else the set must fulfil.
        rule: SetRule,
    },
    /// By all options in some order: [`Answer::Order`].
    Order,
    /// By an amount for each option: [`Answer::Distribute`].
    Distribute {
        /// How much in all.
        total: i32,
        /// The least that each gets.
        min_each: i32,
        /// The most that each gets; empty if there is no limit.
        most: Vec<i32>,
        /// The last option may get something only if those before it have at least this much.
        before_last: Vec<i32>,
        /// How much of that may be missing; empty if nothing may.
        #[serde(default)]
        lacks: Vec<Lack>,
    },
    /// By a number: [`Answer::Number`].
    Number {
        /// The least number that can be chosen.
        min: i32,
        /// The greatest number that can be chosen.
        max: i32,
    },
    /// By yes or no: [`Answer::Confirm`].
    Confirm,
    /// By the name of a card: [`Answer::Name`]; [`NameId::of`] makes one of a text.
    Name {
        /// The names that can be chosen, in alphabetical order.
        names: Vec<String>,
    },
}

/// One thing that can be chosen.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct OptionView {
    /// What sort of option it is.
    pub act: Act,
    /// What one clicks for it, in this order: the card, the attacker and what it attacks, and so on.
    pub clicks: Vec<VisibleReferent>,
    /// The option in words, to be shown to a person.
    pub text: String,
    /// What it does, in words; `None` if there is nothing to say.
    pub does: Option<String>,
    /// What it costs before effects that change costs; `None` if it costs nothing.
    pub cost: Option<String>,
    /// Whether it works against the player who chooses, as far as the instructions tell: harm for what is theirs, or help
    /// for what is somebody else's. Such options come last; clients shouldn't propose one.
    #[serde(default)]
    pub against: bool,
}

/// Sorts of options.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Act {
    /// Do nothing more.
    Pass,
    /// Play a land.
    PlayLand,
    /// Cast a spell.
    Cast,
    /// Activate an ability.
    Activate,
    /// Plot a card.
    Plot,
    /// Foretell a card.
    Foretell,
    /// Suspend a card.
    Suspend,
    /// Put the companion into the hand.
    Companion,
    /// Turn a permanent face up.
    TurnFaceUp,
    /// Unlock a half of a permanent; or choose the half to lock or unlock.
    Unlock,
    /// Roll the planar die.
    RollPlanarDie,
    /// Attack with a creature.
    Attack,
    /// Block with a creature.
    Block,
    /// Choose an object or a player.
    Choose,
    /// Choose something that can't be clicked: a mode, a colour, a number, an effect.
    Value,
}

/// The open decision as a question, if the viewer makes it.
pub(super) fn asked(visibility: &Visibility<'_>) -> Option<Question> {
    let decision = visibility.board.part::<Pending>().0.as_deref()?;
    let may =
        matches!(visibility.viewer(), Viewer::Everything) || visibility.viewer() == Viewer::Seat(decision.decider);
    may.then(|| question(visibility, decision))
}

/// A decision as a question to whom it is put.
fn question(visibility: &Visibility<'_>, decision: &Decision) -> Question {
    let asker = Asker::new(visibility, &decision.prompt);
    let against = against(visibility, decision);
    let order = order(visibility, decision, &against);
    let options = decision.options();
    let about = sentence::about(&decision.prompt).into_iter().map(|what| visibility.visible_referent(what));
    Question {
        player: decision.player,
        decider: decision.decider,
        kind: decision.prompt.kind(),
        sentence: sentence::sentence(visibility, decision),
        about: about.filter(|what| *what != VisibleReferent::Unseen).collect(),
        reason: asker.reason(decision),
        form: form(visibility, &decision.shape, &order),
        options: order
            .iter()
            .map(|place| usize::from(*place))
            .map(|place| OptionView { against: against[place], ..asker.option(&options[place]) })
            .collect(),
        cancellable: decision.cancellable,
    }
}

/// The places of a decision's options in the order in which the viewer gets them.
fn order(visibility: &Visibility<'_>, decision: &Decision, against: &[bool]) -> Vec<u16> {
    let options = decision.options();
    let mut order: Vec<u16> = (0..options.len() as u16).collect();
    let foreign = |choice: &Choice| match choice {
        Choice::Object(object) => visibility.see(*object).is_some_and(|(view, _)| match view.object.zone {
            Zone::Hand(owner) => visibility.viewer() != Viewer::Seat(owner),
            _ => false,
        }),
        _ => false,
    };
    if options.iter().any(foreign) {
        order.sort_by_key(|place| match &options[usize::from(*place)] {
            Choice::Object(object) => visibility.handle(*object),
            _ => None,
        });
    }
    if against.contains(&true) {
        order.sort_by_key(|place| against[usize::from(*place)]);
    }
    order
}

fn form(visibility: &Visibility<'_>, shape: &Shape, order: &[u16]) -> Form {
    let sorted = |list: &[i32]| match list {
        [] => Vec::new(),
        _ => order.iter().filter_map(|place| list.get(usize::from(*place)).copied()).collect(),
    };
    match shape {
        Shape::ChooseOne(_) => Form::One,
        Shape::ChooseSome { min, max, rule, .. } => {
            let place = |engine: &u16| order.iter().position(|p| p == engine).map(|i| i as u16);
            let placed = |members: &[u16]| {
                let mut members: Vec<u16> = members.iter().filter_map(place).collect();
                members.sort_unstable();
                members
            };
            let group = |group: &Group| Group { members: placed(&group.members), ..group.clone() };
            let once = |r: &Requirement| Requirement { members: placed(&r.members), weight: r.weight };
            let groups = rule.groups.iter().map(group).collect();
            let once = rule.once.iter().map(once).collect();
            let company = |c: &Company| Company { members: placed(&c.members), with: placed(&c.with) };
            let company = rule.company.iter().map(company).collect();
            let (weights, min_weight) = (sorted(&rule.weights), rule.min_weight);
            let limits = rule.limits.iter().map(|l| Limit { each: sorted(&l.each), most: l.most }).collect();
            let rule = SetRule { groups, weights, once, min_weight, company, limits };
            Form::Some { min: *min, max: *max, rule }
        }
        Shape::Order(_) => Form::Order,
        Shape::Distribute { total, min_each, most, before_last, lacks, .. } => Form::Distribute {
            total: *total,
            min_each: *min_each,
            most: sorted(most),
            // This depends on which option is last; such options are creatures and players, never sorted.
            before_last: before_last.clone(),
            lacks: lacks.clone(),
        },
        Shape::Number { min, max } => Form::Number { min: *min, max: *max },
        Shape::Confirm => Form::Confirm,
        Shape::Name(names) => Form::Name {
            names: names.iter().filter_map(|name| visibility.table().0.names.text(*name)).map(str::to_owned).collect(),
        },
    }
}

/// An answer in places of the question as one in places of the decision.
pub(super) fn translate(visibility: &Visibility<'_>, decision: &Decision, answer: &Answer) -> Answer {
    let order = order(visibility, decision, &against(visibility, decision));
    let place = |p: &u16| order.get(usize::from(*p)).copied().unwrap_or(*p);
    match answer {
        Answer::One(p) => Answer::One(place(p)),
        Answer::Some(places) => {
            let ascending = places.windows(2).all(|w| w[0] < w[1]);
            let mut places: Vec<u16> = places.iter().map(place).collect();
            if ascending {
                places.sort_unstable();
            }
            Answer::Some(places)
        }
        Answer::Order(places) => Answer::Order(places.iter().map(place).collect()),
        Answer::Distribute(shares) if shares.len() == order.len() => {
            let mut sorted = vec![0; shares.len()];
            order.iter().zip(shares).for_each(|(place, share)| sorted[usize::from(*place)] = *share);
            Answer::Distribute(sorted)
        }
        other => other.clone(),
    }
}

impl Question {
    /// Checks whether an answer is legal, without asking the game.
    ///
    /// # Errors
    /// Says which rule is broken.
    pub fn check(&self, answer: &Answer) -> Result<(), AnswerError> {
        self.bare().check(answer)
    }

    /// A random legal answer.
    pub fn sample(&self, rng: &mut Stream) -> Answer {
        self.bare().sample(rng)
    }

    /// The decision without what only the game knows.
    fn bare(&self) -> Decision {
        let options: Vec<Choice> = (0..self.options.len() as i32).map(Choice::Number).collect();
        let shape = match &self.form {
            Form::One => Shape::ChooseOne(options),
            Form::Some { min, max, rule } => Shape::ChooseSome { options, min: *min, max: *max, rule: rule.clone() },
            Form::Order => Shape::Order(options),
            Form::Distribute { total, min_each, most, before_last, lacks } => Shape::Distribute {
                options,
                total: *total,
                min_each: *min_each,
                most: most.clone(),
                before_last: before_last.clone(),
                lacks: lacks.clone(),
            },
            Form::Number { min, max } => Shape::Number { min: *min, max: *max },
            Form::Confirm => Shape::Confirm,
            Form::Name { names } => Shape::Name(names.iter().map(|text| NameId::of(text)).collect()),
        };
        let mut decision = Decision::new(self.player, Prompt::Priority, shape);
        decision.cancellable = self.cancellable;
        decision
    }

    /// The place of the option that passes; `None` if there is none.
    pub fn pass(&self) -> Option<u16> {
        self.options.iter().position(|option| option.act == Act::Pass).map(|place| place as u16)
    }
}
