//! Types that tools take and give back, each with what makes random values of it.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;

use chrono::{DateTime, Utc};
use garde::Validate;
use proptest::prelude::*;
use proptest::{collection, option};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(super) struct Scalars {
    flag: bool,
    letter: char,
    text: String,
    nothing: (),
}

pub(super) fn scalars() -> impl Strategy<Value = Scalars> {
    (any::<bool>(), any::<char>(), any::<String>()).prop_map(|(flag, letter, text)| Scalars {
        flag,
        letter,
        text,
        nothing: (),
    })
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(super) struct Integers {
    byte: u8,
    signed_byte: i8,
    short: u16,
    signed_short: i16,
    word: u32,
    signed_word: i32,
    long: u64,
    signed_long: i64,
    size: usize,
    one_or_more: NonZeroU32,
}

pub(super) fn integers() -> impl Strategy<Value = Integers> {
    let small = any::<(u8, i8, u16, i16)>();
    let large = any::<(u32, i32, u64, i64, usize, NonZeroU32)>();
    (small, large).prop_map(
        |(
            (byte, signed_byte, short, signed_short),
            (word, signed_word, long, signed_long, size, one_or_more),
        )| Integers {
            byte,
            signed_byte,
            short,
            signed_short,
            word,
            signed_word,
            long,
            signed_long,
            size,
            one_or_more,
        },
    )
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(super) struct Floats {
    single: f32,
    double: f64,
}

pub(super) fn floats() -> impl Strategy<Value = Floats> {
    use proptest::num::{f32, f64};
    // JSON has no infinity.
    let single = f32::NORMAL | f32::SUBNORMAL | f32::ZERO;
    let double = f64::NORMAL | f64::SUBNORMAL | f64::ZERO;
    (single, double).prop_map(|(single, double)| Floats { single, double })
}

/// A text of each kind.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
pub(super) struct Texts {
    /// Three to twelve characters.
    #[garde(length(min = 3, max = 12))]
    sized: String,
    /// A ticket, such as `AB-12`.
    #[garde(pattern("^[A-Z]{2}-[0-9]{1,4}$"))]
    ticket: String,
    #[garde(ascii)]
    plain: String,
    #[garde(email)]
    mail: String,
    #[garde(inner(length(min = 2)))]
    maybe: Option<String>,
}

pub(super) fn texts() -> impl Strategy<Value = Texts> {
    (
        "[a-z]{3,12}",
        "[A-Z]{2}-[0-9]{1,4}",
        "[ -~]{0,9}",
        "[a-z]{1,9}@[a-z]{1,9}\\.org",
        option::of("[a-z]{2,5}"),
    )
        .prop_map(|(sized, ticket, plain, mail, maybe)| Texts {
            sized,
            ticket,
            plain,
            mail,
            maybe,
        })
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
pub(super) struct Ranges {
    #[garde(range(min = 1, max = 10))]
    stars: u8,
    #[garde(range(min = -40, max = 60))]
    degrees: i32,
    #[garde(range(min = 0.0, max = 1.0))]
    share: f64,
    #[garde(range(min = 7))]
    least: u64,
}

pub(super) fn ranges() -> impl Strategy<Value = Ranges> {
    (1..=10_u8, -40..=60_i32, 0.0..=1.0, 7_u64..).prop_map(|(stars, degrees, share, least)| {
        Ranges {
            stars,
            degrees,
            share,
            least,
        }
    })
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase")]
pub(super) struct Renamed {
    #[garde(length(min = 2, max = 8))]
    family_name: String,
    #[serde(rename = "type")]
    #[garde(range(max = 9))]
    kind: u8,
    #[garde(dive)]
    home_address: Address,
}

pub(super) fn renamed() -> impl Strategy<Value = Renamed> {
    ("[a-z]{2,8}", 0..=9_u8, address()).prop_map(|(family_name, kind, home_address)| Renamed {
        family_name,
        kind,
        home_address,
    })
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
pub(super) struct Defaults {
    #[serde(default)]
    #[garde(skip)]
    count: u32,
    #[serde(default = "german")]
    #[garde(length(equal = 2))]
    language: String,
    #[garde(range(max = 5))]
    maybe: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[garde(length(min = 1))]
    note: Option<String>,
}

fn german() -> String {
    "de".to_owned()
}

pub(super) fn defaults() -> impl Strategy<Value = Defaults> {
    (
        any::<u32>(),
        "[a-z]{2}",
        option::of(0..=5_u8),
        option::of("[a-z]{1,4}"),
    )
        .prop_map(|(count, language, maybe, note)| Defaults {
            count,
            language,
            maybe,
            note,
        })
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Colour {
    DarkRed,
    Green,
    /// As the sky.
    Blue,
}

pub(super) fn colour() -> impl Strategy<Value = Colour> {
    prop::sample::select(vec![Colour::DarkRed, Colour::Green, Colour::Blue])
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(tag = "op", rename_all = "kebab-case")]
pub(super) enum Operation {
    MoveTo {
        #[garde(range(max = 9))]
        x: u8,
        #[garde(skip)]
        y: i64,
    },
    Say {
        #[garde(length(max = 5))]
        text: String,
    },
    Stop,
}

pub(super) fn operation() -> impl Strategy<Value = Operation> {
    prop_oneof![
        (0..=9_u8, any::<i64>()).prop_map(|(x, y)| Operation::MoveTo { x, y }),
        "[a-z]{0,5}".prop_map(|text| Operation::Say { text }),
        Just(Operation::Stop),
    ]
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
pub(super) enum Shape {
    Nothing,
    Circle(#[garde(range(max = 9))] u8),
    Line(#[garde(skip)] u8, #[garde(skip)] i16),
    Box {
        #[garde(range(min = 1, max = 9))]
        width: u8,
    },
}

pub(super) fn shape() -> impl Strategy<Value = Shape> {
    prop_oneof![
        Just(Shape::Nothing),
        (0..=9_u8).prop_map(Shape::Circle),
        any::<(u8, i16)>().prop_map(|(start, end)| Shape::Line(start, end)),
        (1..=9_u8).prop_map(|width| Shape::Box { width }),
    ]
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", content = "of")]
pub(super) enum Payment {
    Cash,
    Card(String),
}

pub(super) fn payment() -> impl Strategy<Value = Payment> {
    prop_oneof![Just(Payment::Cash), any::<String>().prop_map(Payment::Card)]
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Amount {
    Count(u8),
    Text(String),
    Range { from: u8, to: u8 },
}

pub(super) fn amount() -> impl Strategy<Value = Amount> {
    prop_oneof![
        any::<u8>().prop_map(Amount::Count),
        any::<String>().prop_map(Amount::Text),
        any::<(u8, u8)>().prop_map(|(from, to)| Amount::Range { from, to }),
    ]
}

/// Where somebody lives.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
pub(super) struct Address {
    #[garde(length(min = 2, max = 20))]
    city: String,
    #[garde(skip)]
    number: u16,
}

fn address() -> impl Strategy<Value = Address> {
    ("[a-z]{2,20}", any::<u16>()).prop_map(|(city, number)| Address { city, number })
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
pub(super) struct Order {
    #[garde(skip)]
    item: String,
    #[garde(dive)]
    to: Address,
    /// Where the bill goes.
    #[garde(dive)]
    bill_to: Option<Address>,
}

pub(super) fn order() -> impl Strategy<Value = Order> {
    (any::<String>(), address(), option::of(address())).prop_map(|(item, to, bill_to)| Order {
        item,
        to,
        bill_to,
    })
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
pub(super) struct Lists {
    #[garde(length(min = 1, max = 4), inner(length(min = 2)))]
    tags: Vec<String>,
    #[garde(dive)]
    addresses: Vec<Address>,
    #[garde(skip)]
    once: BTreeSet<u8>,
    #[garde(skip)]
    three: [i8; 3],
}

pub(super) fn lists() -> impl Strategy<Value = Lists> {
    (
        collection::vec("[a-z]{2,4}", 1..=4),
        collection::vec(address(), 0..3),
        collection::btree_set(any::<u8>(), 0..4),
        any::<[i8; 3]>(),
    )
        .prop_map(|(tags, addresses, once, three)| Lists {
            tags,
            addresses,
            once,
            three,
        })
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
pub(super) struct Maps {
    #[garde(skip)]
    counts: BTreeMap<String, u8>,
    #[garde(skip)]
    by_number: BTreeMap<u16, bool>,
    #[garde(dive)]
    homes: BTreeMap<String, Address>,
}

pub(super) fn maps() -> impl Strategy<Value = Maps> {
    (
        collection::btree_map("[a-z]{1,3}", any::<u8>(), 0..4),
        collection::btree_map(any::<u16>(), any::<bool>(), 0..4),
        collection::btree_map("[a-z]{1,3}", address(), 0..3),
    )
        .prop_map(|(counts, by_number, homes)| Maps {
            counts,
            by_number,
            homes,
        })
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
pub(super) struct Tree {
    #[garde(length(min = 1))]
    name: String,
    #[garde(dive)]
    children: Vec<Self>,
    #[garde(dive)]
    next: Option<Box<Self>>,
}

pub(super) fn tree() -> impl Strategy<Value = Tree> {
    let leaf = "[a-z]{1,4}".prop_map(|name| Tree {
        name,
        children: Vec::new(),
        next: None,
    });
    leaf.prop_recursive(3, 8, 2, |tree| {
        let children = collection::vec(tree.clone(), 0..3);
        ("[a-z]{1,4}", children, option::of(tree)).prop_map(|(name, children, next)| Tree {
            name,
            children,
            next: next.map(Box::new),
        })
    })
}

/// Out of a hundred.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
pub(super) struct Score(#[garde(range(max = 100))] u8);

pub(super) fn score() -> impl Strategy<Value = Score> {
    (0..=100_u8).prop_map(Score)
}

pub(super) fn tuple() -> impl Strategy<Value = (u8, String, Option<bool>)> {
    any::<(u8, String, Option<bool>)>()
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(super) struct Stamp {
    id: Uuid,
    at: DateTime<Utc>,
    seen: Option<DateTime<Utc>>,
}

pub(super) fn stamp() -> impl Strategy<Value = Stamp> {
    // From the year 1 to the year 9999.
    let time = || {
        (-62_135_596_800..=253_402_300_799_i64, 0..1_000_000_000_u32).prop_map(
            |(seconds, nanoseconds)| {
                DateTime::from_timestamp(seconds, nanoseconds).expect("a year of four digits")
            },
        )
    };
    (any::<u128>(), time(), option::of(time())).prop_map(|(id, at, seen)| Stamp {
        id: Uuid::from_u128(id),
        at,
        seen,
    })
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
pub(super) struct Flattened {
    #[garde(skip)]
    query: String,
    #[serde(flatten)]
    #[garde(dive)]
    page: Page,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
pub(super) struct Page {
    #[garde(range(min = 1, max = 50))]
    size: u8,
    #[garde(skip)]
    after: Option<String>,
}

pub(super) fn flattened() -> impl Strategy<Value = Flattened> {
    let page = (1..=50_u8, any::<Option<String>>()).prop_map(|(size, after)| Page { size, after });
    (any::<String>(), page).prop_map(|(query, page)| Flattened { query, page })
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Closed {
    name: String,
    inner: Inner,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Inner {
    number: i32,
}

pub(super) fn closed() -> impl Strategy<Value = Closed> {
    any::<(String, i32)>().prop_map(|(name, number)| Closed {
        name,
        inner: Inner { number },
    })
}
