import { isContainer, isSchema, type Schema } from "@contract-toolkit/contract";
import { anything, asSchema, mergeSchemas } from "@contract-toolkit/contract/schema-algebra";
import { branchesOf, splitConjuncts } from "@contract-toolkit/schemas/message-generator/parts";
import type { Split } from "@contract-toolkit/schemas/message-generator/place";
import { instanceOf } from "@contract-toolkit/schemas/message-generator/value";
import { usesKeyword } from "@contract-toolkit/schemas/second-validator/field-rules";
import { hiddenFields } from "../schemas/flatten.ts";
import type { FlatSchema, Flattener } from "../schemas/flat-schema.ts";
import type { Step } from "../schemas/schema-change.ts";
import { isWeak, listPatterns, workOfPart, type Budget } from "./work.ts";

/** One of the two contracts. */
export type SideName = "old" | "new";

/** One side of a comparison, with the work that is left for a search in it. */
export interface Contract {
  readonly side: SideName;
  readonly flattener: Flattener;
  readonly budget: Budget;
}

/** Makes a small value: with required fields, and one branch of each union. */
export function makeSmall(schema: Schema, contract: Contract, choice: number): unknown {
  const split = splitIn(contract);
  return instanceOf(schema, undefined, { variant: choice, split });
}

/** Reads schemas as the contract means them for its kind of messages. */
function splitIn({ budget, flattener }: Contract): Split {
  const split: Split = (schemas, within) => {
    budget.spend(workOfPart);
    const whole = splitConjuncts(schemas, flattener.resolve, within);
    const content = whole.parts.find(({ contentSchema }) => contentSchema)?.contentSchema;
    if (content) return split([content], whole.within);
    if (whole.parts.flatMap(listPatterns).some(isWeak)) budget.spend(Infinity);
    const hidden = hiddenFields({ allOf: whole.parts }, flattener);
    return { ...whole, parts: whole.parts.map((part) => shownPart(part, hidden)) };
  };
  return split;
}

/** A schema without references, of a place and the fields and items directly in it. */
export function shallowSchema(schema: Schema, contract: Contract, choice: number): Schema {
  const split = splitIn(contract);
  const shallow = (each: Schema): Schema => {
    let { parts } = split([each], []);
    for (let left = 8; left > 0; left -= 1) {
      const branches = branchesOf(parts);
      if (branches) parts = split(branches[choice % branches.length] ?? [], []).parts;
    }
    return mergeSchemas(parts);
  };
  const { properties = {}, items, additionalProperties, ...whole } = shallow(schema);
  const names = new Set([...Object.keys(properties), ...(whole.required ?? [])]);
  const fields = [...names].map((name) => [name, shallow(asSchema(properties[name]))] as const);
  return {
    ...whole,
    ...(fields.length > 0 && { properties: Object.fromEntries(fields) }),
    ...(items && { items: shallow(items) }),
    ...(isSchema(additionalProperties)
      ? { additionalProperties: shallow(additionalProperties) }
      : additionalProperties === false && { additionalProperties }),
  };
}

/** The schema of a value that has the place at the end of the steps, and all fields of that place if it is to be full. */
export function askedAlong(
  schema: Schema,
  way: readonly Step[],
  contract: Contract,
  isFull = false,
): Schema {
  const { flattener, side } = contract;
  const [step, ...rest] = way;
  const flat = flattener.flat(schema);
  const along = (inside: Schema, left = rest) => askedAlong(inside, left, contract, isFull);
  if (flat.content) return along(flat.content, step?.kind === "content" ? rest : [...way]);
  const kept = { allOf: [schema], ...comparisonsOf(flat) };
  switch (step?.kind) {
    case undefined:
      return { ...kept, ...(isFull && { required: possibleFields(flat, contract) }) };
    case "alternative":
    case "branch": {
      const chosen = step[side] ?? [];
      return along(flattener.both(step.kind === "branch" ? [schema, ...chosen] : chosen));
    }
    case "dependent": {
      const dependent = flat.dependentSchemas.get(step.name) ?? anything;
      const whole = along(flattener.both([schema, dependent]));
      return { ...whole, required: [...(whole.required ?? []), step.name] };
    }
    case "items":
    case "contains": {
      const item = (step.kind === "contains" ? flat.contains[0] : undefined) ?? flat.items;
      const minItems = flat.prefixItems.length + 1;
      return { ...kept, type: "array", minItems, items: along(item ?? anything) };
    }
    case "item": {
      const before = Array.from({ length: step.index }, () => anything);
      const item = flat.prefixItems[step.index] ?? flat.items ?? anything;
      const minItems = step.index + 1;
      return { ...kept, type: "array", minItems, prefixItems: [...before, along(item)] };
    }
    default: {
      const name = fieldOfStep(step) ?? anyName;
      const ofPattern =
        step?.kind === "pattern" ? flat.patternProperties.get(step.name) : undefined;
      const field = flat.properties.get(name) ?? ofPattern ?? flat.additional ?? anything;
      return { ...kept, type: "object", required: [name], properties: { [name]: along(field) } };
    }
  }
}

/** The fields of an object that values are found for. */
function possibleFields({ properties }: FlatSchema, contract: Contract): string[] {
  const possible = [...properties].filter(
    ([, field]) => makeSmall(field, contract, 0) !== undefined,
  );
  return possible.map(([name]) => name);
}

const anyName = "name";

/** The field that a step leads to; undefined if it leads to no field. */
export function fieldOfStep(step: Step | undefined): string | undefined {
  if (step?.kind === "property") return step.name;
  if (step?.kind === "additional" || step?.kind === "propertyNames") return anyName;
  if (step?.kind !== "pattern") return undefined;
  const name: unknown = instanceOf({ type: "string", pattern: step.name });
  return typeof name === "string" ? name : anyName;
}

const refers = usesKeyword("$ref");

/** A part with what a small message is made by. */
function shownPart({ not: _, default: __, ...part }: Schema, hidden: ReadonlySet<string>): Schema {
  const { if: when, then, else: otherwise, properties, required, examples, ...own } = part;
  const isShown = (name: string) => !hidden.has(name);
  // The example of an object or list might hold more than is needed, and references lead nowhere here.
  const example = [part["example"], examples].flat().find((value) => value !== undefined);
  return {
    ...own,
    ...(when &&
      !refers({ allOf: [when] }) && {
        if: when,
        ...(then && { then }),
        ...(otherwise && { else: otherwise }),
      }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isShown(name))),
    }),
    ...(required && { required: required.filter(isShown) }),
    ...(example !== undefined && !isContainer(example) && !refers(own) && { examples: [example] }),
  };
}

function comparisonsOf({ comparisons }: FlatSchema): Schema {
  return Object.fromEntries(
    [...comparisons].map(([rule, siblings]) => [rule, Object.fromEntries(siblings)]),
  );
}
