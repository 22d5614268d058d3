import type { Schema } from "contract-kernel";

/** Values at the boundaries of what a schema allows, and just beyond, each with what it is. */
export function boundaryVariants(schema: Schema, value: unknown): [string, unknown][] {
  return [
    ...numberBoundaries(schema),
    ...lengthBoundaries(schema, value),
    ...itemBoundaries(schema, value),
    ...patternBoundaries(schema, value),
    ...enumBoundaries(schema),
    ...formatBoundaries(schema),
  ];
}

function numberBoundaries(schema: Schema): [string, unknown][] {
  return ["minimum", "maximum"].flatMap((keyword) => {
    const bound = schema[keyword];
    if (typeof bound !== "number") return [];
    return [-1, -0.001, 0, 0.001, 1].map((offset): [string, unknown] => [
      `${keyword} ${bound} ${offset < 0 ? "" : "+"}${offset}`,
      bound + offset,
    ]);
  });
}

/** Lengths count characters, of which some take two units of UTF-16. */
const wideCharacter = "\u{1F642}";

function lengthBoundaries(schema: Schema, value: unknown): [string, unknown][] {
  const sample = typeof value === "string" && value !== "" ? value : "x";
  return ["minLength", "maxLength"].flatMap((keyword) => {
    const length = schema[keyword];
    if (typeof length !== "number") return [];
    return [length - 1, length, length + 1]
      .filter((each) => each >= 0)
      .flatMap((each): [string, unknown][] => [
        [`${each} characters`, ofLength(sample, each)],
        [`${each} wide characters`, wideCharacter.repeat(each)],
      ]);
  });
}

/** The sample cut, or drawn out by its last character, which fits most patterns and formats longest. */
function ofLength(sample: string, length: number): string {
  return sample.slice(0, length).padEnd(length, sample.at(-1));
}

function itemBoundaries(schema: Schema, value: unknown): [string, unknown][] {
  const sample: unknown = Array.isArray(value) ? value[0] : undefined;
  return ["minItems", "maxItems"].flatMap((keyword) => {
    const count = schema[keyword];
    if (typeof count !== "number" || sample === undefined) return [];
    return [count - 1, count, count + 1]
      .filter((each) => each >= 0)
      .map((each): [string, unknown] => [
        `${each} items`,
        Array.from({ length: each }, () => sample),
      ]);
  });
}

function patternBoundaries(schema: Schema, value: unknown): [string, unknown][] {
  if (schema["pattern"] === undefined || typeof value !== "string") return [];
  return [
    ["and a line feed", `${value}\n`],
    ["and a space", `${value} `],
    ["after a space", ` ${value}`],
    ["in upper case", value.toUpperCase()],
    ["in lower case", value.toLowerCase()],
    ["without its last character", value.slice(0, -1)],
    ["with a zero in front", `0${value}`],
  ];
}

function enumBoundaries(schema: Schema): [string, unknown][] {
  const allowed = schema["enum"];
  if (!Array.isArray(allowed)) return [];
  return allowed.flatMap((each: unknown): [string, unknown][] => {
    const text = String(each);
    return [
      [`value ${text}`, each],
      [`value ${text} in other case`, otherCase(text)],
      [`value ${text} and a space`, `${text} `],
      [`value ${text} as text`, text],
      [`value ${text} in a list`, [each]],
      [`values in one text`, allowed.join(", ")],
    ];
  });
}

function otherCase(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
}

function formatBoundaries({ format }: Schema): [string, unknown][] {
  const values = typeof format === "string" ? (spellings[format] ?? []) : [];
  return values.map((each) => [`${String(format)} ${String(each)}`, each]);
}

/** Right spellings of formats and those that are nearly right. */
const spellings: Readonly<Record<string, readonly unknown[]>> = {
  "date-time": [
    "2026-02-28T23:59:59Z",
    "2026-02-30T00:00:00Z",
    "2024-02-29T00:00:00z",
    "2026-12-31T23:59:60Z",
    "2026-13-01T00:00:00Z",
    "2026-01-01T24:00:00Z",
    "2026-01-01T00:00:00+07:00",
    "2026-01-01T00:00:00+0700",
    "2026-01-01T00:00:00.123456789-00:00",
    "2026-01-01 00:00:00Z",
    "2026-01-01T00:00Z",
    "2026-01-01T00:00:00",
    "2026-01-01",
  ],
  date: ["2026-02-28", "2026-02-29", "2024-02-29", "26-01-01", "2026-1-1", "2026-01-01T"],
  time: ["08:00:00", "08:00:00Z", "08:00", "24:00:00Z", "08:00:00+07:00"],
  duration: ["PT5M", "P1D", "P", "PT", "5M", "P1W", "P1Y2M3DT4H5M6S"],
  uri: [
    "https://example.org/?q=ü",
    "https://example.org/a b",
    "example.org",
    "//example.org",
    "urn:a:b",
    "a:",
    "https://",
  ],
  uuid: [
    "0f4c8d1e-5a2b-4c3d-8e9f-a0b1c2d3e4f5",
    "urn:uuid:0f4c8d1e-5a2b-4c3d-8e9f-a0b1c2d3e4f5",
    "0f4c8d1e5a2b4c3d8e9fa0b1c2d3e4f5",
    "0f4c8d1e-5a2b-4c3d-8e9f-a0b1c2d3e4fg",
  ],
  email: ["a@example.org", "a@", "a@b", "@example.org", "a b@example.org"],
  byte: ["YQ==", "YQ", "Y", "YWI=", "YWJj", "Y-_=", "YQ==\n"],
  int32: [2 ** 31 - 1, 2 ** 31, -(2 ** 31), -(2 ** 31) - 1, 1.5, 1e21],
  int64: [2 ** 53 - 1, 2 ** 53, 2 ** 63, 2 ** 64, -(2 ** 63), 1.5, 1e300],
  int8: [127, 128, -129],
  uint8: [255, 256, -1],
  int16: [32767, 32768],
  unixtime: [0, -1, 1.5],
  float: [3.5e38, -3.5e38, 1e-46],
  double: [1e308, -0, 5e-324],
  decimal: [1.1, 1e30],
  password: ["\u0000", "päss"],
};
