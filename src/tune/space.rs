//! The numbers that are tuned, as coordinates: which they are, where they start, how far a step goes and where they end.
//! It knows strategies as the registry does, by names and texts; nothing of games, and nothing of how a search moves.

use anyhow::{Result, bail, ensure};
use unosim_strategies::search::TIME;
use unosim_strategies::{Parameter, Spec};

/// Where a whole number has steps finer than itself, candidates differ in it by so much of 1 or more.
const WHOLE_FLOOR: f64 = 0.3;
/// Bounds are looked for so far from the start.
const FARTHEST: f64 = 1e9;

/// A number that is tuned. Its coordinate is its distance from the start, in steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Dimension {
    /// The parameter.
    pub name: &'static str,
    /// The value in the beginning.
    pub start: f64,
    /// What one step of the coordinate is worth.
    pub step: f64,
    /// The least and the greatest value that the parameter can have.
    pub bounds: (f64, f64),
    /// Whether only whole numbers will do.
    pub whole: bool,
}

impl Dimension {
    fn new(name: &'static str, start: f64, step: Option<f64>, check: Check) -> Dimension {
        let accepts = |value: f64| check(&value.to_string()).is_ok();
        let whole = !accepts(start + 0.01) && !accepts(start - 0.01);
        let bounds = (
            edge(accepts, start, -1.0, whole),
            edge(accepts, start, 1.0, whole),
        );
        let usual = match (whole, start.abs()) {
            (true, size) => (size / 4.0).round().max(1.0),
            (false, 0.0) => (bounds.1 - bounds.0).min(1.0) / 10.0,
            (false, size) => size / 4.0,
        };
        Dimension {
            name,
            start,
            step: step.unwrap_or(usual),
            bounds,
            whole,
        }
    }

    /// The value at a coordinate, not rounded, within the bounds.
    #[must_use]
    pub fn value(&self, coordinate: f64) -> f64 {
        (self.start + coordinate * self.step).clamp(self.bounds.0, self.bounds.1)
    }

    /// That value as it is written: whole, or to a hundredth of a step.
    #[must_use]
    pub fn text(&self, coordinate: f64) -> String {
        let digits = match self.whole {
            true => 0,
            false => (2.0 - self.step.log10().floor()).clamp(0.0, 12.0) as usize,
        };
        // Rounded to zero from below, a number keeps its sign.
        let text = format!("{:.digits$}", self.value(coordinate));
        match text.parse::<f64>() {
            Ok(number) => (number + 0.0).to_string(),
            Err(_) => text,
        }
    }

    /// The least standard deviation of the coordinate with which rounded candidates still differ.
    #[must_use]
    pub fn floor(&self) -> f64 {
        match self.whole {
            true => WHOLE_FLOOR / self.step,
            false => 0.0,
        }
    }
}

type Check = fn(&str) -> Result<String, String>;

/// The last value that is accepted, from `start` in a direction.
fn edge(accepts: impl Fn(f64) -> bool, start: f64, direction: f64, whole: bool) -> f64 {
    let (mut inside, mut stride) = (start, 1.0);
    while stride < FARTHEST && accepts(start + direction * stride) {
        inside = start + direction * stride;
        stride *= 2.0;
    }
    if stride >= FARTHEST {
        return inside;
    }
    let mut outside = start + direction * stride;
    loop {
        let middle = (inside + outside) / 2.0;
        let middle = if whole { middle.round() } else { middle };
        if middle == inside || middle == outside {
            return inside;
        }
        match accepts(middle) {
            true => inside = middle,
            false => outside = middle,
        }
    }
}

/// A strategy with the numbers that are tuned about it.
#[derive(Clone, Debug)]
pub struct Space {
    /// The strategy as it was given.
    pub spec: Spec,
    /// The numbers, in the order of the coordinates.
    pub dimensions: Vec<Dimension>,
}

impl Space {
    /// The parameters of those names, or every number that is not set. Numbers that the strategy chooses itself by the
    /// size of the table start as it chooses them for so many seats.
    ///
    /// # Errors
    /// If a parameter does not exist, is named twice, or is no number; or if there is nothing to tune.
    pub fn new(spec: &Spec, names: Option<&[String]>, seats: usize) -> Result<Space> {
        let own = spec.build().numbers(seats);
        let dimension = |name: &str| {
            // A time budget is no number to be tuned: what it does depends on the machine.
            let tunable = |p: &&Parameter| p.name == name && name != TIME.name;
            let parameter = spec.entry().parameters.iter().find(tunable)?;
            let own = own.iter().find(|number| number.name == name);
            let written = || spec.value(name)?.parse().ok();
            let start = own.map(|number| number.value).or_else(written)?;
            let step = own.map(|number| number.step);
            Some(Dimension::new(parameter.name, start, step, parameter.check))
        };
        let numbers = || {
            let names = spec.entry().parameters.iter().map(|p| p.name);
            names.filter(|name| dimension(name).is_some())
        };
        let strategy = spec.name();
        if numbers().next().is_none() {
            bail!("nothing to tune: no parameter of `{strategy}` is a number");
        }
        let mut dimensions: Vec<Dimension> = Vec::new();
        match names {
            None => {
                let open = |p: &&_| is_open(spec, p);
                dimensions.extend(numbers().filter(open).filter_map(dimension));
                ensure!(
                    !dimensions.is_empty(),
                    "nothing to tune: every number of `{spec}` is set; leave some out, or name them with --parameters"
                );
            }
            Some(names) => {
                for name in names.iter().map(|name| name.trim()) {
                    // Refused, with the nearest name, if there is none of that name.
                    spec.with(name, spec.value(name).unwrap_or_default())?;
                    let Some(dimension) = dimension(name) else {
                        let known: Vec<&str> = numbers().collect();
                        bail!(
                            "`{name}` of `{strategy}` is not a number and cannot be tuned; its numbers are {}",
                            known.join(", ")
                        );
                    };
                    ensure!(
                        dimensions.iter().all(|d| d.name != name),
                        "`{name}` is listed twice among the parameters; leave one of them out"
                    );
                    dimensions.push(dimension);
                }
                ensure!(
                    !dimensions.is_empty(),
                    "nothing to tune: no parameters are listed"
                );
            }
        }
        Ok(Space {
            spec: spec.clone(),
            dimensions,
        })
    }

    /// The strategy at a point.
    ///
    /// # Errors
    /// If a parameter does not accept its value, which its bounds should have ruled out.
    pub fn at(&self, point: &[f64]) -> Result<Spec> {
        let mut spec = self.spec.clone();
        for (dimension, x) in self.dimensions.iter().zip(point) {
            spec = spec.with(dimension.name, &dimension.text(*x))?;
        }
        Ok(spec)
    }

    /// Moves a point that lies beyond bounds onto them.
    pub fn confine(&self, point: &mut [f64]) {
        for (dimension, x) in self.dimensions.iter().zip(point) {
            let (low, high) = dimension.bounds;
            let coordinate = |value: f64| (value - dimension.start) / dimension.step;
            *x = x.clamp(coordinate(low), coordinate(high));
        }
    }
}

/// Whether a parameter is left as the strategy has it.
fn is_open(spec: &Spec, name: &str) -> bool {
    let mut parameters = spec.entry().parameters.iter();
    parameters.any(|p| p.name == name && spec.value(name) == Some(p.default))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space(spec: &str, names: Option<&[&str]>, seats: usize) -> Result<Space> {
        let names = names.map(|names| names.iter().map(|n| n.to_string()).collect::<Vec<_>>());
        Space::new(&Spec::parse(spec).unwrap(), names.as_deref(), seats)
    }

    #[test]
    fn numbers_start_as_they_are_in_force() {
        for (seats, color) in [(2, 47.0), (4, 82.0), (6, 48.0)] {
            let space = space("expert", Some(&["color"]), seats).unwrap();
            let [d] = &space.dimensions[..] else { panic!() };
            assert_eq!((d.start, d.step), (color, 20.0));
            assert_eq!((d.bounds, d.whole), ((-999.0, 999.0), true));
            assert_eq!(
                space.at(&[0.0]).unwrap().value("color"),
                Some(&*color.to_string())
            );
        }
        let set = space("expert(color=-3)", Some(&["color", "near"]), 2).unwrap();
        assert_eq!(set.dimensions[0].start, -3.0);
        assert_eq!(
            set.at(&[0.04, 0.6]).unwrap().to_string(),
            "expert(color=-2,near=4)"
        );
    }

    #[test]
    fn every_number_that_is_not_set_is_tuned() {
        let all = space("expert", None, 2).unwrap().dimensions.len();
        let rest = space("expert(color=71,bluff=1)", None, 2).unwrap();
        assert_eq!(rest.dimensions.len() + 2, all);
        assert!(
            rest.at(&vec![0.0; all - 2])
                .unwrap()
                .to_string()
                .contains("color=71")
        );
    }

    #[test]
    fn decimals_and_bounds_are_those_of_the_check() {
        let space = space("ismcts", None, 2).unwrap();
        let find = |name: &str| space.dimensions.iter().find(|d| d.name == name).unwrap();
        let explore = find("explore");
        assert_eq!(
            (explore.whole, explore.start, explore.step),
            (false, 0.3, 0.075)
        );
        assert!(explore.bounds.0.abs() < 1e-15 && explore.bounds.1 == 10.0);
        assert_eq!(explore.text(0.111), "0.3083");
        assert_eq!(explore.text(-100.0), "0");
        assert_eq!(find("iterations").bounds, (1.0, 1e7));
        let mut point = vec![-1e9; space.dimensions.len()];
        space.confine(&mut point);
        assert!(space.at(&point).is_ok());
        assert_eq!(find("iterations").value(point[0]), 1.0);
    }

    #[test]
    fn what_cannot_be_tuned_is_refused() {
        let error =
            |spec: &str, names: Option<&[&str]>| space(spec, names, 2).unwrap_err().to_string();
        assert!(error("random", None).contains("no parameter of `random` is a number"));
        assert!(error("ranking", None).starts_with("nothing to tune"));
        assert!(error("color-hoarding(hold_wilds=4)", None).contains("every number of"));
        assert!(error("expert", Some(&["colour"])).contains("did you mean `color`?"));
        assert!(error("expert", Some(&["color", "color"])).contains("listed twice"));
        let goal = error("ismcts", Some(&["goal"]));
        assert!(
            goal.contains("`goal` of `ismcts` is not a number"),
            "{goal}"
        );
        assert!(
            goal.ends_with("iterations, explore, bias, prior, margin, drop"),
            "{goal}"
        );
    }
}
