import { isSchema, propertiesOf, type Schema } from "@contract-toolkit/kernel";
import { comparisons } from "@contract-toolkit/kernel/field-rules";
import { asSchema, conjunctsOf } from "@contract-toolkit/kernel/schema-algebra";
import { hiddenFields } from "../schemas/flatten.ts";
import { type Flattener } from "../schemas/flattener.ts";

/**
 * How a message is read. A sender sends nothing but what is documented (`closed`); a receiver ignores what it does not know
 * (`open`). Where a schema says itself what holds of other fields, that holds.
 */
export type Reading = "closed" | "open";

/** A schema of a contract as one schema of its own, for validators: what it refers to is under `$defs`. */
export function messageSchema(schema: Schema, flattener: Flattener, reading: Reading): Schema {
  const $defs: Record<string, Schema> = {};
  const root = createWriter(flattener, $defs).value(schema, reading);
  return { ...root, $defs };
}

/** Parameters, of which there are no others than those that are documented, even where none is. */
export function parametersSchema(schema: Schema, flattener: Flattener, reading: Reading): Schema {
  const written = messageSchema(schema, flattener, reading);
  return reading === "closed" ? { ...written, unevaluatedProperties: false } : written;
}

interface Writer {
  /** A schema that a value of its own is held against. */
  readonly value: (schema: Schema, reading: Reading) => Schema;
  /** A schema that holds with others of the same value, which may have fields that this one does not know. */
  readonly part: (schema: Schema, reading: Reading, hidden: ReadonlySet<string>) => Schema;
}

function createWriter(flattener: Flattener, $defs: Record<string, Schema>): Writer {
  const names = new Map<string, string>();
  /** Makes a definition once, and refers to it. */
  const define = (key: string, make: () => Schema): Schema => {
    const known = names.get(key);
    if (known !== undefined) return { $ref: `#/$defs/${known}` };
    const name = `s${names.size}`;
    names.set(key, name);
    $defs[name] = make();
    return { $ref: `#/$defs/${name}` };
  };
  const writer: Writer = {
    value(schema, reading) {
      const { $ref } = schema;
      const make = () => wholeValue(schema, reading, flattener, writer);
      return typeof $ref === "string" && Object.keys(schema).length === 1
        ? define(`${reading} value ${$ref}`, make)
        : make();
    },
    part(schema, reading, hidden) {
      const { $ref, ...own } = schema;
      const written = keywordsOf(own, reading, hidden, writer);
      if (typeof $ref !== "string") return written;
      const key = `${reading} part ${$ref} without ${[...hidden].sort().join()}`;
      const referred = define(key, () =>
        writer.part(flattener.resolve($ref) ?? {}, reading, hidden),
      );
      return Object.keys(written).length === 0 ? referred : { allOf: [referred, written] };
    },
  };
  return writer;
}

function wholeValue(
  schema: Schema,
  reading: Reading,
  flattener: Flattener,
  writer: Writer,
): Schema {
  // What a text is read as stands in its place.
  const content = flattener.flat(schema).content;
  if (content) return writer.value(content, reading);
  const written = writer.part(schema, reading, hiddenFields(schema, flattener));
  return reading === "closed" && hasFields(schema, flattener)
    ? { allOf: [written], unevaluatedProperties: false }
    : written;
}

/** Whether an object of a schema has documented fields; one that has none may have any. */
function hasFields(schema: Schema, flattener: Flattener, seen: Set<Schema> = new Set()): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  return conjunctsOf([schema], flattener.resolve).some((part) => {
    const branches = [...(part.anyOf ?? []), ...(part.oneOf ?? []), part.then, part.else];
    return (
      propertiesOf(part).length > 0 ||
      branches.some((each) => each && hasFields(each, flattener, seen))
    );
  });
}

const copied = [
  ...["type", "enum", "const", "format", "pattern", "uniqueItems", "multipleOf"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength"],
  ...["minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains"],
  ...comparisons.map(({ name }) => name),
];

function keywordsOf(
  schema: Schema,
  reading: Reading,
  hidden: ReadonlySet<string>,
  { value, part }: Writer,
): Schema {
  const written: Schema = {};
  for (const [keyword, each] of Object.entries(schema)) {
    if (copied.includes(keyword)) written[keyword] = each;
    else if (
      ["items", "additionalProperties", "unevaluatedProperties", "unevaluatedItems"].includes(
        keyword,
      )
    )
      written[keyword] = isSchema(each) ? value(each, reading) : each;
    else if (keyword === "prefixItems")
      written[keyword] = schemasIn(each).map((item) => value(item, reading));
    else if (["allOf", "anyOf", "oneOf"].includes(keyword))
      written[keyword] = schemasIn(each).map((branch) => part(branch, reading, hidden));
    else if (["then", "else"].includes(keyword) && isSchema(each))
      written[keyword] = part(each, reading, hidden);
    // What is denied or asked for only has to be what it says: closed, it would deny less.
    else if (["not", "if"].includes(keyword) && isSchema(each))
      written[keyword] = part(each, "open", hidden);
    else if (["contains", "propertyNames"].includes(keyword) && isSchema(each))
      written[keyword] = value(each, "open");
    else if (keyword === "patternProperties")
      written[keyword] = mapped(each, (one) => value(one, reading));
    else if (keyword === "dependentSchemas")
      written[keyword] = mapped(each, (one) => part(one, reading, hidden));
  }
  return { ...written, ...fields(schema, reading, hidden, value) };
}

function fields(
  { properties, required, dependentRequired }: Schema,
  reading: Reading,
  hidden: ReadonlySet<string>,
  value: Writer["value"],
): Schema {
  const shown = Object.entries(properties ?? {}).filter(([name]) => !hidden.has(name));
  return {
    ...(properties && {
      properties: Object.fromEntries(
        shown.map(([name, each]) => [name, isSchema(each) ? value(each, reading) : each]),
      ),
    }),
    ...(required && { required: required.filter((name) => !hidden.has(name)) }),
    ...(dependentRequired && { dependentRequired }),
  };
}

function schemasIn(value: unknown): Schema[] {
  return Array.isArray(value) ? value.map(asSchema) : [];
}

function mapped(value: unknown, change: (schema: Schema) => Schema): Record<string, Schema> {
  const entries = Object.entries(isSchema(value) ? value : {});
  return Object.fromEntries(entries.map(([name, each]) => [name, change(asSchema(each))]));
}
