import { mapSubschemas, propertiesOf, type Schema } from "@contract-toolkit/kernel";
import { conjunctsOf, isAnnotation } from "@contract-toolkit/kernel/schema-algebra";
import { hiddenFields } from "../schemas/flatten.ts";
import { type Flattener } from "../schemas/flat-schema.ts";

/**
 * How a message is read. A sender sends nothing but what is documented (`closed`); a receiver ignores what it does not know
 * (`open`). Where a schema says itself what holds of other fields, that holds.
 */
export type Reading = "closed" | "open";

/**
 * A schema of a part of a message as one schema of its own, for validators: what it refers to is under `$defs`. Of parameters
 * there are no others than those that are documented, even where none is.
 */
export function messageSchema(
  schema: Schema,
  part: string,
  flattener: Flattener,
  reading: Reading,
): Schema {
  const $defs: Record<string, Schema> = {};
  const root = createWriter(flattener, $defs).value(schema, reading);
  const isClosed = part !== "body" && reading === "closed";
  return { ...root, $defs, ...(isClosed && { unevaluatedProperties: false }) };
}

interface Writer {
  /** A schema that a value of its own is held against. */
  readonly value: (schema: Schema, reading: Reading) => Schema;
  /** A schema that holds with others of the same value, which may have fields that this one does not know. */
  readonly part: (schema: Schema, reading: Reading, hidden: ReadonlySet<string>) => Schema;
}

function createWriter(flattener: Flattener, $defs: Record<string, Schema>): Writer {
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

const ofSameValue: ReadonlySet<string> = new Set([
  ...["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas"],
]);

/** What is denied or asked for only has to be what it says: closed, it would deny less. */
const alwaysOpen: ReadonlySet<string> = new Set(["not", "if", "contains", "propertyNames"]);

function keywordsOf(
  schema: Schema,
  reading: Reading,
  hidden: ReadonlySet<string>,
  { value, part }: Writer,
): Schema {
  const { properties, required } = schema;
  const isShown = (name: string) => !hidden.has(name);
  const shown: Schema = {
    ...Object.fromEntries(Object.entries(schema).filter(([keyword]) => !isAnnotation(keyword))),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isShown(name))),
    }),
    ...(required && { required: required.filter(isShown) }),
  };
  return mapSubschemas(shown, (inside, steps) => {
    const [keyword = ""] = steps.split("/");
    const read = alwaysOpen.has(keyword) ? "open" : reading;
    return ofSameValue.has(keyword) ? part(inside, read, hidden) : value(inside, read);
  });
}
