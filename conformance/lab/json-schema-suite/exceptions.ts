/** What a validator judges otherwise than the suite. */
export interface Exception {
  readonly reason: string;
  /** Whether ajv throws when it compiles the schemas of these groups. */
  readonly isRefused?: true;
  /** Each begins with `file | group | test`. */
  readonly of: readonly string[];
  /** How many tests have another verdict. */
  readonly tests: number;
}

/** What both validators judge otherwise, as the documentation says. */
const ofBoth: readonly Exception[] = [
  {
    reason: "TypeSpec writes durations of ISO 8601, which may have fractions and leave out units",
    of: [
      "optional/format/duration | validation of duration strings | fractional duration",
      "optional/format/duration | validation of duration strings | years and days cannot appear",
      "optional/format/duration | validation of duration strings | hours and seconds cannot",
      "optional/format/duration | validation of duration strings | a comma as the decimal",
    ],
    tests: 4,
  },
  {
    reason: "TypeSpec's `plainTime` has this format and no offset",
    of: ["optional/format/time | validation of time strings | no time offset"],
    tests: 2,
  },
  {
    reason: "programs cannot open these URIs, so they are invalid here (docs/decisions/0009)",
    of: ["optional/format/uri | validation of URIs | URI with "],
    tests: 2,
  },
  {
    reason:
      "labels of other scripts are checked by their characters only: the rules need tables of Unicode",
    of: ["optional/format/hostname | validation of A-label (punycode) host names | "],
    tests: 23,
  },
];

const ofCompiled: readonly Exception[] = [
  {
    reason: "the validators of requests fill in defaults; invalid defaults are refused before",
    of: ["default | "],
    tests: 3,
  },
  {
    reason: "a field named __proto__ is refused when a contract is generated",
    of: ["properties | properties whose names are Javascript object property names | __proto__"],
    tests: 1,
  },
  {
    reason: "ajv forgets what `if` evaluates where it has no `then`; contracts always write both",
    of: ["unevaluatedProperties | unevaluatedProperties with if/then/else, then not defined | "],
    tests: 2,
  },
  {
    reason: "the strict mode of ajv refuses schemas that look like a mistake; contracts have none",
    isRefused: true,
    of: [
      "if-then-else | ignore if without then or else",
      "if-then-else | ignore then without if",
      "if-then-else | ignore else without if",
      "if-then-else | non-interference across combined schemas",
      "maxContains | maxContains without contains is ignored",
      "minContains | minContains without contains is ignored",
      "minContains | maxContains < minContains",
      "minContains | minContains = 0 | ",
      "properties | properties, patternProperties, additionalProperties interaction",
      "unevaluatedProperties | unevaluatedProperties can see annotations from if without then",
    ],
    tests: 28,
  },
];

export const exceptions: Readonly<Record<"compiled" | "second", readonly Exception[]>> = {
  compiled: [...ofBoth, ...ofCompiled],
  second: ofBoth,
};
