//! Numbers with their text in JSON.

use super::json::separated;

/// Numbers that are written once; any range of them is then written by copying.
#[derive(Debug)]
pub struct WrittenNumbers {
    numbers: Vec<f64>,
    text: Vec<u8>,
    /// The end of each number in the text.
    ends: Vec<u32>,
}

impl WrittenNumbers {
    pub fn new(numbers: Vec<f64>) -> Self {
        let (mut text, mut ends) = (Vec::new(), Vec::with_capacity(numbers.len()));
        separated(&mut text, numbers.iter().copied(), |end| ends.push(end as u32));
        text.shrink_to_fit();
        Self { numbers, text, ends }
    }

    pub fn numbers(&self) -> &[f64] {
        &self.numbers
    }

    /// The text from one position to another, both included, with commas between the numbers.
    pub fn text(&self, from: usize, to: usize) -> &[u8] {
        let begin = from.checked_sub(1).map_or(0, |before| self.ends[before] as usize + 1);
        &self.text[begin..self.ends[to] as usize]
    }

    /// The memory it takes.
    pub fn bytes(&self) -> usize {
        self.text.len() + self.numbers.len() * (size_of::<f64>() + size_of::<u32>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_range_is_written_as_its_numbers_are() {
        let written = WrittenNumbers::new(vec![1.0, 1.0, 2.25, f64::NAN, -0.0, 1e300]);
        for from in 0..6 {
            for to in from..6 {
                let text = format!("[{}]", String::from_utf8_lossy(written.text(from, to)));
                let expected = serde_json::to_string(&written.numbers()[from..=to]).unwrap();
                assert_eq!(text, expected);
            }
        }
        assert!(written.bytes() > 6 * 12);
    }
}
