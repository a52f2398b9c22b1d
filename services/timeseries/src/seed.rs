//! The files that come with the program.

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
