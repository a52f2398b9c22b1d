//! The numbers of checks and methods that texts state, too, as `proto/declared/thresholds.json` has them for services and web.

// A constant for each number, named like it in capital letters. Percentages are not fractions: a threshold of 10% is 10.
include!(concat!(env!("OUT_DIR"), "/thresholds.rs"));
