mod encoding;
mod folding;
