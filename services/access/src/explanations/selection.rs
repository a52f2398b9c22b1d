//! The selection of a request for an explanation.

use policy::Selection;
use proto::access::v1::{Dimension, SelectedValues};

use crate::input::Checks;
use crate::limits::MOST_SELECTED_IDS;

/// The records with these values; values that are not valid are refused by their fields.
pub fn selection(checks: &mut Checks, selected: &[SelectedValues]) -> Selection {
    let mut selection = Selection::everything();
    if selected.iter().map(|values| values.ids.len()).sum::<usize>() > MOST_SELECTED_IDS {
        checks.refuse("selected", format!("must have at most {MOST_SELECTED_IDS} values"));
        return selection;
    }
    for (place, values) in selected.iter().enumerate() {
        let path = format!("selected[{place}].dimension");
        let dimension: Dimension = checks.choice(&path, values.dimension);
        selection = selection.with(dimension, values.ids.iter().copied());
    }
    selection
}
