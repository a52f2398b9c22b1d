//! The files of `deploy/seed/timeseries`, which are part of the program.

use crate::import::Input;

const FILES: &[(&str, &[u8])] = kit::bundled_files! {
    "../../../deploy/seed/timeseries/":
    "manifest.json"
    "series.csv"
    "ecb_fx_daily.csv"
    "euro_area_zero_curve_daily.csv"
    "fred_cpiaucsl.csv"
    "fred_dcoilbrenteu.csv"
    "fred_dcoilwtico.csv"
    "fred_dtwexbgs.csv"
    "fred_fedfunds.csv"
    "fred_m2sl.csv"
    "fred_rrpontsyd.csv"
    "fred_t10y2y.csv"
    "gold_price_usd_monthly.csv"
    "us_treasury_cmt_fred_daily.csv"
    "us_treasury_par_yields_daily.csv"
};

/// Every file of deploy/seed/timeseries.
pub fn files() -> Vec<Input> {
    FILES.iter().map(|(name, bytes)| Input::bundled(name, bytes)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use engine::day;

    use super::*;

    /// Early days of which FRED states a spread that was rounded otherwise.
    const EARLY_ROUNDING: [&str; 2] = ["1990-11-21", "1991-01-29"];

    /// The numbers of a column by day.
    fn column(file: &str, name: &str) -> BTreeMap<&'static str, f64> {
        let (_, bytes) = *FILES.iter().find(|(known, _)| *known == file).unwrap();
        let mut lines = std::str::from_utf8(bytes).unwrap().lines();
        let place = lines.next().unwrap().split(',').position(|column| column == name).unwrap();
        let row = |line: &'static str| {
            Some((line.split(',').next()?, line.split(',').nth(place)?.parse().ok()?))
        };
        lines.filter_map(row).collect()
    }

    #[test]
    fn constant_maturities_are_the_par_yields_on_all_common_days() {
        for tenor in ["m3", "m6", "y1", "y2", "y5", "y7", "y10", "y20", "y30"] {
            let constant = column("us_treasury_cmt_fred_daily.csv", tenor);
            let par = column("us_treasury_par_yields_daily.csv", tenor);
            let pairs = par.iter().filter_map(|(day, par)| Some((day, *par, *constant.get(day)?)));
            let mut common = 0;
            for (day, par, constant) in pairs {
                assert!((par - constant).abs() < 1e-9, "{tenor} of {day}: {par} and {constant}");
                common += 1;
            }
            assert!(common > 7_000, "{tenor}: {common}");
        }
    }

    #[test]
    fn the_spread_is_the_10_year_minus_the_2_year_yield() {
        let ten_years = column("us_treasury_cmt_fred_daily.csv", "y10");
        let two_years = column("us_treasury_cmt_fred_daily.csv", "y2");
        let spread = column("fred_t10y2y.csv", "value");
        let mut common = 0;
        let mut differing = Vec::new();
        for (day, spread) in &spread {
            let (Some(ten), Some(two)) = (ten_years.get(day), two_years.get(day)) else { continue };
            common += 1;
            if (ten - two - spread).abs() > 0.01 + 1e-9 {
                differing.push(*day);
            }
        }
        assert_eq!(differing, EARLY_ROUNDING);
        assert!(common > 11_000, "{common}");
    }

    #[test]
    fn the_spread_and_its_yields_end_within_a_week() {
        let last = |file, name| day::parse(column(file, name).keys().next_back().unwrap()).unwrap();
        let spread = last("fred_t10y2y.csv", "value");
        for tenor in ["y2", "y10"] {
            let days = spread.abs_diff(last("us_treasury_cmt_fred_daily.csv", tenor));
            assert!(days <= 7, "{tenor}: {days}");
        }
    }
}
