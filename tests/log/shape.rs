//! What the types of the format declare, as serde sees it.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde::de::value::Error;
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, Error as _, VariantAccess, Visitor};

/// The names of the fields of `T`, which is a struct, or of the variants of `T`, which is an enum.
pub(super) fn names_in<T: for<'de> Deserialize<'de>>() -> BTreeSet<String> {
    declared::<T>(None)
}

/// The names of the fields of one variant of `T`; none if it has no named ones.
pub(super) fn fields_of<T: for<'de> Deserialize<'de>>(variant: &str) -> BTreeSet<String> {
    declared::<T>(Some(variant))
}

fn declared<T: for<'de> Deserialize<'de>>(variant: Option<&str>) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let shape = Shape {
        variant,
        names: &mut names,
    };
    assert!(T::deserialize(shape).is_err(), "there is nothing to read");
    names
}

/// A deserializer that has no value. It notes what it is asked for.
struct Shape<'a> {
    variant: Option<&'a str>,
    names: &'a mut BTreeSet<String>,
}

impl Shape<'_> {
    fn note<R>(self, names: &[&str]) -> Result<R, Error> {
        self.names.extend(names.iter().map(ToString::to_string));
        Err(Error::custom("noted"))
    }
}

impl<'de> Deserializer<'de> for Shape<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        self.note(&[])
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Error> {
        self.note(fields)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.variant {
            Some(_) => visitor.visit_enum(self),
            None => self.note(variants),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map identifier ignored_any
    }
}

impl<'de> EnumAccess<'de> for Shape<'_> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Error> {
        let name = self.variant.unwrap_or_default();
        let name = serde::de::value::StrDeserializer::<Error>::new(name);
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'de> VariantAccess<'de> for Shape<'_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        self.note(&[])
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, _: T) -> Result<T::Value, Error> {
        self.note(&[])
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Error> {
        self.note(&[])
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Error> {
        self.note(fields)
    }
}
