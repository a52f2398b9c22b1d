//! A market price or an index level that is reported again and again: its source has stopped looking.

use engine::thresholds::{REPEATED_DAYS, REPEATED_DIGITS, REPEATED_VALUES};
use engine::withheld_reasons::REPEATED;

use super::levels::levels;
use super::rules::quoted;
use super::statements::listed;

/// How many values in a row may be the same: a token trades on every day, its underlying not on holidays.
const MOST_REPEATS: usize = REPEATED_VALUES;
/// The days before a load in which a run may have begun. In series of rare values there are more: those for which a value is
/// carried, for each value of the shortest run that is withheld.
const DAYS: i32 = REPEATED_DAYS;
/// The most digits of numbers that are fixed on purpose: a peg, an offering price.
const FEW_DIGITS: i32 = REPEATED_DIGITS;

/// Withholds what comes after the tenth of a run, also of a run that began in earlier loads.
pub fn repeated() -> String {
    let before = format!("greatest({DAYS}, {} * s.carry_days)", MOST_REPEATS + 1);
    format!(
        "WITH {levels}, runs AS (
             SELECT series_id, date, value,
                 -- Both numbers grow by one from value to value of a run, so their difference names it.
                 row_number() OVER (PARTITION BY series_id ORDER BY date)
                     - row_number() OVER (PARTITION BY series_id, value ORDER BY date) AS run
             FROM levels WHERE value IS NOT NULL
         ), places AS (
             SELECT series_id, date, row_number() OVER (PARTITION BY series_id, value, run ORDER BY date) AS place
             FROM runs
         )
         UPDATE candidate AS c SET reason = '{reason}' FROM places AS p
         WHERE c.reason IS NULL AND p.series_id = c.series_id AND p.date = c.date AND p.place > {MOST_REPEATS}
             AND length(trim('0' FROM regexp_replace(c.value::numeric::text, '[^0-9]', '', 'g'))) > {FEW_DIGITS}",
        levels = levels(&listed(quoted()), &before, "0"),
        reason = REPEATED.code,
    )
}
