import { mapSubschemas, propertiesOf, type Schema } from "@contract-toolkit/kernel";
import { conjunctsOf, isAnnotation } from "@contract-toolkit/kernel/schema-algebra";
import { hiddenFields } from "../schemas/flatten.ts";
import { type Flattener } from "../schemas/flat-schema.ts";

/**
 * How undocumented fields are treated. A sender sends only documented fields (`closed`). A receiver ignores undocumented
 * ones (`open`). A schema that has a rule for them overrides both.
 */
export type Reading = "closed" | "open";

/**
 * The schema of a part of a message as one self-contained schema for validators, with references under `$defs`. If it is
 * closed, it allows no undocumented parameters, even if no parameter is documented.
 *
 * @param names the names of all fields in the judged messages; the schemas of other fields say nothing about them
 */
export function messageSchema(
  schema: Schema,
  part: string,
  flattener: Flattener,
  reading: Reading,
  names: ReadonlySet<string>,
): Schema {
  const $defs: Record<string, Schema> = {};
  const root = createWriter(flattener, names, $defs).value(schema, reading);
  const isClosed = part !== "body" && reading === "closed";
  return { ...root, $defs, ...(isClosed && { unevaluatedProperties: false }) };
}

interface Writer {
  /** Writes the schema of a whole value. */
  readonly value: (schema: Schema, reading: Reading) => Schema;
  /** Writes a schema that applies to a value together with others, which may document further fields. */
  readonly part: (schema: Schema, reading: Reading, hidden: ReadonlySet<string>) => Schema;
}

function createWriter(
  flattener: Flattener,
  fields: ReadonlySet<string>,
  $defs: Record<string, Schema>,
): Writer {
  const names = new Map<string, string>();
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
      const written = keywordsOf(own, reading, { hidden, fields }, writer);
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
  // The content of a text is validated in place of the text.
  const content = flattener.flat(schema).content;
  if (content) return writer.value(content, reading);
  const written = writer.part(schema, reading, hiddenFields(schema, flattener));
  return reading === "closed" && hasFields(schema, flattener)
    ? { allOf: [written], unevaluatedProperties: false }
    : written;
}

/** Whether a schema documents fields. An object without documented fields may have any. */
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

const ofSameValue: ReadonlySet<string> = new Set([
  ...["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas"],
]);

/** Keywords that only test a value. A closed schema would match fewer values, so a `not` would refuse fewer. */
const alwaysOpen: ReadonlySet<string> = new Set(["not", "if", "contains", "propertyNames"]);

function keywordsOf(
  schema: Schema,
  reading: Reading,
  { hidden, fields }: Readonly<Record<"hidden" | "fields", ReadonlySet<string>>>,
  { value, part }: Writer,
): Schema {
  const { properties, required } = schema;
  const isShown = (name: string) => !hidden.has(name);
  const shown: Schema = {
    ...Object.fromEntries(Object.entries(schema).filter(([keyword]) => !isAnnotation(keyword))),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).filter(([name]) => isShown(name) && fields.has(name)),
      ),
    }),
    ...(required && { required: required.filter(isShown) }),
  };
  return mapSubschemas(shown, (inside, steps) => {
    const [keyword = ""] = steps.split("/");
    const read = alwaysOpen.has(keyword) ? "open" : reading;
    return ofSameValue.has(keyword) ? part(inside, read, hidden) : value(inside, read);
  });
}
