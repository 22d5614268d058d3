import {
  isObject,
  isSchema,
  ownValue,
  pointerStep,
  schemaProperties,
  type Schema,
} from "@contract-toolkit/contract";
import {
  breaksComparison,
  comparedFields,
  type Comparison,
  isCompared,
} from "@contract-toolkit/contract/field-rules";
import { strictestCounts } from "@contract-toolkit/contract/schema-algebra";
import { accepts } from "../second-validator/oracle.ts";
import { branchesOf } from "./parts.ts";
import { MOST_ITEMS, makeOptional, UnderivableError, type Making, type Place } from "./place.ts";

/** Makes an object that keeps several schemas and their conditions (`if`, `dependentRequired`). */
export function makeObject(parts: readonly Schema[], place: Place, making: Making): unknown {
  let all = parts;
  let within = place.within;
  // The fields that one condition requires may make other conditions hold.
  for (let round = 0; ; round += 1) {
    const object = makeFields(all, { ...place, within }, making);
    const added = consequencesOf(all, object);
    if (added.length === 0) return object;
    if (round === MOST_ROUNDS)
      throw new UnderivableError(place.pointer, "has conditions that depend on each other", parts);
    const further = making.split(added, within);
    all = [
      ...all.map((schema) => (conditional(schema, object) ? withoutCondition(schema) : schema)),
      ...further.parts,
    ];
    within = further.within;
    if (branchesOf(all)) return making.make({ ...place, within, schemas: all });
  }
}

/** Objects have fewer conditions. */
const MOST_ROUNDS = 50;

/** What a schema asks of an object by its condition. */
function conditional(
  { if: condition, then, else: otherwise }: Schema,
  object: object,
): Schema | undefined {
  return condition && (accepts(condition, object) ? then : otherwise);
}

function withoutCondition({ if: _, then: __, else: ___, ...own }: Schema): Schema {
  return own;
}

function consequencesOf(parts: readonly Schema[], object: object): Schema[] {
  const requiring = parts.flatMap(({ dependentRequired = {} }) =>
    Object.entries(dependentRequired).flatMap(([name, required]) =>
      Object.hasOwn(object, name) &&
      required.some((requiredName) => !Object.hasOwn(object, requiredName))
        ? [{ required }]
        : [],
    ),
  );
  const asked = parts.map((part) => conditional(part, object));
  return [...asked, ...requiring].filter((each) => each !== undefined);
}

function makeFields(
  parts: readonly Schema[],
  place: Place,
  making: Making,
): Record<string, unknown> {
  const required = new Set(parts.flatMap((part) => part.required ?? []));
  const compared = parts.flatMap(comparedFields);
  const fields = Map.groupBy(parts.flatMap(schemaProperties), ([name]) => name);
  for (const name of required)
    if (!fields.has(name)) fields.set(name, undocumentedFieldSchemas(parts, name));
  const object = new Map<string, unknown>();
  const field = (name: string, schemas: readonly Schema[]) => {
    const own = compared.filter((comparedFields) => comparedFields.field === name);
    const hints = own.flatMap(({ rule, sibling }) => hintsOf(rule, object.get(sibling)));
    const made = (variant: number) =>
      making.make({
        schemas: [...schemas, ...hints],
        within: place.within,
        pointer: `${place.pointer}/${pointerStep(name)}`,
        depth: place.depth + 1,
        variant,
        like: isObject(place.like) ? ownValue(place.like, name) : undefined,
      });
    const isBroken = (value: unknown) =>
      own.some(({ rule, sibling }) => breaksComparison(rule, value, object.get(sibling)));
    const first = made(place.variant);
    return isBroken(first) ? made(place.variant + 1) : first;
  };
  const isKept = (name: string, schemas: readonly Schema[]) => {
    const value = isObject(place.like) ? ownValue(place.like, name) : undefined;
    return value !== undefined && schemas.every((schema) => accepts(schema, value));
  };
  // A field is made after the field that it is compared with.
  const isLater = (name: string) =>
    Number(compared.some((comparedFields) => comparedFields.field === name));
  const names = [...fields.keys()].sort((left, right) => isLater(left) - isLater(right));
  const { min: least, max: most } = strictestCounts(parts, "Properties");
  for (const name of names) {
    const schemas = (fields.get(name) ?? []).map(([, schema]) => schema);
    if (required.has(name) || isKept(name, schemas)) object.set(name, field(name, schemas));
    else if (
      making.fill.fields === "documented" &&
      isRoom(object, required, most) &&
      !refersTo(schemas, place.within)
    )
      makeOptional(() => void object.set(name, field(name, schemas)), undefined, place, making);
  }
  fillUp(object, least, {
    names,
    fieldOf: (name) =>
      field(
        name,
        (fields.get(name) ?? undocumentedFieldSchemas(parts, name)).map(([, schema]) => schema),
      ),
  });
  return Object.fromEntries(
    [...fields.keys(), ...object.keys()]
      .filter((name) => object.has(name))
      .map((name) => [name, object.get(name)]),
  );
}

function isRoom(object: ReadonlyMap<string, unknown>, required: ReadonlySet<string>, most: number) {
  const missing = [...required].filter((name) => !object.has(name)).length;
  return object.size + missing < most;
}

function refersTo(schemas: readonly Schema[], within: Place["within"]): boolean {
  const written = JSON.stringify(schemas);
  return within.some((name) => written.includes(JSON.stringify(name)));
}

function undocumentedFieldSchemas(parts: readonly Schema[], name: string): [string, Schema][] {
  const rests = parts.flatMap((part) => [part.additionalProperties, part.unevaluatedProperties]);
  return rests.filter(isSchema).map((schema) => [name, schema]);
}

interface Fields {
  readonly names: readonly string[];
  readonly fieldOf: (name: string) => unknown;
}

function fillUp(object: Map<string, unknown>, least: number, { names, fieldOf }: Fields): void {
  const further = Array.from(
    { length: Math.min(least, MOST_ITEMS) },
    (_, index) => `name${index + 1}`,
  );
  for (const name of [...names, ...further]) {
    if (object.size >= least) return;
    if (!object.has(name)) object.set(name, fieldOf(name));
  }
}

function hintsOf(rule: Comparison, sibling: unknown): Schema[] {
  return rule.hint && isCompared(rule, sibling) ? [rule.hint(sibling)] : [];
}
