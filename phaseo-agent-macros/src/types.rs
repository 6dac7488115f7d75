//! Types as the user writes them: all that a macro sees of them.

use quote::ToTokens;
use syn::{GenericArgument, PathArguments, PathSegment, Type, TypeReference, parse_quote};

use crate::errors::Errors;

/// Notes what makes a type impossible as (a part of) an input.
pub(crate) fn check_taken(ty: &Type, role: &str, errors: &Errors) {
    match ty {
        Type::Reference(reference) => {
            let owned = owned(reference);
            errors.at(
                ty,
                format!(
                    "{role} owns its input; write `{owned}` in place of `{}`",
                    spelled(ty)
                ),
            );
        }
        Type::ImplTrait(_) => {
            errors.at(
                ty,
                format!(
                    "{role} has one input type; write a concrete type in place of `{}`",
                    spelled(ty)
                ),
            );
        }
        Type::Paren(inner) => check_taken(&inner.elem, role, errors),
        Type::Group(inner) => check_taken(&inner.elem, role, errors),
        Type::Array(array) => check_taken(&array.elem, role, errors),
        Type::Slice(slice) => {
            let item = spelled(&slice.elem);
            errors.at(
                ty,
                format!(
                    "{role} owns its input; write `Vec<{item}>` in place of `{}`",
                    spelled(ty)
                ),
            );
        }
        Type::Tuple(tuple) => tuple
            .elems
            .iter()
            .for_each(|part| check_taken(part, role, errors)),
        Type::Path(path) => {
            for segment in &path.path.segments {
                check_arguments(segment, role, errors);
            }
        }
        _ => {}
    }
}

fn check_arguments(segment: &PathSegment, role: &str, errors: &Errors) {
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else {
        return;
    };
    for argument in &arguments.args {
        match argument {
            GenericArgument::Type(ty) => check_taken(ty, role, errors),
            // One with a name is the function's, which cannot have it.
            GenericArgument::Lifetime(lifetime) if lifetime.ident == "_" => {
                errors.at(
                    lifetime,
                    format!("{role} owns its input; write a type without a lifetime, or `'static`"),
                );
            }
            _ => {}
        }
    }
}

/// Notes what is borrowed in a type that is returned.
pub(crate) fn check_owned(ty: &Type, role: &str, errors: &Errors) {
    match ty {
        Type::Reference(reference) if !is_static(reference) => {
            let (owned, borrowed) = (owned(reference), spelled(ty));
            let message =
                format!("{role} owns what it returns; write `{owned}` in place of `{borrowed}`");
            errors.at(ty, message);
        }
        Type::Tuple(tuple) => tuple
            .elems
            .iter()
            .for_each(|part| check_owned(part, role, errors)),
        _ => {
            let arguments = last_segment(ty).map(|segment| &segment.arguments);
            let Some(PathArguments::AngleBracketed(arguments)) = arguments else {
                return;
            };
            for argument in &arguments.args {
                if let GenericArgument::Type(ty) = argument {
                    check_owned(ty, role, errors);
                }
            }
        }
    }
}

/// Makes everything static that is borrowed in a type; whether there was something.
pub(crate) fn make_static(ty: &mut Type) -> bool {
    match ty {
        Type::Reference(reference) => {
            let found = !is_static(reference);
            reference.lifetime = Some(parse_quote!('static));
            make_static(&mut reference.elem) || found
        }
        Type::Tuple(tuple) => tuple
            .elems
            .iter_mut()
            .fold(false, |found, part| make_static(part) | found),
        Type::Path(path) => {
            let segment = path.path.segments.last_mut();
            let Some(PathArguments::AngleBracketed(arguments)) =
                segment.map(|segment| &mut segment.arguments)
            else {
                return false;
            };
            arguments
                .args
                .iter_mut()
                .fold(false, |found, argument| match argument {
                    GenericArgument::Type(ty) => make_static(ty) | found,
                    _ => found,
                })
        }
        _ => false,
    }
}

/// An extractor that lacks the type of what it gives, and how it is written with one.
pub(crate) fn without_type(ty: &Type) -> Option<&'static str> {
    let segment = last_segment(ty).filter(|segment| segment.arguments.is_none())?;
    match segment.ident.to_string().as_str() {
        "State" => Some("State<Desk>"),
        "RunContext" => Some("RunContext<Session>"),
        "Progress" => Some("Progress<u32>"),
        _ => None,
    }
}

fn is_static(reference: &TypeReference) -> bool {
    let lifetime = reference.lifetime.as_ref();
    lifetime.is_some_and(|lifetime| lifetime.ident == "static")
}

/// The owned type to write in place of a borrowed one.
fn owned(reference: &TypeReference) -> String {
    match &*reference.elem {
        Type::Path(path) if path.path.is_ident("str") => "String".to_owned(),
        Type::Path(path)
            if path
                .path
                .segments
                .last()
                .is_some_and(|last| last.ident == "Path") =>
        {
            "PathBuf".to_owned()
        }
        Type::Slice(slice) => format!("Vec<{}>", spelled(&slice.elem)),
        other => spelled(other),
    }
}

/// A type as people write it.
pub(crate) fn spelled(ty: &impl ToTokens) -> String {
    let mut text = String::new();
    for part in ty.to_token_stream().to_string().split(' ') {
        let word = |letter: Option<char>| {
            letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_')
        };
        let glue = word(text.chars().last()) && word(part.chars().next()) || text.ends_with(',');
        text.push_str(if glue { " " } else { "" });
        text.push_str(part);
    }
    text
}

/// Whether a type is plainly one of std's that every input can have, as far as its name tells.
pub(crate) fn is_plain(ty: &Type) -> bool {
    const PLAIN: [&str; 17] = [
        "String", "bool", "char", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32",
        "i64", "i128", "isize", "f32", "f64",
    ];
    let Some(segment) = last_segment(ty) else {
        return false;
    };
    match &segment.arguments {
        PathArguments::None => PLAIN.iter().any(|name| segment.ident == name),
        PathArguments::AngleBracketed(arguments) => {
            ["Option", "Vec"].iter().any(|name| segment.ident == name)
                && arguments
                    .args
                    .iter()
                    .all(|argument| matches!(argument, GenericArgument::Type(ty) if is_plain(ty)))
        }
        PathArguments::Parenthesized(_) => false,
    }
}

/// The last segment of a type's path.
pub(crate) fn last_segment(ty: &Type) -> Option<&PathSegment> {
    match ty {
        Type::Path(path) if path.qself.is_none() => path.path.segments.last(),
        // What a macro of the user's gives.
        Type::Group(group) => last_segment(&group.elem),
        _ => None,
    }
}
