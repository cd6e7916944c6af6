//! Plots as SVG. Each is drawn twice, for wide pages and for phones; the page shows one of them. Colours stand for what the
//! style of the page makes of them, so that a plot is legible in the dark and on paper, too.

use dracones::cards::printable::many;
use dracones::tools::matches::TrackPoint;
use dracones::tools::matches::stats::SprtState;
use minijinja::HtmlEscape;
use plotters::coord::types::{RangedCoordf64, RangedCoordu64};
use plotters::prelude::*;
use serde::Serialize;
use std::fmt::Write;

/// Text and axes.
const INK: RGBColor = RGBColor(1, 1, 1);
/// Lines of the grid.
const GRID: RGBColor = RGBColor(2, 2, 2);
/// What is shown.
const DATA: RGBColor = RGBColor(3, 3, 3);
/// What it is compared with.
const MARK: RGBColor = RGBColor(4, 4, 4);

/// How many places of a plot tell more when they are pointed at.
const HITS: usize = 80;

type Error = Box<dyn std::error::Error>;
type Area<'s> = DrawingArea<SVGBackend<'s>, plotters::coord::Shift>;
type Chart<'a, 's> = ChartContext<'a, SVGBackend<'s>, Cartesian2d<RangedCoordu64, RangedCoordf64>>;

/// A plot for both widths, with what it shows in words.
#[derive(Debug, Serialize)]
pub(super) struct Plot {
    wide: String,
    narrow: String,
    words: String,
}

/// How large a plot is drawn, in pixels.
#[derive(Clone, Copy)]
struct Size {
    width: u32,
    height: u32,
    font: u32,
    /// The room for the names of lines.
    names: u32,
    /// How many characters of a name are shown.
    letters: usize,
}

const WIDE: Size = Size { width: 760, height: 300, font: 14, names: 150, letters: 18 };
const NARROW: Size = Size { width: 370, height: 260, font: 13, names: 88, letters: 11 };

/// The names of the axes.
struct Axes {
    x: &'static str,
    y: &'static str,
    percent: bool,
}

/// A part of the plot that tells more when it is pointed at: where it begins, and the text.
type Hit = (u64, String);

/// Draws both sizes.
fn both(words: String, draw: impl Fn(Size) -> Result<String, Error>) -> Result<Plot, Error> {
    Ok(Plot { wide: draw(WIDE)?, narrow: draw(NARROW)?, words })
}

/// Draws a plot over whole numbers; `draw` gets the chart and the area around it.
fn plot(
    size: Size,
    names: bool,
    axes: &Axes,
    (x, y): ((u64, u64), (f64, f64)),
    hits: &[Hit],
    draw: impl Fn(&mut Chart<'_, '_>, &Area<'_>) -> Result<(), Error>,
) -> Result<String, Error> {
    let mut svg = String::new();
    let mut strips = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (size.width, size.height)).into_drawing_area();
        let font = ("sans-serif", size.font).into_font().color(&INK);
        let mut chart = ChartBuilder::on(&root)
            .margin_top(8)
            .margin_bottom(4)
            .margin_left(4)
            .margin_right(if names { size.names } else { 14 })
            .x_label_area_size(size.font * 3)
            .y_label_area_size(size.font * 4)
            .build_cartesian_2d(x.0..x.1, y.0..y.1)?;
        let label = |value: &f64| match axes.percent {
            true => format!("{:.0} %", value * 100.0),
            false => format!("{value:.0}"),
        };
        chart
            .configure_mesh()
            .x_labels(if size.width < 500 { 4 } else { 8 })
            .y_labels(6)
            .x_label_formatter(&|n| n.to_string())
            .y_label_formatter(&label)
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .axis_style(INK)
            .label_style(font.clone())
            .axis_desc_style(font)
            .x_desc(axes.x)
            .y_desc(axes.y)
            .draw()?;
        draw(&mut chart, &root)?;
        let area = chart.plotting_area();
        let place = |n: u64| area.map_coordinate(&(n, y.0)).0;
        let (top, bottom) = (area.map_coordinate(&(x.0, y.1)).1, area.map_coordinate(&(x.0, y.0)).1);
        for (i, (from, text)) in hits.iter().enumerate() {
            let (left, right) = (place(*from), place(hits.get(i + 1).map_or(x.1, |(next, _)| *next)));
            let (width, height, text) = ((right - left).max(1), bottom - top, HtmlEscape(text));
            write!(
                strips,
                r#"<rect class="hit" x="{left}" y="{top}" width="{width}" height="{height}" data-tip="{text}"/>"#
            )?;
        }
        root.present()?;
    }
    strips.push_str("</svg>");
    let end = svg.rfind("</svg>").ok_or("the plot has no end")?;
    svg.replace_range(end.., &strips);
    Ok(svg)
}

/// Some of many things, evenly spread, with the last one.
fn spread<T>(all: &[T], number: usize) -> impl Iterator<Item = &T> {
    let step = all.len().div_ceil(number).max(1);
    let last = all.len().saturating_sub(1);
    all.iter().enumerate().filter(move |(i, _)| i % step == 0 || *i == last).map(|(_, one)| one)
}

fn percent(rate: f64) -> String {
    format!("{:.1} %", rate * 100.0)
}

/// The score of the first of two players after each number of pairs, with its interval.
pub(super) fn convergence_of_match(track: &[TrackPoint], name: &str) -> Result<Option<Plot>, Error> {
    let of = |point: &TrackPoint| point.scores.first().copied().map(|score| (point.pairs, score));
    let points: Vec<_> = track.iter().filter_map(of).collect();
    let (Some(last), true) = (points.last(), points.len() > 1) else { return Ok(None) };
    // The first intervals are as wide as the plot would be.
    let settled: Vec<_> = points.iter().skip(points.len() / 10).collect();
    let low = settled.iter().map(|(_, s)| s.low).fold(0.45_f64, f64::min).max(0.0);
    let high = settled.iter().map(|(_, s)| s.high).fold(0.55_f64, f64::max).min(1.0);
    let (low, high) = ((low * 20.0).floor() / 20.0, (high * 20.0).ceil() / 20.0);
    let tip = |(pairs, s): &(u64, _)| {
        let s: &dracones::tools::matches::stats::Rate = s;
        let (rate, low, high) = (percent(s.rate), percent(s.low), percent(s.high));
        (*pairs, format!("after {}\n{rate}\ninterval {low} to {high}", many(*pairs, "pair")))
    };
    let hits: Vec<Hit> = spread(&points, HITS).map(tip).collect();
    let (rate, from, to) = (percent(last.1.rate), percent(last.1.low), percent(last.1.high));
    let words = format!(
        "The score of {name} after each number of pairs, with its interval. After {} it is {rate}, between {from} and {to}.",
        many(last.0, "pair")
    );
    let axes = Axes { x: "pairs", y: "score", percent: true };
    let (first, end) = (points[0].0, last.0);
    let drawn = both(words, |size| {
        plot(size, false, &axes, ((first, end), (low, high)), &hits, |chart, _| {
            let at = |rate: f64| rate.clamp(low, high);
            let above = points.iter().map(|(pairs, s)| (*pairs, at(s.high)));
            let below = points.iter().rev().map(|(pairs, s)| (*pairs, at(s.low)));
            chart.draw_series([Polygon::new(above.chain(below).collect::<Vec<_>>(), DATA.mix(0.2).filled())])?;
            chart.draw_series([PathElement::new(vec![(first, 0.5), (end, 0.5)], MARK.stroke_width(2))])?;
            let line = points.iter().map(|(pairs, s)| (*pairs, at(s.rate)));
            chart.draw_series(LineSeries::new(line, DATA.stroke_width(3)))?;
            Ok(())
        })
    })?;
    Ok(Some(drawn))
}

/// A name that fits beside a plot.
fn short(name: &str, letters: usize) -> String {
    if name.chars().count() <= letters {
        return name.to_owned();
    }
    name.chars().take(letters - 1).chain(['…']).collect()
}

/// The scores of several players after each number of pairs.
pub(super) fn convergence_of_many(track: &[TrackPoint], names: &[String]) -> Result<Option<Plot>, Error> {
    let (Some(last), true) = (track.last(), track.len() > 1) else { return Ok(None) };
    let settled = || track.iter().skip(track.len() / 10).flat_map(|point| &point.scores);
    let low = (settled().map(|s| s.rate).fold(0.45_f64, f64::min) * 20.0).floor() / 20.0;
    let high = (settled().map(|s| s.rate).fold(0.55_f64, f64::max) * 20.0).ceil() / 20.0;
    let tip = |point: &TrackPoint| {
        let mut order: Vec<usize> = (0..names.len()).collect();
        order.sort_by(|a, b| point.scores[*b].rate.total_cmp(&point.scores[*a].rate));
        let lines = order.iter().map(|i| format!("\n{} {}", percent(point.scores[*i].rate), names[*i]));
        (point.pairs, format!("after {}{}", many(point.pairs, "pair"), lines.collect::<String>()))
    };
    let hits: Vec<Hit> = spread(track, HITS).map(tip).collect();
    let words = format!(
        "The score of each of {} players over all of their pairs, after each number of pairs of the run. The table of players has the last values.",
        names.len()
    );
    let axes = Axes { x: "pairs of the run", y: "score", percent: true };
    let (first, end) = (track[0].pairs, last.pairs);
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|a, b| last.scores[*b].rate.total_cmp(&last.scores[*a].rate));
    let drawn = both(words, |size| {
        let line_height = size.font as i32 + 3;
        let size = Size { height: size.height.max((names.len() as u32 + 4) * line_height as u32), ..size };
        plot(size, true, &axes, ((first, end), (low, high)), &hits, |chart, root| {
            let at = |rate: f64| rate.clamp(low, high);
            chart.draw_series([PathElement::new(vec![(first, 0.5), (end, 0.5)], MARK.stroke_width(2))])?;
            for i in 0..names.len() {
                let line = track.iter().map(|point| (point.pairs, at(point.scores[i].rate)));
                chart.draw_series(LineSeries::new(line, DATA.stroke_width(2)))?;
            }
            // Names stand where the lines end, one below the other.
            let ends: Vec<(i32, i32)> =
                order.iter().map(|i| chart.plotting_area().map_coordinate(&(end, at(last.scores[*i].rate)))).collect();
            let mut free = 0;
            let mut places: Vec<i32> = Vec::new();
            for (_, y) in &ends {
                let y = (*y).max(free);
                places.push(y);
                free = y + line_height;
            }
            // What would stand below the plot moves up.
            let mut floor = size.height as i32 - line_height;
            for y in places.iter_mut().rev() {
                *y = (*y).min(floor);
                floor = *y - line_height;
            }
            let style = ("sans-serif", size.font).into_font().color(&INK);
            for ((i, (x, from)), y) in order.iter().zip(ends).zip(places) {
                root.draw(&PathElement::new(vec![(x, from), (x + 12, y)], GRID))?;
                root.draw(&Text::new(short(&names[*i], size.letters), (x + 15, y - line_height / 2), style.clone()))?;
            }
            Ok(())
        })
    })?;
    Ok(Some(drawn))
}

/// The way of a sequential test between its bounds.
pub(super) fn test(track: &[TrackPoint], sprt: &SprtState) -> Result<Option<Plot>, Error> {
    let of = |point: &TrackPoint| point.llr.map(|llr| (point.pairs, llr));
    let points: Vec<(u64, f64)> = track.iter().filter_map(of).collect();
    let (Some(last), true) = (points.last(), points.len() > 1) else { return Ok(None) };
    let low = points.iter().map(|(_, llr)| *llr).fold(sprt.lower - 0.5, f64::min);
    let high = points.iter().map(|(_, llr)| *llr).fold(sprt.upper + 0.5, f64::max);
    let tip =
        |(pairs, llr): &(u64, f64)| (*pairs, format!("after {}\nlog-likelihood ratio {llr:.2}", many(*pairs, "pair")));
    let hits: Vec<Hit> = spread(&points, HITS).map(tip).collect();
    let words = format!(
        "The log-likelihood ratio of the test after each number of pairs. It is {:.2} after {}; the bounds are {:.2} and {:.2}.",
        last.1,
        many(last.0, "pair"),
        sprt.lower,
        sprt.upper
    );
    let axes = Axes { x: "pairs", y: "log-likelihood ratio", percent: false };
    let (first, end) = (points[0].0, last.0);
    let drawn = both(words, |size| {
        plot(size, false, &axes, ((first, end), (low, high)), &hits, |chart, root| {
            for bound in [sprt.lower, sprt.upper] {
                chart.draw_series([PathElement::new(vec![(first, bound), (end, bound)], MARK.stroke_width(2))])?;
            }
            chart.draw_series(LineSeries::new(points.iter().copied(), DATA.stroke_width(3)))?;
            let style = ("sans-serif", size.font).into_font().color(&INK);
            let place = |bound: f64| chart.plotting_area().map_coordinate(&(first, bound));
            let ((x, above), (_, below)) = (place(sprt.upper), place(sprt.lower));
            root.draw(&Text::new("p1 is accepted", (x + 6, above + 4), style.clone()))?;
            root.draw(&Text::new("p0 is accepted", (x + 6, below - size.font as i32 - 2), style))?;
            Ok(())
        })
    })?;
    Ok(Some(drawn))
}

/// How many games had how many turns: numbers of turns in groups of `width`, each with its games.
pub(super) fn lengths(bars: &[(u32, u64)], width: u32, words: String) -> Result<Option<Plot>, Error> {
    let (Some((first, _)), Some((last, _))) = (bars.first(), bars.last()) else { return Ok(None) };
    let high = bars.iter().map(|(_, games)| *games).max().unwrap_or(1) as f64 * 1.05;
    let turns =
        |from: u32| if width == 1 { many(from, "turn") } else { format!("{from} to {} turns", from + width - 1) };
    let tip = |(from, games): &(u32, u64)| (u64::from(*from), format!("{}\n{}", turns(*from), many(*games, "game")));
    let hits: Vec<Hit> = bars.iter().map(tip).collect();
    let axes = Axes { x: "turns", y: "games", percent: false };
    let range = (u64::from(*first), u64::from(last + width));
    let drawn = both(words, |size| {
        plot(size, false, &axes, (range, (0.0, high)), &hits, |chart, _| {
            chart.draw_series(bars.iter().map(|(from, games)| {
                let corners = [(u64::from(*from), 0.0), (u64::from(from + width), *games as f64)];
                let mut bar = Rectangle::new(corners, DATA.mix(0.75).filled());
                bar.set_margin(0, 0, 1, 1);
                bar
            }))?;
            Ok(())
        })
    })?;
    Ok(Some(drawn))
}
