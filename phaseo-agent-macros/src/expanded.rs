//! What typical tools and agents expand to, kept as readable Rust in `tests/macros/expanded`: of `NAME.rs`,
//! which users would write, there is `NAME.expanded.rs`. `EXPANDED=overwrite` writes them anew.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, File, Item, Meta};

use crate::{expanded_agent, expanded_block, expanded_tool};

#[test]
fn typical_tools_and_agents_expand_to_what_is_kept() {
    let overwrite = env::var("EXPANDED").is_ok_and(|value| value == "overwrite");
    let changed: Vec<_> = written()
        .into_iter()
        .filter(|path| {
            let expansion = prettyplease::unparse(&expanded(path));
            let kept = path.with_extension("expanded.rs");
            if overwrite {
                fs::write(&kept, &expansion).expect("the folder can be written");
            }
            fs::read_to_string(kept).ok() != Some(expansion)
        })
        .collect();
    assert_eq!(
        changed,
        Vec::<PathBuf>::new(),
        "these expand to something else than what is kept; read it with `EXPANDED=overwrite`"
    );
}

#[test]
fn an_expansion_decides_nothing() {
    for path in written() {
        let words = words(expanded(&path).into_token_stream());
        for word in ["if", "match", "while", "loop"] {
            assert!(
                !words.contains(word),
                "`{word}` in the expansion of {path:?}"
            );
        }
    }
}

#[test]
fn a_tool_costs_at_most_50_lines_beside_its_function_and_its_input() {
    for path in written() {
        if read(&path).attribute != "tool" {
            continue;
        }
        let mut file = expanded(&path);
        file.items
            .retain(|item| !is_function(item) && !is_of_input(item));
        let lines = prettyplease::unparse(&file).lines().count();
        println!("{lines} lines beside {path:?}");
        assert!((20..=50).contains(&lines), "{lines} lines beside {path:?}");
    }
}

/// Whether it is the user's function, which is no test.
fn is_function(item: &Item) -> bool {
    matches!(item, Item::Fn(function) if !function.attrs.iter().any(|attribute| attribute.path().is_ident("test")))
}

/// Whether it is the input struct, or what derives its schema.
fn is_of_input(item: &Item) -> bool {
    match item {
        Item::Struct(item) => item.ident.to_string().ends_with("Input"),
        Item::Const(item) => words(item.to_token_stream()).contains("JsonSchema"),
        _ => false,
    }
}

/// The files as users would write them.
fn written() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/macros/expanded");
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| !path.to_string_lossy().ends_with(".expanded.rs"))
        .collect();
    paths.sort();
    assert!(paths.len() >= 10, "{paths:?}");
    paths
}

/// One item under one of our attributes.
struct Written {
    attribute: String,
    options: TokenStream,
    item: TokenStream,
}

fn read(path: &Path) -> Written {
    let parser = |input: ParseStream<'_>| {
        let mut attributes = input.call(Attribute::parse_outer)?;
        let is_ours = |attribute: &Attribute| {
            ["tool", "agent"]
                .iter()
                .any(|name| attribute.path().is_ident(name))
        };
        let index = attributes
            .iter()
            .position(is_ours)
            .expect("one attribute is ours");
        let ours = attributes.remove(index);
        let mut item: TokenStream = attributes.iter().map(ToTokens::to_token_stream).collect();
        item.extend(input.parse::<TokenStream>()?);
        Ok(Written {
            attribute: ours.path().to_token_stream().to_string(),
            options: match ours.meta {
                Meta::List(list) => list.tokens,
                _ => TokenStream::new(),
            },
            item,
        })
    };
    let source = fs::read_to_string(path).expect("the file can be read");
    parser.parse_str(&source).expect("the file is one item")
}

fn expanded(path: &Path) -> File {
    let Written {
        attribute,
        options,
        item,
    } = read(path);
    let words = words(item.clone());
    let expand = match attribute.as_str() {
        "tool" => expanded_tool,
        _ if words.contains("impl") => expanded_block,
        _ => expanded_agent,
    };
    let expansion = expand(options, item);
    assert!(
        !expansion.to_string().contains("compile_error"),
        "{path:?}: {expansion}"
    );
    syn::parse2(expansion).expect("an expansion is Rust")
}

/// All words in tokens.
fn words(tokens: TokenStream) -> HashSet<String> {
    tokens
        .into_iter()
        .flat_map(|token| match token {
            TokenTree::Group(group) => words(group.stream()),
            other => HashSet::from([other.to_string()]),
        })
        .collect()
}
