import {
  isSchema,
  pointerStep,
  type Schema,
  schemaProperties,
  valueAt,
  withoutValue,
  withValue,
  ownValue,
} from "@contract-toolkit/contract";
import { accepts } from "../../second-validator/oracle.ts";
import { keepComparisons, siblingPointer } from "./keep-comparisons.ts";
import { boundaryValuesOf, type BoundaryValue, type Proposal } from "./boundary-values.ts";
import { propertySchema, type Rule } from "../rule.ts";
import { instanceOf } from "../../message-generator/value.ts";

export interface Completed {
  readonly message: unknown;
  readonly pointer: string;
  readonly isUnchanged: boolean;
}

/** A message that has the place of a rule, and the base that it was made from. */
export interface Candidate<Base> extends Completed {
  readonly base: Base;
}

export function candidatesOf<Base extends { readonly message: unknown }>(
  bases: readonly Base[],
  schema: Schema,
  rule: Rule,
): Candidate<Base>[] {
  return bases
    .map((base) => ({ base, ...complete(schema, rule, base.message) }))
    .map((candidate) => withCondition(withSibling(candidate, rule), rule))
    .map((candidate) => withDependents(candidate, schema, rule))
    .sort((left, right) => Number(right.isUnchanged) - Number(left.isUnchanged));
}

export function boundaryValuesAt(rule: Rule, candidate?: Completed): BoundaryValue[] {
  return candidate
    ? boundaryValuesOf(
        rule,
        valueAt(candidate.message, candidate.pointer),
        valueAt(candidate.message, siblingPointer(candidate.pointer, rule.sibling?.name ?? "")),
      )
    : boundaryValuesOf(rule, undefined);
}

export function propose(
  { base, message, pointer }: Candidate<{ readonly message: unknown }>,
  { keyword, compared = [] }: Rule,
  proposal: Proposal,
): unknown {
  if (proposal === "keep") return message;
  if (proposal !== "remove") {
    const proposed = withValue(message, pointer, proposal.value);
    return keepComparisons(proposed, pointer, compared, valueAt(message, pointer));
  }
  const isAbsent = valueAt(base.message, pointer) === undefined;
  return keyword === "optional" && isAbsent ? base.message : withoutValue(message, pointer);
}

/** Adds the sibling that a field is compared with, if it is missing. */
function withSibling<Base>(candidate: Candidate<Base>, rule: Rule): Candidate<Base> {
  if (rule.sibling === undefined) return candidate;
  const pointer = siblingPointer(candidate.pointer, rule.sibling.name);
  if (valueAt(candidate.message, pointer) !== undefined) return candidate;
  const message = withValue(candidate.message, pointer, instanceOf(rule.sibling.schema));
  return { ...candidate, message, isUnchanged: false };
}

/** Gives the siblings of a field the values under which it is required. */
function withCondition<Base>(
  candidate: Candidate<Base>,
  { keyword, schema }: Rule,
): Candidate<Base> {
  const conditions = keyword === "requiredWhen" && schema.if ? schemaProperties(schema.if) : [];
  const message = conditions.reduce((changed, [name, condition]) => {
    const pointer = siblingPointer(candidate.pointer, name);
    const value = valueAt(changed, pointer);
    return value !== undefined && accepts(condition, value)
      ? changed
      : withValue(changed, pointer, instanceOf(condition));
  }, candidate.message);
  return {
    ...candidate,
    message,
    isUnchanged: message === candidate.message && candidate.isUnchanged,
  };
}

/** Adds the siblings that a field requires. */
function withDependents<Base>(
  candidate: Candidate<Base>,
  schema: Schema,
  { path }: Rule,
): Candidate<Base> {
  const owner = valueAt(
    schema,
    path
      .slice(0, -2)
      .map((key) => `/${pointerStep(key)}`)
      .join(""),
  );
  const name = path.at(-1) ?? "";
  if (path.at(-2) !== "properties" || !isSchema(owner)) return candidate;
  const siblings = ownValue(owner.dependentRequired ?? {}, name) ?? [];
  const message = siblings.reduce((changed, sibling) => {
    const pointer = siblingPointer(candidate.pointer, sibling);
    return valueAt(changed, pointer) === undefined
      ? withValue(changed, pointer, instanceOf(propertySchema(owner, sibling)))
      : changed;
  }, candidate.message);
  return {
    ...candidate,
    message,
    isUnchanged: message === candidate.message && candidate.isUnchanged,
  };
}

/** Follows the path of a rule through a message, and adds values that are missing or of another branch. */
function complete(schema: Schema, { path }: Pick<Rule, "path">, original: unknown): Completed {
  let message = original;
  let pointer = "";
  let place: Schema = schema;
  const keys = [...path];
  for (let key = keys.shift(); key !== undefined; key = keys.shift()) {
    const held = place[key];
    const value = valueAt(message, pointer);
    if (key === "properties" || key === "anyOf" || key === "oneOf") {
      const name = keys.shift() ?? "";
      place = ownValue(held as Record<string, Schema>, name) ?? {};
      if (key === "properties") pointer += `/${pointerStep(name)}`;
    } else {
      place = isSchema(held) ? held : {};
      const name = Array.isArray(value) ? "0" : (Object.keys(value ?? {})[0] ?? "name");
      pointer += `/${pointerStep(name)}`;
    }
    const found = valueAt(message, pointer);
    const isUnion = key === "anyOf" || key === "oneOf";
    if (found === undefined || (isUnion && !accepts(place, found)))
      message = withValue(
        message,
        pointer,
        found === undefined ? made(place) : instanceOf(place, found),
      );
  }
  return { message, pointer, isUnchanged: message === original };
}

/** Many rules need the same value, for each of the bases. */
const knownInstances = new WeakMap<Schema, unknown>();

function made(schema: Schema): unknown {
  const instance = knownInstances.get(schema) ?? instanceOf(schema);
  knownInstances.set(schema, instance);
  return instance;
}
