import fc from "fast-check";
import {
  isContainer,
  isSchema,
  pointerStep,
  propertiesOf,
  type Schema,
} from "@contract-toolkit/kernel";
import { unionOf } from "@contract-toolkit/kernel/schema-algebra";

/** Values that samples have at a place, by JSON pointer with `[]` for items. */
export type SampleValues = ReadonlyMap<string, readonly unknown[]>;

/** What is drawn at the places of a message. */
export interface Drawing {
  readonly samples: SampleValues;
  /** Whether the value stands in text on the wire: in the path, the query or a header. */
  readonly asText: boolean;
  /** How often anything at all is drawn for a place, where eight times it is something sensible. */
  readonly oddity: 0 | 1;
}

/** How often a documented value is drawn, and one that the schema allows. */
const WEIGHTS = { sample: 6, allowed: 2 } as const;

/** Draws values for a place: mostly what samples have there or what the schema allows, now and then anything at all. */
export function arbitraryOf(
  schema: Schema,
  place: string,
  drawing: Drawing,
): fc.Arbitrary<unknown> {
  const { samples, asText, oddity } = drawing;
  const known = samples.get(place) ?? [];
  return fc.oneof(
    { weight: WEIGHTS.allowed, arbitrary: allowed(schema, place, drawing) },
    {
      weight: oddity,
      arbitrary: asText ? wrongText(schema) : fc.jsonValue({ maxDepth: 2 }),
    },
    ...(known.length > 0 ? [{ weight: WEIGHTS.sample, arbitrary: fc.constantFrom(...known) }] : []),
  );
}

function allowed(schema: Schema, place: string, drawing: Drawing): fc.Arbitrary<unknown> {
  const union = unionOf(schema);
  if (union) return fc.oneof(...union.branches.map((each) => allowed(each, place, drawing)));
  const values: unknown[] = Array.isArray(schema.enum)
    ? schema.enum
    : "const" in schema
      ? [schema.const]
      : [];
  if (values.length > 0) return fc.constantFrom(...values);
  const types = [schema.type ?? (schema.properties ? "object" : "")];
  return fc.oneof(...types.flat().map((type) => ofType(type, schema, place, drawing)));
}

function ofType(
  type: unknown,
  schema: Schema,
  place: string,
  drawing: Drawing,
): fc.Arbitrary<unknown> {
  switch (type) {
    case "object":
      return objectOf(schema, place, drawing);
    case "array":
      return fc.array(
        arbitraryOf(isSchema(schema.items) ? schema.items : {}, `${place}/[]`, drawing),
        { maxLength: 4 },
      );
    case "integer":
      return fc.integer(range(schema));
    case "number":
      return fc.oneof(fc.integer(range(schema)), fc.double({ ...range(schema), noNaN: true }));
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "string":
      return textOf(schema, drawing);
    default:
      return drawing.asText ? plainText(40) : fc.jsonValue({ maxDepth: 2 });
  }
}

/** Draws an object: its fields, some left out, and sometimes one that nobody documented. */
export function objectOf(
  schema: Schema,
  place: string,
  drawing: Drawing,
): fc.Arbitrary<Record<string, unknown>> {
  const required = schema.required ?? [];
  const fields = propertiesOf(schema).map(([name, each]) => {
    const value = arbitraryOf(each, `${place}/${pointerStep(name)}`, drawing);
    const isKept = required.includes(name) && drawing.oddity === 0;
    const freq = required.includes(name) ? 20 : 2;
    return [name, isKept ? value : fc.option(value, { freq, nil: undefined })] as const;
  });
  const field = fc.tuple(fc.constantFrom("undocumented", "id2", "Name"), fc.integer());
  const added = fc.oneof(
    { weight: 10, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: field },
  );
  return fc.tuple(fc.record(Object.fromEntries(fields)), added).map(([object, extra]) => {
    const given = Object.entries(object).filter(([, value]) => value !== undefined);
    const isOpen = extra !== undefined && !drawing.asText;
    return Object.fromEntries(isOpen ? [...given, extra] : given);
  });
}

function range({ minimum, maximum }: Schema): { min: number; max: number } {
  const min = typeof minimum === "number" ? minimum : -1_000_000;
  const max = typeof maximum === "number" ? maximum : min + 2_000_000;
  // One step outside is drawn as well.
  return {
    min: Math.max(min - 1, -(2 ** 31)),
    max: Math.min(max + 1, 2 ** 31 - 1),
  };
}

function textOf(schema: Schema, { asText }: Drawing): fc.Arbitrary<string> {
  const longest = Math.min((schema.maxLength ?? 40) + 1, 600);
  const shortest = Math.min(schema.minLength ?? 0, longest);
  const { pattern, format } = schema;
  const known =
    (typeof pattern === "string" ? matching(pattern) : undefined) ?? formats[String(format)];
  if (known) return known;
  if (asText) return plainText(longest);
  return fc.string({
    minLength: shortest,
    maxLength: longest,
    unit: "grapheme",
    size: "max",
  });
}

/** Text that a pattern allows; nothing where the pattern looks ahead, which cannot be drawn. */
function matching(pattern: string): fc.Arbitrary<string> | undefined {
  if (/\(\?(?!:)/.test(pattern)) return undefined;
  // What may follow an anchor is a line feed; it says nothing about the pattern.
  return fc.stringMatching(new RegExp(pattern)).map((text) => text.replaceAll(/[\r\n]/g, ""));
}

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  "date-time": fc
    .date({
      min: new Date("1990-01-01T00:00:00Z"),
      max: new Date("2090-01-01T00:00:00Z"),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString()),
  uri: fc.webUrl(),
  uuid: fc.uuid(),
  byte: fc.base64String(),
};

function plainText(maxLength: number): fc.Arbitrary<string> {
  return fc
    .string({ minLength: 1, maxLength, unit: "grapheme-ascii" })
    .map((text) => text.trim())
    .filter((text) => text !== "" && text !== "." && text !== "..");
}

/** Text that cannot be read as the type of its place; every text is a string. */
function wrongText(schema: Schema): fc.Arbitrary<unknown> {
  return schema.type === "string" || schema.enum
    ? plainText(60)
    : fc.constantFrom("x", "1x", "0.5", "1e", "--1", "0x10", "NaN", "true1");
}

/** Every value of some messages, by place. */
export function sampleValues(messages: readonly unknown[]): SampleValues {
  const values = new Map<string, unknown[]>();
  const visit = (value: unknown, place: string): void => {
    const held = values.get(place);
    if (held) held.push(value);
    else values.set(place, [value]);
    if (!isContainer(value)) return;
    for (const [name, each] of Object.entries(value))
      visit(each, `${place}/${Array.isArray(value) ? "[]" : pointerStep(name)}`);
  };
  for (const message of messages) visit(message, "");
  return values;
}
