import type { Schema } from "@contract-toolkit/contract";
import type { Found } from "../../change.ts";
import { makeChange, listReplacementChanges } from "../../kinds.ts";
import { dateOf, type LifecyclePolicy } from "../../lifecycle.ts";
import { comparisons } from "@contract-toolkit/contract/field-rules";
import { allowsNothing } from "@contract-toolkit/contract/schema-algebra";
import { matchesPattern } from "../fields.ts";
import type { FlatSchema } from "../flat-schema.ts";
import type { SchemaComparison } from "../schema-change.ts";
import { defaultChanges } from "./notes.ts";

/** What one side says about a field. */
interface Field {
  readonly schema: Schema | undefined;
  readonly isNamed: boolean;
  readonly isRequired: boolean;
  /** Whether messages must not have the field. */
  readonly isRefused: boolean;
}

/** The names that either side documents. */
export function listFieldNames(old: FlatSchema, now: FlatSchema): string[] {
  return [...new Set([...old.properties.keys(), ...now.properties.keys()])];
}

/** The schemas of a field, if both sides allow the field and have a schema for it. */
export function fieldSchemas(
  name: string,
  old: FlatSchema,
  now: FlatSchema,
): { readonly old: Schema; readonly new: Schema } | undefined {
  const [before, after] = [describeField(name, old), describeField(name, now)];
  if (before.isRefused || after.isRefused) return undefined;
  return before.schema && after.schema && { old: before.schema, new: after.schema };
}

/** Changes of the default of a field that is optional on both sides. */
export function defaultsOf(
  name: string,
  old: FlatSchema,
  now: FlatSchema,
  { old: before, new: after }: Pick<SchemaComparison, "old" | "new">,
): Found[] {
  const [oldField, newField] = [old.properties.get(name), now.properties.get(name)];
  if (!oldField || !newField || old.required.has(name) || now.required.has(name)) return [];
  return defaultChanges(before.flat(oldField), after.flat(newField));
}

/** Whether a field was added, removed, or became required or optional. */
export function fieldChanges(
  name: string,
  old: FlatSchema,
  now: FlatSchema,
  sunset: string | undefined,
  { today }: LifecyclePolicy,
): Found[] {
  const [before, after] = [describeField(name, old), describeField(name, now)];
  if (before.isNamed && after.isNamed) return requiredness(before, after);
  if (before.isNamed) {
    const end = sunset === undefined ? undefined : dateOf(sunset);
    return [
      end && end > today ? makeChange("removed-before-sunset", sunset) : removal(before, after),
    ];
  }
  if (after.isNamed) return [addition(before, after)];
  if (before.isRefused !== after.isRefused)
    return [makeChange(after.isRefused ? "refused" : "not-refused")];
  return requiredness(before, after);
}

function requiredness(before: Field, after: Field): Found[] {
  if (before.isRequired === after.isRequired) return [];
  return [makeChange(after.isRequired ? "became-required" : "became-optional")];
}

/** A field that is no longer documented is ignored, unless undocumented fields are refused. */
function removal(before: Field, after: Field): Found {
  const isMissed = before.isRequired && !after.isRequired;
  const effect = after.isRefused ? "narrower" : "equal";
  return {
    ...makeChange("removed", before.isRequired ? "a required field" : "it"),
    effect: isMissed ? (after.isRefused ? "incomparable" : "wider") : effect,
  };
}

/** A new field was ignored before, unless undocumented fields were refused. */
function addition(before: Field, after: Field): Found {
  const isDemanded = after.isRequired && !before.isRequired;
  if (!isDemanded) return { ...makeChange("added"), effect: before.isRefused ? "wider" : "equal" };
  return {
    ...makeChange("required-added"),
    effect: before.isRefused ? "incomparable" : "narrower",
  };
}

/** What a schema says about the field of a name. */
export function describeField(name: string, flat: FlatSchema): Field {
  const own = flat.properties.get(name);
  const schema = own ?? findPatternSchema(name, flat) ?? flat.additional;
  const isRefused = schema !== undefined && allowsNothing(schema);
  return {
    schema,
    // A field with the schema `false` is not documented, and refused.
    isNamed: own !== undefined && !isRefused,
    isRequired: flat.required.has(name),
    isRefused,
  };
}

function findPatternSchema(name: string, { patternProperties }: FlatSchema): Schema | undefined {
  return [...patternProperties].find(([pattern]) => matchesPattern(pattern, name))?.[1];
}

/** Changes of what undocumented fields may be. */
export function additionalChanges(old: FlatSchema, now: FlatSchema): Found[] {
  const [before, after] = [undocumentedPolicy(old), undocumentedPolicy(now)];
  if (before === after) return [];
  if (after === "refused") return [makeChange("additional-refused")];
  if (before === "refused") return [makeChange("additional-allowed")];
  return [makeChange(after === "described" ? "additional-described" : "additional-undescribed")];
}

function undocumentedPolicy({
  additional,
  isClosed,
}: FlatSchema): "free" | "refused" | "described" {
  if (additional === undefined) return isClosed ? "refused" : "free";
  return allowsNothing(additional) ? "refused" : "described";
}

/** Changes of rules between fields: dependencies and comparisons. */
export function dependencyChanges(old: FlatSchema, now: FlatSchema): Found[] {
  const [needed, needs] = [old, now].map(({ dependentRequired }) =>
    ruleTexts(dependentRequired, (name, names) => `${name} needs ${[...names].sort().join(", ")}`),
  );
  return [
    ...mapChanges("dependent-required", needed, needs),
    ...comparisons.flatMap(({ name: keyword, extension, is }) => {
      const [before, after] = [old, now].map((flat) =>
        ruleTexts(
          flat.comparisons.get(keyword) ?? new Map<string, string>(),
          (name, sibling) => `${name} is ${is} ${sibling}`,
        ),
      );
      return mapChanges(extension.slice("x-".length), before, after);
    }),
  ];
}

function ruleTexts<Value>(
  rules: ReadonlyMap<string, Value>,
  textOf: (name: string, value: Value) => string,
): Map<string, string> {
  return new Map([...rules].map(([name, value]) => [name, textOf(name, value)]));
}

function mapChanges(
  rule: string,
  before: ReadonlyMap<string, string> = new Map(),
  after: ReadonlyMap<string, string> = new Map(),
): Found[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].flatMap((name) =>
    listReplacementChanges(rule, before.get(name), after.get(name)),
  );
}
