//! An `impl` block under `#[agent]`, as written.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{Parse, ParseStream, Parser};
use syn::{
    Attribute, Generics, Meta, Signature, Token, Type, Visibility, WhereClause, braced, parse2,
};

use crate::errors::Errors;
use crate::function::Function;
use crate::options::Options;
use crate::owner::Owner;
use crate::tool;

use super::super::syntax::OPTIONS;

/// A block with the options of its `#[agent]`.
pub(crate) struct Block {
    pub(crate) options: Options,
    pub(crate) head: Head,
    pub(crate) items: Vec<Item>,
}

/// What stands before the items.
pub(crate) struct Head {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) generics: Generics,
    /// The trait, of `impl Trait for Type`.
    pub(crate) of_trait: Option<Type>,
    pub(crate) ty: Type,
    pub(crate) clause: Option<WhereClause>,
    /// `#![..]` in its braces.
    pub(crate) inner: Vec<Attribute>,
}

/// One item of the block.
pub(crate) enum Item {
    /// A method under `#[tool]`.
    Tool(tool::syntax::Written),
    /// The method under `#[prompt]`.
    Prompt(Function),
    /// Everything else.
    Other(TokenStream),
}

/// Whether an item under `#[agent]` is a block.
pub(crate) fn is_block(item: &TokenStream) -> bool {
    let parser = |input: ParseStream<'_>| {
        input.call(Attribute::parse_outer)?;
        let block = input.peek(Token![impl]);
        input.parse::<TokenStream>()?;
        Ok(block)
    };
    parser.parse2(item.clone()).unwrap_or(false)
}

/// Reads the attribute and the block. `None` if the block cannot be read.
pub(crate) fn parse(attribute: TokenStream, item: TokenStream, errors: &Errors) -> Option<Block> {
    let parser = |input: ParseStream<'_>| {
        let mut head = Head::parse(input)?;
        let content;
        braced!(content in input);
        head.inner = content.call(Attribute::parse_inner)?;
        let owner = Owner::of(&head.ty);
        let mut items = Vec::new();
        while !content.is_empty() {
            items.push(self::item(&content, owner.as_ref(), errors)?);
        }
        let options = match &owner {
            Some(owner) => owner.without_self(attribute),
            None => attribute,
        };
        Ok(Block {
            options: Options::parse(options, OPTIONS, errors),
            head,
            items,
        })
    };
    let item = item.into_iter().map(spread).collect();
    parser.parse2(item).map_err(|error| errors.add(error)).ok()
}

/// The block with the items that a macro of the user's gives in a row with the others.
fn spread(token: TokenTree) -> TokenTree {
    let TokenTree::Group(block) = &token else {
        return token;
    };
    if block.delimiter() != Delimiter::Brace {
        return token;
    }
    let items = block.stream().into_iter().flat_map(|token| match token {
        TokenTree::Group(given) if given.delimiter() == Delimiter::None => given.stream(),
        other => other.into(),
    });
    let mut spread = Group::new(Delimiter::Brace, items.collect());
    spread.set_span(block.span());
    spread.into()
}

impl Parse for Head {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        input.parse::<Token![impl]>()?;
        let generics = input.parse()?;
        let first: Type = input.parse()?;
        let (of_trait, ty) = match input.parse::<Option<Token![for]>>()? {
            Some(_) => (Some(first), input.parse()?),
            None => (None, first),
        };
        Ok(Self {
            attributes,
            generics,
            of_trait,
            ty,
            clause: input.parse()?,
            inner: Vec::new(),
        })
    }
}

fn item(input: ParseStream<'_>, owner: Option<&Owner>, errors: &Errors) -> syn::Result<Item> {
    if !Function::is_next(input)? {
        return other(input).map(Item::Other);
    }
    let mut function: Function = input.parse()?;
    let mut marks = Vec::new();
    function.attributes.retain(|attribute| {
        let mark = is_mark(attribute, "tool") || is_mark(attribute, "prompt");
        if mark {
            marks.push(attribute.clone());
        }
        !mark
    });
    let (Some(mark), Some(owner)) = (marks.first(), owner) else {
        return Ok(Item::Other(function.kept_as_it_is()));
    };
    for second in &marks[1..] {
        errors.at(
            &second.meta,
            "a method is one tool or the prompt; keep one of its attributes",
        );
    }
    function.owner = Some(owner.clone());
    let signature = owner.without_self(function.signature.to_token_stream());
    if let Ok(signature) = parse2::<Signature>(signature) {
        function.signature = signature;
    }
    let options = options(mark, errors);
    if is_mark(mark, "prompt") {
        if !options.is_empty() {
            let message = "`#[prompt]` takes no options; they stand in the block's `#[agent(..)]`";
            errors.at(options, message);
        }
        return Ok(Item::Prompt(function));
    }
    let options = owner.without_self(options);
    Ok(Item::Tool(tool::syntax::Written::of_method(
        options, function, errors,
    )))
}

/// Whether an attribute has this name, whatever the path before it.
fn is_mark(attribute: &Attribute, name: &str) -> bool {
    let path = attribute.path();
    path.segments
        .last()
        .is_some_and(|last| last.ident == name && last.arguments.is_none())
}

fn options(mark: &Attribute, errors: &Errors) -> TokenStream {
    match &mark.meta {
        Meta::Path(_) => TokenStream::new(),
        Meta::List(list) => list.tokens.clone(),
        Meta::NameValue(value) => {
            errors.at(
                value,
                "options stand in parentheses; write `#[tool(timeout = \"3s\")]`",
            );
            TokenStream::new()
        }
    }
}

/// An item that is no function: what comes before the next `;` or block.
fn other(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let mut tokens = TokenStream::new();
    for attribute in input.call(Attribute::parse_outer)? {
        attribute.to_tokens(&mut tokens);
    }
    input.parse::<Visibility>()?.to_tokens(&mut tokens);
    let valued = input.peek(Token![const]) || input.peek(Token![type]);
    while !input.is_empty() {
        let token: TokenTree = input.parse()?;
        let ends = match &token {
            TokenTree::Punct(punct) => punct.as_char() == ';',
            TokenTree::Group(group) => !valued && group.delimiter() == Delimiter::Brace,
            _ => false,
        };
        token.to_tokens(&mut tokens);
        if ends {
            break;
        }
    }
    Ok(tokens)
}
