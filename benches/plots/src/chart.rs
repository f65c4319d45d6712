//! Three kinds of charts, all with a title, a legend, and the origin of their numbers below.

use plotters::coord::Shift;
use plotters::prelude::*;
use std::error::Error;
use std::ops::Range;

/// Width and height of every chart.
pub const SIZE: (u32, u32) = (900, 560);
const ORIGIN_HEIGHT: u32 = 44;
const FONT: &str = "DejaVu Sans, Arial, sans-serif";

/// Colours that differ for eyes of every kind (Okabe and Ito's), the first for the first library.
const COLOURS: [RGBColor; 7] = [
    RGBColor(213, 94, 0),
    RGBColor(0, 0, 0),
    RGBColor(0, 114, 178),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
];

/// A line of points: x, y, and what stands at the point.
pub struct Line {
    /// For the legend.
    pub name: String,
    /// The points in order.
    pub points: Vec<(f64, f64, String)>,
}

/// Words of a chart.
pub struct Words<'a> {
    /// Above it.
    pub title: &'a str,
    /// Below the x axis.
    pub x: &'a str,
    /// Beside the y axis.
    pub y: &'a str,
    /// At the bottom: where the numbers are from.
    pub origin: &'a str,
}

type Outcome = Result<String, Box<dyn Error>>;

fn colour(index: usize) -> RGBColor {
    COLOURS[index % COLOURS.len()]
}

/// The upper part for the chart; the origin is written into the lower one.
fn page<'a>(svg: &'a mut String, words: &Words) -> Result<DrawingArea<SVGBackend<'a>, Shift>, Box<dyn Error>> {
    let all = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    all.fill(&WHITE)?;
    let (chart, below) = all.split_vertically(SIZE.1 - ORIGIN_HEIGHT);
    let style = (FONT, 11).into_font().color(&RGBColor(90, 90, 90));
    for (line, text) in wrapped(words.origin, 140).into_iter().enumerate() {
        below.draw(&Text::new(text, (16, 6 + 15 * line as i32), style.clone()))?;
    }
    Ok(chart)
}

/// Text in lines of at most `width` characters; two lines, the second one cut.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("one at least");
        if !line.is_empty() && line.chars().count() + word.chars().count() >= width {
            lines.push(word.to_owned());
        } else {
            *line += if line.is_empty() { "" } else { " " };
            *line += word;
        }
    }
    if lines.len() > 2 {
        lines.truncate(2);
        lines[1] += " …";
    }
    lines
}

/// The range of some numbers with some air, on a logarithmic axis.
fn air(numbers: impl Iterator<Item = f64>) -> Range<f64> {
    let (low, high) = numbers.fold((f64::MAX, f64::MIN), |(low, high), number| (low.min(number), high.max(number)));
    low / 1.25..high * 1.25
}

/// A number for an axis: no more digits than needed.
fn plain(number: &f64) -> String {
    if *number >= 1e6 {
        format!("{} M", number / 1e6)
    } else if *number >= 1e4 {
        format!("{} k", number / 1e3)
    } else {
        format!("{}", (number * 1000.0).round() / 1000.0)
    }
}

/// A rectangle of a picture: left, top, right, bottom.
type Area = (i32, i32, i32, i32);

/// The area of this size beside a point.
fn area_at(point: (i32, i32), offset: (i32, i32), size: (i32, i32)) -> Area {
    let (left, top) = (point.0 + offset.0, point.1 + offset.1);
    (left, top, left + size.0, top + size.1)
}

/// Dots on the way from a point to the next one, a few pixels apart.
fn dots((from, to): ((i32, i32), (i32, i32))) -> impl Iterator<Item = Area> {
    let steps = ((to.0 - from.0).abs().max((to.1 - from.1).abs()) / 3).max(1);
    (0..=steps).map(move |step| {
        let on_way = |from, to| from + (to - from) * step / steps;
        area_at((on_way(from.0, to.0), on_way(from.1, to.1)), (-1, -1), (2, 2))
    })
}

/// Where a label beside a point covers nothing that is `taken`, and no line's dots if that can be, from the point; `None` if
/// nowhere. The place is taken then.
fn free_place(point: (i32, i32), label: &str, taken: &mut Vec<Area>, dots: &[Area]) -> Option<(i32, i32)> {
    let size = (7 * label.len() as i32, 10);
    let (left, middle) = (-5 - size.0, -size.0 / 2);
    let places = [(5, -12), (left, -12), (6, -4), (left, -4), (5, 3), (left, 3), (middle, -15), (middle, 6)];
    let apart = |a: &Area, b: &Area| a.2 <= b.0 || b.2 <= a.0 || a.3 <= b.1 || b.3 <= a.1;
    let clear = |place: &(i32, i32), of: &[Area]| of.iter().all(|other| apart(other, &area_at(point, *place, size)));
    let mut free = places.into_iter().filter(|place| clear(place, taken));
    let place = free.clone().find(|place| clear(place, dots)).or_else(|| free.next())?;
    taken.push(area_at(point, place, size));
    Some(place)
}

/// Lines with marked points, whose labels stand where they cover no other; the y axis is logarithmic, the x axis, too, if `log_x`.
pub fn lines(words: &Words, lines: &[Line], log_x: bool) -> Outcome {
    let mut svg = String::new();
    {
        let area = page(&mut svg, words)?;
        let points = || lines.iter().flat_map(|line| &line.points);
        let (x, y) = (air(points().map(|point| point.0)), air(points().map(|point| point.1)));
        let mut builder = ChartBuilder::on(&area);
        builder.caption(words.title, (FONT, 19)).margin(14).x_label_area_size(44).y_label_area_size(64);
        // The two kinds of axes are two types, so the chart is drawn in two places.
        macro_rules! draw {
            ($chart:expr) => {{
                let mut chart = $chart;
                let labels = (FONT, 13);
                chart
                    .configure_mesh()
                    .x_desc(words.x)
                    .y_desc(words.y)
                    .light_line_style(RGBColor(240, 240, 240))
                    .label_style(labels)
                    .x_label_formatter(&plain)
                    .y_label_formatter(&plain)
                    .draw()?;
                for (index, line) in lines.iter().enumerate() {
                    let width = if index == 0 { 3 } else { 2 };
                    let path = line.points.iter().map(|point| (point.0, point.1));
                    chart
                        .draw_series(LineSeries::new(path, colour(index).stroke_width(width)))?
                        .label(line.name.clone())
                        .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour(index).stroke_width(3)));
                    let circle = |(x, y, _): &(f64, f64, String)| Circle::new((*x, *y), 3, colour(index).filled());
                    chart.draw_series(line.points.iter().map(circle))?;
                }
                let ways: Vec<Vec<(i32, i32)>> = lines
                    .iter()
                    .map(|line| line.points.iter().map(|(x, y, _)| chart.backend_coord(&(*x, *y))).collect())
                    .collect();
                let mut taken: Vec<Area> = ways.iter().flatten().map(|at| area_at(*at, (-2, -2), (4, 4))).collect();
                let dots: Vec<Area> =
                    ways.iter().flat_map(|way| way.windows(2)).flat_map(|ends| dots((ends[0], ends[1]))).collect();
                for (index, line) in lines.iter().enumerate() {
                    for (x, y, name) in line.points.iter().filter(|point| !point.2.is_empty()) {
                        let at = chart.backend_coord(&(*x, *y));
                        let Some(place) = free_place(at, name, &mut taken, &dots) else { continue };
                        let style = (FONT, 11).into_font().color(&colour(index));
                        let label = EmptyElement::at((*x, *y)) + Text::new(name.clone(), place, style);
                        chart.draw_series(std::iter::once(label))?;
                    }
                }
                let place = if log_x { SeriesLabelPosition::UpperRight } else { SeriesLabelPosition::LowerRight };
                chart
                    .configure_series_labels()
                    .position(place)
                    .label_font((FONT, 13))
                    .background_style(WHITE.mix(0.8))
                    .draw()?;
            }};
        }
        if log_x {
            draw!(builder.build_cartesian_2d(x.log_scale(), y.log_scale())?);
        } else {
            let air = (x.end - x.start) * 0.02;
            let x = points().map(|point| point.0).fold(f64::MAX, f64::min) - air..x.end / 1.25 + air;
            draw!(builder.build_cartesian_2d(x, y.log_scale())?);
        }
        area.present()?;
    }
    Ok(svg)
}

/// Groups of bars on a logarithmic or (`linear`) plain axis, with room for the legend above them: `values[library][group]`, `None` where there is none.
pub fn bars(
    words: &Words,
    libraries: &[String],
    groups: &[&str],
    values: &[Vec<Option<f64>>],
    linear: bool,
) -> Outcome {
    let mut svg = String::new();
    {
        let area = page(&mut svg, words)?;
        let all = || values.iter().flatten().flatten().copied();
        let log = if linear { 0.0..all().fold(0.0, f64::max) * 1.35 } else { air(all()) };
        let base = log.start;
        let mut builder = ChartBuilder::on(&area);
        builder.caption(words.title, (FONT, 19)).margin(14).x_label_area_size(44).y_label_area_size(64);
        let name = |x: &f64| {
            groups.get(x.round() as usize).filter(|_| (x - x.round()).abs() < 0.01).unwrap_or(&"").to_string()
        };
        macro_rules! draw {
            ($chart:expr) => {{
                let mut chart = $chart;
                chart
                    .configure_mesh()
                    .disable_x_mesh()
                    .x_labels(2 * groups.len() + 1)
                    .x_label_formatter(&name)
                    .y_label_formatter(&plain)
                    .x_desc(words.x)
                    .y_desc(words.y)
                    .light_line_style(RGBColor(240, 240, 240))
                    .label_style((FONT, 13))
                    .draw()?;
                let width = 0.8 / libraries.len() as f64;
                for (index, (library, values)) in libraries.iter().zip(values).enumerate() {
                    let left = |group: usize| group as f64 - 0.4 + width * index as f64;
                    let bars =
                        values.iter().enumerate().filter_map(|(group, value)| value.map(|value| (left(group), value)));
                    let bars: Vec<(f64, f64)> = bars.collect();
                    let style = colour(index).filled();
                    chart
                        .draw_series(
                            bars.iter().map(|&(x, y)| Rectangle::new([(x, base), (x + 0.92 * width, y)], style)),
                        )?
                        .label(library.clone())
                        .legend(move |(x, y)| Rectangle::new([(x, y - 5), (x + 14, y + 5)], style));
                    chart.draw_series(bars.iter().map(|&(x, y)| {
                        EmptyElement::at((x, y))
                            + Text::new(short(y), (0, -13), (FONT, 10).into_font().color(&colour(index)))
                    }))?;
                }
                let place = SeriesLabelPosition::UpperRight;
                chart
                    .configure_series_labels()
                    .position(place)
                    .label_font((FONT, 13))
                    .background_style(WHITE.mix(0.8))
                    .draw()?;
            }};
        }
        let x = -0.5..groups.len() as f64 - 0.5;
        if linear {
            draw!(builder.build_cartesian_2d(x, log)?);
        } else {
            draw!(builder.build_cartesian_2d(x, (log.start..log.end * 8.0).log_scale())?);
        }
        area.present()?;
    }
    Ok(svg)
}

/// A bar's value: three digits.
fn short(value: f64) -> String {
    if value >= 99.5 {
        format!("{value:.0}")
    } else if value >= 9.95 {
        format!("{value:.1}")
    } else {
        format!("{value:.2}")
    }
}
