//! What a model reads of an output that is too long for it.

use crate::json::RawJson;

/// `output` with at most `most` of its characters: the head, a notice of what is left out, the tail.
/// `None` if it is short enough.
pub(super) fn cut(output: &RawJson, most: usize) -> Option<RawJson> {
    let text = output.to_text();
    let total = text.chars().count();
    if total <= most {
        return None;
    }
    let head = most - most / 3;
    let tail = most - head;
    let at = |index: usize| {
        text.char_indices()
            .nth(index)
            .map_or(text.len(), |(at, _)| at)
    };
    let (begin, end) = (&text[..at(head)], &text[at(total - tail)..]);
    let left_out = total - most;
    let shown =
        format!("{begin}\n[... {left_out} of {total} characters are left out here ...]\n{end}");
    Some(RawJson::of(&shown).expect("a text can be written as JSON"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, most: usize) -> Option<String> {
        cut(&RawJson::of(text).unwrap(), most).map(|json| json.to_text())
    }

    #[test]
    fn a_long_output_keeps_its_head_and_its_tail() {
        let shown = shown("abcdefghij", 6).unwrap();
        assert_eq!(
            shown,
            "abcd\n[... 4 of 10 characters are left out here ...]\nij"
        );
    }

    #[test]
    fn an_output_that_fits_is_left_alone() {
        assert_eq!(shown("abcdef", 6), None);
        assert_eq!(shown("", 0), None);
    }

    #[test]
    fn characters_of_several_bytes_are_never_cut_through() {
        let shown = shown("äöüßéèêç", 3).unwrap();
        assert_eq!(
            shown,
            "äö\n[... 5 of 8 characters are left out here ...]\nç"
        );
    }

    #[test]
    fn json_is_cut_as_the_text_that_the_model_reads() {
        let json = RawJson::parse(r#"{"rows":[1,2,3,4,5,6,7,8,9]}"#).unwrap();
        assert_eq!(
            cut(&json, 12).unwrap().to_text(),
            "{\"rows\":\n[... 16 of 28 characters are left out here ...]\n,9]}"
        );
    }

    #[test]
    fn nothing_may_be_shown() {
        assert_eq!(
            shown("abc", 0).unwrap(),
            "\n[... 3 of 3 characters are left out here ...]\n"
        );
    }
}
