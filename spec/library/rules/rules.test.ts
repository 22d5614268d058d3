import { expect, test } from "vitest";
import { lint } from "../testing/lint.ts";

/** A POST whose body has these fields. */
const sending = (fields: string) => `op send(@body body: Sent): void; model Sent { ${fields} }`;

/** A GET whose response has these fields. */
const reading = (fields: string) => `op read(): Read; model Read { ${fields} }`;

const errors = `@error model Failure<S, B> { @statusCode _: S; @body body: B }
model Refused { @errorCode code: 1 | 2; why: string } model Gone { @errorCode code: int32 }
op read(): string | Failure<400, Refused> | Failure<404, Gone>;`;

const sampled = (returnType: string, title: string) =>
  `@@opExample(read, #{ returnType: ${returnType} }, #{ title: "${title}" });`;
const one = sampled(`#{ _: 400, body: #{ code: 1, why: "no" } }`, "one");
const two = sampled(`#{ _: 400, body: #{ code: 2, why: "no" } }`, "two");

const found = `@error model Missing { @statusCode _: 404; why: string }
model Found { @statusCode _: 200; name: string } op read(): Found | Missing;`;

const taken = `@@choice(Tested, "taken", #{ open: "Which?", chosen: "This." });`;

/** An operation with a sample whose response is an empty list, unless `list` is given. */
const finding = (parameters: string, given: string, list = "") =>
  `@@opExample(find, #{ parameters: #{ ${given} }, returnType: #{ _: 200, found: #[${list}] } }, #{ title: "one" });
op find(${parameters}): { @statusCode _: 200; found: string[]; };`;

/** An operation with two samples. The first has the id 1 and the response a. */
const twins = (given: string, text: string) => {
  const sample = (title: string, parameters: string, response: string) =>
    `@@opExample(find, #{ parameters: #{ ${parameters} }, returnType: #{ _: 200, text: "${response}" } }, #{ title: "${title}" });`;
  return `${sample("one", `id: "1"`, "a")} ${sample("two", given, text)}
@route("/{id}") op find(@path id: string, @query size?: int32, @header language?: string): { @statusCode _: 200; text: string; };`;
};

const nothingFor = (input: string) =>
  `'one' of 'find' sends ${input}, but its response is an empty`;

/** Sources with the beginnings of positions and parts of messages of their findings. */
const sources: readonly [
  rule: string,
  source: string,
  ...found: [at: string, message: string][],
][] = [
  ["bounded-string", "op find(@query name?: string): void;", ["1:9", "'name' takes a string of"]],
  ["bounded-string", sending("names: string[];"), ["1:", "any length. Give it @maxLength or"]],
  ["bounded-string", sending("link: url | int32;"), ["1:", "'link' takes"]],
  ["bounded-string", sending('@pattern("^[a-z]+$") word: string;'), ["1:", "'word' takes"]],
  ["bounded-string", sending('@pattern("^a|b$") word: string;'), ["1:", "'word' takes"]],
  ["bounded-string", sending('@pattern("a$") word: string;'), ["1:", "'word' takes"]],
  ["bounded-string", sending('@pattern("^(ab){2,}$") word: string;'), ["1:", "'word' takes"]],
  ["bounded-string", sending('@unbounded(" ") name: string;'), ["1:", "has no reason. Write"]],
  ["bounded-string", sending('@unbounded("Long.") @maxLength(4) a: string;'), ["1:", "one of the"]],
  ["bounded-string", sending("@maxLength(3) name: string;")],
  ["bounded-string", sending('@pattern("^[A-Z+*]{2}\\\\+(a|b)?[0-9]{1,3}$") name: string;')],
  ["bounded-string", sending('@format("uuid") name: string;')],
  ["bounded-string", sending('@format("ulid") name: string;')],
  ["bounded-string", sending('name: "a" | "b"; count: int32;')],
  [
    "bounded-string",
    `${sending("n: Longer[];")} @maxLength(3) scalar A extends string; scalar Longer extends A;`,
  ],
  ["bounded-string", sending('@unbounded("Names end where they end.") name: string;')],
  [
    "bounded-string",
    '@unbounded("Why.") model Sent { a: string; b: string } op send(@body body: Sent): void;',
  ],
  // Answers and the content of Base64 strings may be of any length.
  [
    "bounded-string",
    "model Event { name: string } op send(@contentSchema(Event) @maxLength(9) @query d: string): { name: string };",
  ],

  [
    "choice-reason",
    '@@choice(Tested, "a", #{ open: " ", chosen: "This." }); op read(): void;',
    ["1:1", "The choice 'a' does not say what is open."],
  ],
  [
    "choice-reason",
    '@@choice(Tested, "b", #{ open: "Which?", chosen: "" }); op read(): void;',
    ["1:1", "The choice 'b' does not say what is chosen."],
  ],
  ["choice-reason", `${taken} op read(): void;`],
  [
    "unused-choice",
    `${taken} op read(): void;`,
    ["1:1", "No @chosen names the choice 'taken'. Mark"],
  ],
  ["unused-choice", `${taken} @@chosen(Tested, "taken"); op read(): void;`],
  ["unused-choice", `${taken} op read(): { @chosen("taken") name: string };`],

  ["documented", "op read(): void;", ["1:1", "Operation 'read' is not documented. Say in"]],
  [
    "documented",
    "/** A. */ op read(@query page?: int32): void;",
    ["1:19", "'page' is not documented."],
  ],
  ["documented", "/** A. */ op read(): { @header etag: string };", ["1:24", "'etag'"]],
  ["documented", "/** A. */ op read(): Item[]; model Item { name: string }", ["1:43", "'name'"]],
  [
    "documented",
    `model Event { name: string }
/** A. */ op take(/** B. */ @contentSchema(Event) @query data: string): void;`,
    ["1:15", "'name'"],
  ],
  // It is reported once, where it is declared.
  [
    "documented",
    `alias Named = { name: string };
model One { ...Named } model Two { ...Named } /** A. */ op read(): One | Two;`,
    ["1:17", "'name'"],
  ],
  [
    "documented",
    "/** A. */ op read(): Item; model Item { /** B. */ name: string } model Unused { name: string }",
  ],

  [
    "error-code",
    "model Plain { why: string } @error model F { @statusCode _: 400; @body body: Plain } op read(): F;",
    ["1:1", "The error body 'Plain' has no code; mark a"],
  ],
  [
    "error-code",
    "@refusal(500) model Crash { why: string } op read(): void;",
    ["1:1", "'Crash' has no code"],
  ],
  [
    "error-code",
    "@error model F { @statusCode _: 400; @errorCode code?: int32 } op read(): F;",
    ["1:38", "The code 'code' is optional; an"],
  ],
  [
    "error-code",
    `@error model F { @statusCode _: 400; @errorCode code: "bad" | 1 } op read(): F;`,
    ["1:38", "The code 'code' is not an integer."],
  ],
  [
    "error-code",
    `model Fixed { @errorCode code: 3 } op next(): { why: string } | Failure<409, Refused | Fixed>; ${errors.replace("op read", '@route("/r") op read')}`,
  ],

  [
    "sampled-error",
    `${two} ${errors}`,
    ["3:1", "declares 400 with code 1 and has no sample of it. Add a"],
    ["3:1", "declares 404 and has no sample of it. Add a"],
  ],
  [
    "sampled-error",
    `@error model A { @statusCode _: 400; @errorCode code: 1 } @error model B { @statusCode _: 403; @errorCode code: 1 }
${sampled("#{ _: 400, code: 1 }", "a")} op read(): string | A | B;`,
    ["2:", "declares 403 with code 1"],
  ],
  [
    "sampled-error",
    `${one} ${two} ${sampled("#{ _: 404, body: #{ code: 9 } }", "gone")} ${errors}`,
  ],
  [
    "sampled-error",
    `@@refusalSamples(Tested, #{ title: "gone", description: "", returnType: #{ _: 404, body: #{ code: 9 } } },
#{ title: "teapot", description: "", returnType: #{ _: 418 } }); ${sampled(`"a"`, "a")} ${one} ${two} ${errors}`,
    ["2:1", "gets the sample 'teapot'"],
  ],

  [
    "sampled-success",
    `${sampled('#{ _: 404, why: "gone" }', "gone")} ${found}`,
    ["2:", "Operation 'read' has no sample of a success. Add a"],
  ],
  ["sampled-success", found, ["2:", "has no sample of a success"]],
  ["sampled-success", `${sampled('#{ _: 200, name: "a" }', "found")} ${found}`],
  ["sampled-success", `${sampled('#{ name: "a" }', "found")} op read(): { name: string };`],

  [
    "stated-offset",
    reading("at: offsetDateTime[];"),
    ["1:", "'at' is a date-time of any offset. State"],
  ],
  ["stated-offset", reading('@format("date-time") at: string;'), ["1:", "'at' is a"]],
  [
    "stated-offset",
    `${reading('@pattern("T") at: Instant;')} @format("date-time") scalar Instant extends string;`,
    ["1:", "'at' is a"],
  ],
  [
    "stated-offset",
    reading('@format("date-time") @pattern("^[0-9]{4}$") year: string;'),
    ["1:", "The pattern of 'year' matches no date-time."],
  ],
  [
    "stated-offset",
    reading('@anyOffset("") @format("date-time") at: string;'),
    ["1:", "@anyOffset of 'at' has no reason. Write"],
  ],
  ["stated-offset", reading('@pattern("\\\\+07:00$") @format("date-time") at: string;')],
  ["stated-offset", reading('@pattern("^[^.]*Z$") @format("date-time") at: string;')],
  [
    "stated-offset",
    `${reading("at: Local;")} @format("date-time") scalar Instant extends string; @pattern("Z$") scalar Local extends Instant;`,
  ],
  [
    "stated-offset",
    reading('@anyOffset("Others write it.") at: offsetDateTime; by: utcDateTime; on: plainDate;'),
  ],

  [
    "sample-depends-on-input",
    finding("@query title?: string", `title: "a&b"`),
    ["2:1", nothingFor("title")],
  ],
  [
    "sample-depends-on-input",
    finding("@path author: string", `author: "a"`),
    ["2:1", nothingFor("author")],
  ],
  [
    "sample-depends-on-input",
    finding("@header language: string", `language: "vi"`),
    ["2:1", nothingFor("language")],
  ],
  [
    "sample-depends-on-input",
    finding("@body wish: { author: string }", `wish: #{ author: "a" }`),
    ["2:1", nothingFor("body.author")],
  ],
  [
    "sample-depends-on-input",
    finding("author: string", `author: "a"`),
    ["2:1", nothingFor("body.author")],
  ],
  ["sample-depends-on-input", finding("@query title?: string", `title: "a&b"`, `"a&b"`)],
  ["sample-depends-on-input", finding("@query title?: string", "")],
  [
    "sample-depends-on-input",
    `${finding("@query title?: string", `title: "a"`)} @@providerState(find, "one", "book", #{ title: "b" });`,
  ],
  // Answers do not depend on credentials and fresh values.
  ["sample-depends-on-input", finding("@header token: string", `token: "<TOKEN>"`)],
  ["sample-depends-on-input", finding("@header @fresh id: string", `id: "a"`)],
  [
    "sample-depends-on-input",
    `@opExample(#{ parameters: #{ id: "7" }, returnType: #{ title: null } }, #{ title: "one" })
op find(@path id: string): { title: string | null };`,
    ["1:1", nothingFor("id")],
  ],
  [
    "sample-depends-on-input",
    `@opExample(#{ parameters: #{ title: "a" }, returnType: "b" }, #{ title: "one" }) op read(@query title: string): string;`,
  ],
  [
    "sample-depends-on-input",
    twins(`id: "1", size: 3`, "a"),
    ["2:1", "'one' and 'two' of 'find' differ only in size"],
  ],
  [
    "sample-depends-on-input",
    twins(`id: "1", language: "vi"`, "a"),
    ["2:1", "differ only in language"],
  ],
  ["sample-depends-on-input", twins(`id: "2"`, "a"), ["2:1", "differ only in id"]],
  ["sample-depends-on-input", twins(`id: "1", size: 3`, "b")],
  ["sample-depends-on-input", twins(`id: "2", size: 3`, "a")],
  [
    "sample-depends-on-input",
    `${twins(`id: "2"`, "a")} @@providerState(find, "two", "text", #{ id: "2" });`,
  ],
];

test.each(sources)("%s: %s", async (rule, source, ...expected) => {
  const findings = await lint(rule, source);
  expect(findings.map(({ at, message }) => [at, message])).toEqual(
    expected.map(([at, message]) => [
      expect.stringMatching(new RegExp(`^${at}`)) as string,
      expect.stringContaining(message) as string,
    ]),
  );
});
