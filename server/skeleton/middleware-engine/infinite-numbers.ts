/** Keywords that an infinite number breaks, as which `JSON.parse` reads 1e400. */
export function keywordsAgainst(infinite: number): readonly string[] {
  return [
    ...(infinite > 0 ? ["maximum", "exclusiveMaximum"] : ["minimum", "exclusiveMinimum"]),
    ...["multipleOf", "enum", "const"],
  ];
}
