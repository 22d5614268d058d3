import type { Diagnostic } from "@typespec/compiler";
import { isSchema, readPosition, schemaProperties, type Schema } from "@contract-toolkit/contract";
import type { Spec } from "../compile.ts";
import { messagesOf } from "../validation/service-schemas.ts";
import { defsReference } from "../validation/schemas.ts";
import type { Service } from "../service-model/service.ts";
import { specFault, targetAt, withCommonAdvice } from "./spec-fault.ts";

/** Advice about recursive unions that take exponential time to validate. */
const unionAdvice =
  "Give the union the decorator @discriminated, so that a field of the value names the variant, or let its variants contain the union in fields of different names.";

/**
 * Finds unions that may validate one part of a value twice at every level of nesting: two variants contain the union
 * again in the same place, and no discriminator distinguishes them. A union that is its own variant is one of them.
 */
export function exponentialUnions(spec: Spec, services: readonly Service[]): Diagnostic[] {
  const positions = services.flatMap((service) => {
    const { $defs } = messagesOf(service);
    const components = new Map(
      Object.entries($defs).map(([name, schema]) => [defsReference(name), schema]),
    );
    const found: string[] = [];
    const visit = (schema: Schema, outer: string | undefined): void => {
      const position = schema["x-position"] ?? outer;
      if (position !== undefined && isExponential(schema, components)) found.push(position);
      for (const item of listSubschemas(schema)) visit(item, position);
    };
    for (const schema of components.values()) visit(schema, undefined);
    return found;
  });
  const message =
    "two variants of this union contain the union again in the same place, and no discriminator distinguishes them. The time to validate a value grows exponentially with its nesting.";
  const found = [...new Set(positions)].flatMap((text) => {
    const position = readPosition(text);
    return position ? specFault(targetAt(spec, position), "exponential-union", message) : [];
  });
  return withCommonAdvice(found, unionAdvice);
}

type Components = ReadonlyMap<string, Schema>;

type Pair = readonly [Schema, Schema];

/**
 * Follows two variants while they validate the same part of a value (ambiguity of an automaton): both may reach the
 * union.
 */
function isExponential(union: Schema, components: Components): boolean {
  const variants = unionBranches(union).filter((variant) =>
    refersToSchema(variant, union, components),
  );
  if (
    variants.some((variant) =>
      appliedBy(variant, components).some((applied) => applied.schema === union),
    )
  )
    return true;
  const pairs = variants.flatMap((variant, index) =>
    variants.slice(index + 1).map((later): Pair => [variant, later]),
  );
  const known = new Map<Schema, Set<Schema>>();
  for (const [first, second] of pairs) {
    const seconds = known.get(first) ?? new Set();
    if (seconds.has(second)) continue;
    known.set(first, seconds.add(second));
    for (const [left, right] of appliedTogether(first, second, components)) {
      if (left === union && right === union) return true;
      pairs.push(...samePlaces(left, right));
    }
  }
  return false;
}

function refersToSchema(from: Schema, target: Schema, components: Components): boolean {
  const found = new Set([from]);
  for (const schema of found) {
    if (schema === target) return true;
    const referred = referredComponent(schema, components);
    for (const item of [...listSubschemas(schema), ...(referred ? [referred] : [])])
      found.add(item);
  }
  return false;
}

/** A schema that applies to the same value, and the discriminator values that lead to it. */
interface Applied {
  readonly schema: Schema;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Pairs of schemas that `one` and `other` apply to one value, without contradicting discriminator values. */
function appliedTogether(first: Schema, second: Schema, components: Components): Pair[] {
  const rights = appliedBy(second, components);
  return appliedBy(first, components).flatMap((left) =>
    rights
      .filter((right) => agree(left.values, right.values))
      .map((right): Pair => [left.schema, right.schema]),
  );
}

/** A schema and the schemas that it applies to the same value. */
function appliedBy(first: Schema, components: Components): Applied[] {
  const found: Applied[] = [];
  const visit = (schema: Schema, values: Applied["values"], outer: readonly Schema[]): void => {
    if (outer.includes(schema)) return;
    found.push({ schema, values });
    const referred = referredComponent(schema, components);
    for (const item of [
      ...(referred ? [referred] : []),
      ...unionBranches(schema),
      ...(schema.allOf ?? []),
    ]) {
      const { if: condition, then } = item;
      const isConditional = isSchema(condition) && isSchema(then);
      const more = isConditional ? conditionConstants(condition) : {};
      if (agree(values, more))
        visit(isConditional ? then : item, { ...values, ...more }, [...outer, schema]);
    }
  };
  visit(first, {}, []);
  return found;
}

function conditionConstants(condition: Schema): Record<string, unknown> {
  return Object.fromEntries(
    schemaProperties(condition).flatMap(([name, field]) =>
      "const" in field ? [[name, field.const]] : [],
    ),
  );
}

function agree(left: Applied["values"], right: Applied["values"]): boolean {
  return Object.entries(left).every(([name, value]) => !(name in right) || right[name] === value);
}

/** Pairs of schemas for the same part of a value: a field of one name, or the items of a list. */
function samePlaces(first: Schema, second: Schema): Pair[] {
  const [fields, others] = [new Map(schemaProperties(first)), new Map(schemaProperties(second))];
  const [rest, otherRest] = [additionalSchema(first), additionalSchema(second)];
  const names = new Set([...fields.keys(), ...others.keys()]);
  const [items, otherItems] = [first.items, second.items];
  return [
    ...[...names].map((name) => [fields.get(name) ?? rest, others.get(name) ?? otherRest] as const),
    [rest, otherRest] as const,
    [items, otherItems] as const,
  ].flatMap(([left, right]): Pair[] => (isSchema(left) && isSchema(right) ? [[left, right]] : []));
}

/** The schema of the fields without a declared name. */
function additionalSchema({ additionalProperties, unevaluatedProperties }: Schema): unknown {
  return additionalProperties ?? unevaluatedProperties;
}

function unionBranches({ anyOf = [], oneOf = [] }: Schema): Schema[] {
  return [...anyOf, ...oneOf];
}

function listSubschemas(schema: Schema): Schema[] {
  return [
    ...unionBranches(schema),
    ...(schema.allOf ?? []),
    ...[schema.then, schema.items, additionalSchema(schema)].filter(isSchema),
    ...schemaProperties(schema).map(([, field]) => field),
  ];
}

function referredComponent({ $ref }: Schema, components: Components): Schema | undefined {
  return typeof $ref === "string" ? components.get($ref) : undefined;
}
