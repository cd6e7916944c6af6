//! From the text of a card to its definition: faces, type lines, costs, bodies.

use super::card::{CardText, FaceText};
use super::decline::{Decline, Reason};
use super::lex::{FaceNames, with_names};
use super::links::link;
use super::paragraphs::Paragraph;
use super::probe::probe;
use super::read::Text;
use super::syntax::FaceInfo;
use super::terms::held_back;
use super::unspoken::unspoken;
use super::{anchors, cases, cleave, levels, speed};
use crate::cards::CardDb;
use crate::cards::check;
use crate::cards::def::*;
use crate::cards::printable::many;
use std::rc::Rc;

/// Compiles a card from its text, and leaves out each of its words once to prove that all of them were read. This takes
/// about as long again as [`compile_unproven`].
///
/// # Errors
/// Where and why it isn't accepted.
pub fn compile(card: &CardText) -> Result<CardDef, Decline> {
    let (def, texts) = read_or_name(card)?;
    for (face, mut text) in texts {
        probe(&face, &mut text)?;
    }
    Ok(def)
}

/// What is known of a face before its text is read.
fn info(text: &FaceText, types: &TypeLine) -> FaceInfo {
    let bestow = text.text.lines().any(|line| line.starts_with("Bestow"));
    let kickers = text.text.lines().filter_map(kickers).flatten().collect();
    let mut info = FaceInfo::new(&text.name, types, bestow, kickers);
    info.card_type = text.text.lines().any(chooses_card_type);
    info
}

/// Whether a line says that a card type is chosen as the permanent enters: "a card type", or several of them.
fn chooses_card_type(line: &str) -> bool {
    let Some((_, chosen)) = line.strip_prefix("As ").and_then(|line| line.split_once(" enters, choose ")) else {
        return false;
    };
    let first = chosen.split([',', ' ']).next().unwrap_or_default();
    chosen.starts_with("a card type") || CardTypes::all().iter_names().any(|(name, _)| name.to_lowercase() == first)
}

/// The costs of a line with kicker (CR 702.33a-b); empty ones for those that aren't mana.
fn kickers(line: &str) -> Option<Vec<Cost>> {
    let costs = line.strip_prefix("Kicker")?.split(" (").next()?;
    let cost = |text: &str| match ManaCost::parse(text.trim()) {
        Ok(mana) => Cost(vec![CostPart::Mana(mana)]),
        Err(_) => Cost(Vec::new()),
    };
    Some(costs.split(" and/or ").map(cost).collect())
}

/// Compiles a card from its text.
///
/// # Errors
/// Where and why it isn't accepted. There are no partly accepted cards.
pub fn compile_unproven(card: &CardText) -> Result<CardDef, Decline> {
    read_or_name(card).map(|(def, _)| def)
}

/// What was read of a part of a face: the part as it stands in the text, and all of its readings.
pub(super) type Part = (FaceText, Text);

/// [`read`]; what isn't accepted because of a keyword that no term says names it.
fn read_or_name(card: &CardText) -> Result<(CardDef, Vec<Part>), Decline> {
    read(card).map_err(|declined| match declined.missing {
        None => Decline { missing: unspoken(card), ..declined },
        Some(_) => declined,
    })
}

/// A card from its text, and the parts of its faces as they were read.
fn read(card: &CardText) -> Result<(CardDef, Vec<Part>), Decline> {
    let unsupported = |what: String| Decline::face(&card.name, Reason::Unsupported(what));
    let (first, other) = match card.faces.as_slice() {
        [one]
            if matches!(
                card.layout.as_str(),
                "" | "normal" | "prototype" | "saga" | "leveler" | "class" | "case" | "mutate"
            ) =>
        {
            (one, None)
        }
        [one, two] => match layout(&card.layout) {
            Some(Layout::Adventure) if two.type_line.ends_with(" Omen") => (one, Some((Layout::Omen, two))),
            Some(layout) => (one, Some((layout, two))),
            None => return Err(unsupported(format!("the layout `{}`", card.layout))),
        },
        faces => return Err(unsupported(format!("the layout `{}` with {}", card.layout, many(faces.len(), "face")))),
    };
    let (FaceDef { name, cost, color_indicator, types, pt, loyalty, defense, abilities }, mut texts) =
        face(first, &card.layout)?;
    let other = match other {
        Some((layout, other)) => {
            let (other, read) = face(other, "")?;
            texts.extend(read);
            Some((layout, Box::new(other)))
        }
        None => None,
    };
    let def = CardDef { format: FORMAT, name, cost, color_indicator, types, pt, loyalty, defense, abilities, other };
    let faulty = |message: String| Decline::face(&card.name, Reason::Faulty(message));
    if let Some(fault) = check::faults(&def).first() {
        return Err(faulty(fault.message.clone()));
    }
    if let Some(term) = held_back(&def) {
        let reason = Reason::Unsupported("a term of the definition".to_owned());
        return Err(Decline { missing: Some(term), ..Decline::face(&card.name, reason) });
    }
    match CardDb::embedded().compile(&def) {
        Ok(_) => Ok((def, texts)),
        Err(error) => Err(faulty(error.to_string())),
    }
}

fn layout(word: &str) -> Option<Layout> {
    Some(match word {
        // CR 702.127: what is special about it is said by a keyword.
        "split" | "aftermath" => Layout::Split,
        "transform" => Layout::Transform,
        "modal_dfc" => Layout::ModalDoubleFaced,
        "adventure" => Layout::Adventure,
        "flip" => Layout::Flip,
        "prepare" => Layout::Prepare,
        "meld" => Layout::Meld,
        _ => return None,
    })
}

fn face(text: &FaceText, layout: &str) -> Result<(FaceDef, Vec<Part>), Decline> {
    let wrong = |what: String| Decline::face(&text.name, Reason::Unsupported(what));
    let types = TypeLine::parse(&text.type_line).map_err(|e| wrong(format!("the type line: {e}")))?;
    let info = Rc::new(info(text, &types));
    let cost = match text.mana_cost.as_str() {
        "" => None,
        cost => Some(ManaCost::parse(cost).map_err(|e| wrong(format!("the mana cost: {e}")))?),
    };
    if types.types.intersects(CardTypes::PLANE | CardTypes::SCHEME | CardTypes::DUNGEON)
        || types.types.contains(CardTypes::BATTLE) != text.defense.is_some()
    {
        return Err(wrong(format!("the type line `{}`", text.type_line)));
    }
    let number = |value: &str| match value.parse::<i32>() {
        Ok(n) => Ok(Some(n)),
        Err(_) if value == "*" => Ok(None),
        // Where nothing defines the star, it counts as 0 (CR 107.2).
        Err(_) if value.ends_with("+*") => {
            value.trim_end_matches("+*").parse().map(Some).map_err(|_| wrong(format!("the number `{value}`")))
        }
        Err(_) => Err(wrong(format!("the number `{value}`"))),
    };
    let pt = match (&text.power, &text.toughness) {
        (Some(power), Some(toughness)) => Some((number(power)?, number(toughness)?)),
        (None, None) => None,
        _ => return Err(wrong("power without toughness".to_owned())),
    };
    let loyalty = match &text.loyalty {
        Some(n) => Some(n.parse().map_err(|_| wrong(format!("the loyalty `{n}`")))?),
        None => None,
    };
    let defense = match &text.defense {
        Some(n) => Some(n.parse().map_err(|_| wrong(format!("the defense `{n}`")))?),
        None => None,
    };
    // CR 721.2c: only on the battlefield, from a number of charge counters on.
    let stations = levels::has_stations(text);
    let (pt, body) = match pt {
        Some((Some(power), Some(toughness))) if stations => (None, Some((power, toughness))),
        Some(_) if stations => return Err(wrong("power and toughness beside a station symbol".to_owned())),
        pt => (pt, None),
    };
    let (abilities, read) = match layout {
        _ if stations => levels::stations(text, &info, body)?,
        "leveler" => levels::striations(text, &info)?,
        "class" => levels::bars(text, &info)?,
        _ if cleave::has_cleave(text) => cleave::cleave(text, &info)?,
        _ if speed::has_max_speed(text) => speed::at_max_speed(text, &info)?,
        _ if anchors::has_anchors(text, &types) => anchors::anchored(text, &info, &types)?,
        _ if cases::is_case(&types) => cases::case(text, &info)?,
        _ if text.text.split('\n').any(|line| line.starts_with(cases::SOLVED)) => {
            return Err(wrong("a solved permanent that isn't a Case".to_owned()));
        }
        _ => abilities(text, &info)?,
    };
    let (name, color_indicator) = (text.name.clone(), text.color_indicator.clone());
    Ok((FaceDef { name, cost, color_indicator, types, pt, loyalty, defense, abilities }, read))
}

/// The abilities of a face from its text: all of it is read, means one thing, and can be said again from that meaning.
pub(super) fn abilities(text: &FaceText, info: &Rc<FaceInfo>) -> Result<(Vec<AbilityDef>, Vec<Part>), Decline> {
    if text.text.trim_matches('\n').is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    let mut read = Text::new(text, info)?;
    let mut reading = read.read(text)?;
    if !link(&mut reading.abilities) {
        let what = "the exiled card, of which it isn't clear what exiled it";
        return Err(Decline::face(&text.name, Reason::Reference(what.to_owned())));
    }
    let said = match read.words(&reading) {
        Ok(said) => said,
        Err(ability) => {
            let sort = format!("no words for {ability:?}");
            return Err(Decline::face(&text.name, Reason::NotReversible(sort)));
        }
    };
    let spoken: Vec<&str> = read.paragraphs.iter().map(Paragraph::spoken).collect();
    if said.join(" ") != spoken.join(" ") {
        // Other words: they have to mean the same.
        let again = FaceText { text: said.join("\n"), ..text.clone() };
        let names = FaceNames::of(&info.name, info.legendary);
        let again = FaceText { text: with_names(&again.text, &names.full, &names.short), ..again };
        let second = Text::new(&again, info).and_then(|mut read| read.read(&again));
        let second = second.map(|mut second| {
            link(&mut second.abilities);
            second
        });
        match second {
            Ok(second) if second.abilities == reading.abilities => {}
            Ok(_) => return Err(Decline::face(&text.name, Reason::NotReversible(again.text))),
            Err(d) => return Err(Decline::face(&text.name, Reason::NotReversible(format!("{}: {d}", again.text)))),
        }
    }
    Ok((reading.abilities, vec![(text.clone(), read)]))
}

/// A decline of what stands behind the first characters of its line: its columns are counted in the whole line.
pub(super) fn shifted(declined: Decline, by: usize) -> Decline {
    // One without a place in the line keeps it so.
    let by = if declined.columns == (0..0) { 0 } else { by };
    Decline { columns: declined.columns.start + by..declined.columns.end + by, ..declined }
}

/// The abilities of a face on which some lines begin with a mark, which isn't read with them: the abilities before these lines, and
/// what `made` makes of those of each such line. Each is read by itself, since what follows the mark is an ability of its own.
/// `what` is what a line with a mark is called.
pub(super) fn marked(
    text: &FaceText,
    info: &Rc<FaceInfo>,
    (mark, what): (&str, &str),
    made: impl Fn(Vec<AbilityDef>) -> Result<Vec<AbilityDef>, &'static str>,
) -> Result<(Vec<AbilityDef>, Vec<Part>), Decline> {
    let lines: Vec<&str> = text.text.split('\n').collect();
    let first = lines.iter().position(|line| line.starts_with(mark)).unwrap_or(lines.len());
    let plain = FaceText { text: lines[..first].join("\n"), ..text.clone() };
    let (mut all, mut parts) = abilities(&plain, info)?;
    for (at, line) in lines.iter().enumerate().skip(first) {
        let unsupported =
            |what: String| Decline { line: at + 1, ..Decline::face(&text.name, Reason::Unsupported(what)) };
        let own = line.strip_prefix(mark).ok_or_else(|| unsupported(format!("a line after {what}")))?;
        // It stands where it stands in the whole text.
        let place = format!("{}{own}", "\n".repeat(at));
        let read = abilities(&FaceText { text: place, ..text.clone() }, info);
        let (given, read) = read.map_err(|declined| shifted(declined, mark.chars().count()))?;
        parts.extend(read);
        all.extend(made(given).map_err(|what| unsupported(what.to_owned()))?);
    }
    Ok((all, parts))
}
