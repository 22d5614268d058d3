/** What a validator judges otherwise than the suite. */
export interface Exception {
  readonly reason: string;
  /** Whether ajv throws when it compiles the schemas of these groups. */
  readonly isRefused?: true;
  /** Beginnings of `file group value`. */
  readonly of: readonly string[];
  /** How many tests have another verdict. */
  readonly tests: number;
}

/** What both validators judge otherwise, as the documentation says. */
const ofBoth: readonly Exception[] = [
  {
    reason: "TypeSpec writes durations of ISO 8601, which may have fractions and leave out units",
    of: [
      'optional/format/duration 0 "PT0.5S"',
      'optional/format/duration 0 "P1Y2D"',
      'optional/format/duration 0 "PT1H2S"',
      'optional/format/duration 0 "PT0,5S"',
    ],
    tests: 4,
  },
  {
    reason: "TypeSpec's `plainTime` has this format and no offset",
    of: ['optional/format/time 0 "12:00:00'],
    tests: 2,
  },
  {
    reason: "programs cannot open these URIs, so they are invalid here (docs/decisions/0009)",
    of: [
      'optional/format/uri 0 "http://087.10.0.1/"',
      'optional/format/uri 0 "http://999.999.999.999/"',
    ],
    tests: 2,
  },
  {
    reason:
      "labels of other scripts are checked by their characters only: the rules need tables of Unicode",
    of: ["optional/format/hostname 1 "],
    tests: 23,
  },
];

const ofCompiled: readonly Exception[] = [
  {
    reason: "the validators of requests fill in defaults; invalid defaults are refused before",
    of: ["default "],
    tests: 3,
  },
  {
    reason: "a field named __proto__ is refused when a contract is generated",
    of: ['properties 5 {"__proto__":"foo"}'],
    tests: 1,
  },
  {
    reason: "ajv forgets what `if` evaluates where it has no `then`; contracts always write both",
    of: ["unevaluatedProperties 15 "],
    tests: 2,
  },
  {
    reason: "the strict mode of ajv refuses schemas that look like a mistake; contracts have none",
    isRefused: true,
    of: [
      "if-then-else 0 ",
      "if-then-else 1 ",
      "if-then-else 2 ",
      "if-then-else 6 ",
      "maxContains 0 ",
      "minContains 0 ",
      "minContains 5 ",
      "minContains 6 ",
      "properties 1 ",
      "unevaluatedProperties 38 ",
    ],
    tests: 28,
  },
];

export const exceptions: Readonly<Record<"compiled" | "second", readonly Exception[]>> = {
  compiled: [...ofBoth, ...ofCompiled],
  second: ofBoth,
};
