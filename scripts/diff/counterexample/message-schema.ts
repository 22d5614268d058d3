import {
  isSchema,
  mapSubschemas,
  pointerName,
  pointerStep,
  type Schema,
} from "@contract-toolkit/contract";
import { isAnnotationKeyword } from "@contract-toolkit/contract/schema-algebra";
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
 * @param message the part to judge. Schemas of fields and items that it does not have are left out, because a large contract
 *   has too many; the result is right for all messages with the same fields.
 */
export function messageSchema(
  schema: Schema,
  part: string,
  flattener: Flattener,
  reading: Reading,
  message: unknown,
): Schema {
  const $defs: Record<string, Schema> = {};
  const whole: Values = { path: "", all: [message] };
  const root = createWriter(flattener, $defs).value(schema, reading, whole);
  const isClosed = part !== "body" && reading === "closed";
  return { ...root, $defs, ...(isClosed && { unevaluatedProperties: false }) };
}

/** The values of a message at one place. */
interface Values {
  /** A pointer. Steps with an unescaped `~` lead to items, to all fields and to their names. */
  readonly path: string;
  readonly all: readonly unknown[];
}

interface Writer {
  /** Writes the schema of a whole value. */
  readonly value: (schema: Schema, reading: Reading, values: Values) => Schema;
  /** Writes a schema that applies to a value together with others, which may document further fields. */
  readonly part: (
    schema: Schema,
    reading: Reading,
    values: Values,
    hidden: ReadonlySet<string>,
  ) => Schema;
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
    value(schema, reading, values) {
      const { $ref } = schema;
      const make = () => wholeValue(schema, reading, values, flattener, writer);
      return typeof $ref === "string" && Object.keys(schema).length === 1
        ? define(`${reading} value ${$ref} at ${values.path}`, make)
        : make();
    },
    part(schema, reading, values, hidden) {
      const { $ref, ...own } = schema;
      const written = keywordsOf(own, reading, values, hidden, writer);
      if (typeof $ref !== "string") return written;
      const key = `${reading} part ${$ref} at ${values.path} without ${[...hidden].sort().join()}`;
      const referred = define(key, () =>
        writer.part(flattener.resolve($ref) ?? {}, reading, values, hidden),
      );
      return Object.keys(written).length === 0 ? referred : { allOf: [referred, written] };
    },
  };
  return writer;
}

function wholeValue(
  schema: Schema,
  reading: Reading,
  values: Values,
  flattener: Flattener,
  writer: Writer,
): Schema {
  // The content of a text is validated in place of the text.
  const content = flattener.flat(schema).content;
  if (content) return writer.value(content, reading, values);
  const written = writer.part(schema, reading, values, hiddenFields(schema, flattener));
  return reading === "closed" && documentsFields(schema, flattener)
    ? { allOf: [written], unevaluatedProperties: false }
    : written;
}

/** Whether a schema documents fields. An object without documented fields may have any. */
function documentsFields(schema: Schema, flattener: Flattener, seen = new Set<Schema>()): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  const { properties, unions, conditions } = flattener.flat(schema);
  const branches = [
    ...unions.flatMap((union) => union.branches),
    ...conditions.flatMap(({ then = {}, else: otherwise = {} }) => [then, otherwise]),
  ];
  return properties.size > 0 || branches.some((branch) => documentsFields(branch, flattener, seen));
}

const ofSameValue: ReadonlySet<string> = new Set([
  ...["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas"],
]);

/** Keywords that only test a value. A closed schema would match fewer values, so a `not` would refuse fewer. */
const alwaysOpen: ReadonlySet<string> = new Set(["not", "if", "contains", "propertyNames"]);

function keywordsOf(
  schema: Schema,
  reading: Reading,
  values: Values,
  hidden: ReadonlySet<string>,
  { value, part }: Writer,
): Schema {
  const { properties, required } = schema;
  const isShown = (name: string) => !hidden.has(name);
  const isUsed = (name: string) =>
    valuesUnderSubschema(values, ["properties", name]).all.length > 0;
  const shown: Schema = {
    ...Object.fromEntries(
      Object.entries(schema).filter(([keyword]) => !isAnnotationKeyword(keyword)),
    ),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).filter(([name]) => isShown(name) && isUsed(name)),
      ),
    }),
    ...(required && { required: required.filter(isShown) }),
  };
  return mapSubschemas(shown, (inside, steps) => {
    const [keyword = "", step = ""] = steps.split("/");
    const read = alwaysOpen.has(keyword) ? "open" : reading;
    if (ofSameValue.has(keyword)) return part(inside, read, values, hidden);
    const within = valuesUnderSubschema(values, [keyword, pointerName(step)]);
    return within.all.length === 0 ? {} : value(inside, read, within);
  });
}

/** The values that a subschema applies to. */
function valuesUnderSubschema(
  { path, all }: Values,
  [keyword, step]: readonly [string, string],
): Values {
  const lists = all.filter((value): value is unknown[] => Array.isArray(value));
  const objects = all.filter(isSchema);
  switch (keyword) {
    case "properties":
      return {
        path: `${path}/${pointerStep(step)}`,
        all: objects.flatMap((object) => (Object.hasOwn(object, step) ? [object[step]] : [])),
      };
    case "propertyNames":
      return { path: `${path}/~name`, all: objects.flatMap((object) => Object.keys(object)) };
    case "prefixItems":
      return {
        path: `${path}/~item${step}`,
        all: lists.flatMap((list) => list.slice(Number(step), Number(step) + 1)),
      };
    case "items":
    case "unevaluatedItems":
    case "contains":
      return { path: `${path}/~items`, all: lists.flat() };
    default:
      return { path: `${path}/~fields`, all: objects.flatMap((object) => Object.values(object)) };
  }
}
