// Replaces the parser of rewrites in Next's router, by replacements.mjs. Only a configuration with rewrites calls it, and an
// export, which no server of Next runs, cannot have any.
function refuse(): never {
  throw new Error("An export has no rewrites.");
}

export { refuse as compile, refuse as pathToRegexp, refuse as regexpToFunction };
