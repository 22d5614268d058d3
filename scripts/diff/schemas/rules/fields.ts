import type { Schema } from "@contract-toolkit/kernel";
import { dateOf, type LifecyclePolicy } from "../../lifecycle.ts";
import { comparisons } from "@contract-toolkit/kernel/field-rules";
import { isNothing } from "@contract-toolkit/kernel/schema-algebra";
import { matches } from "../fields.ts";
import type { FlatSchema } from "../flat-schema.ts";
import type { SchemaComparison } from "../schema-comparison.ts";
import type { Found } from "../schema-change.ts";
import { defaultChanges } from "./notes.ts";

/** What one side says of a field: its schema, whether it has to be there, and whether it is documented by its name. */
interface Field {
  readonly schema: Schema | undefined;
  readonly isNamed: boolean;
  readonly isRequired: boolean;
  /** There may be no such field. */
  readonly isRefused: boolean;
}

/** The names that either side documents. */
export function namesOf(old: FlatSchema, now: FlatSchema): string[] {
  return [
    ...new Set([
      ...old.properties.keys(),
      ...now.properties.keys(),
      ...old.required,
      ...now.required,
    ]),
  ];
}

/** The schemas of a field that are to be compared, where both sides have one. */
export function fieldSchemas(
  name: string,
  old: FlatSchema,
  now: FlatSchema,
): { readonly old: Schema; readonly new: Schema } | undefined {
  const [before, after] = [fieldOf(name, old), fieldOf(name, now)];
  if (before.isRefused || after.isRefused) return undefined;
  return before.schema && after.schema && { old: before.schema, new: after.schema };
}

/** What it means to leave a field out, where both sides document it and let it be left out. */
export function defaultsOf(
  name: string,
  old: FlatSchema,
  now: FlatSchema,
  { old: before, new: after }: Pick<SchemaComparison, "old" | "new">,
): Found[] {
  const [one, other] = [old.properties.get(name), now.properties.get(name)];
  if (!one || !other || old.required.has(name) || now.required.has(name)) return [];
  return defaultChanges(before.flat(one), after.flat(other));
}

/** Whether a field was added, removed, made required or optional. */
export function fieldChanges(
  name: string,
  old: FlatSchema,
  now: FlatSchema,
  sunset: string | undefined,
  { today }: LifecyclePolicy,
): Found[] {
  const [before, after] = [fieldOf(name, old), fieldOf(name, now)];
  if (before.isNamed && after.isNamed) return requiredness(before, after);
  if (before.isNamed) {
    const end = sunset === undefined ? undefined : dateOf(sunset);
    return end && end > today ? [removedEarly(sunset)] : removal(before, after);
  }
  if (after.isNamed) return addition(before, after);
  return requiredness(before, after);
}

function requiredness(before: Field, after: Field): Found[] {
  if (before.isRequired === after.isRequired) return [];
  const keyword = "required";
  return after.isRequired
    ? [{ rule: "became-required", keyword, effect: "narrower", message: "it is required now" }]
    : [{ rule: "became-optional", keyword, effect: "wider", message: "it is optional now" }];
}

/** A field that is documented no more is ignored, unless what is not documented is refused. */
function removal(before: Field, after: Field): Found[] {
  const isMissed = before.isRequired && !after.isRequired;
  const message = before.isRequired ? "a required field was removed" : "it was removed";
  const effect = after.isRefused
    ? isMissed
      ? "incomparable"
      : "narrower"
    : isMissed
      ? "wider"
      : "equal";
  return [{ rule: "removed", effect, message, mild: { toService: "warning", toUser: "warning" } }];
}

function removedEarly(sunset: string | undefined): Found {
  return {
    rule: "removed-before-sunset",
    effect: "equal",
    message: `it was removed before its sunset, ${String(sunset)}`,
    mild: { toService: "error", toUser: "error" },
  };
}

/** A field that is documented now was ignored before, unless what is not documented is refused. */
function addition(before: Field, after: Field): Found[] {
  const isDemanded = after.isRequired && !before.isRequired;
  const effect = before.isRefused
    ? isDemanded
      ? "incomparable"
      : "wider"
    : isDemanded
      ? "narrower"
      : "equal";
  return isDemanded
    ? [{ rule: "required-added", effect, message: "it was added and is required" }]
    : [{ rule: "added", effect, message: "it was added" }];
}

function fieldOf(name: string, flat: FlatSchema): Field {
  const own = flat.properties.get(name);
  const schema = own ?? matching(name, flat) ?? flat.additional;
  const isRefused = schema !== undefined && isNothing(schema);
  return {
    schema,
    // A field with the schema `false` is not documented, and refused.
    isNamed: own !== undefined && !isRefused,
    isRequired: flat.required.has(name),
    isRefused,
  };
}

function matching(name: string, { patternProperties }: FlatSchema): Schema | undefined {
  return [...patternProperties].find(([pattern]) => matches(pattern, name))?.[1];
}

/** What is said of fields that nobody documented. */
export function additionalChanges(
  { additional: old }: FlatSchema,
  { additional }: FlatSchema,
): Found[] {
  const [before, after] = [stateOf(old), stateOf(additional)];
  const keyword = "additionalProperties";
  if (before === after) return [];
  if (after === "refused")
    return [
      {
        rule: "additional-refused",
        keyword,
        effect: "narrower",
        message: "undocumented fields are refused now",
      },
    ];
  if (before === "refused")
    return [
      {
        rule: "additional-allowed",
        keyword,
        effect: "wider",
        message: "undocumented fields are allowed now",
      },
    ];
  return after === "described"
    ? [
        {
          rule: "additional-described",
          keyword,
          effect: "narrower",
          message: "undocumented fields must fit a schema now",
        },
      ]
    : [
        {
          rule: "additional-undescribed",
          keyword,
          effect: "wider",
          message: "undocumented fields may be anything now",
        },
      ];
}

function stateOf(additional: Schema | undefined): "free" | "refused" | "described" {
  if (additional === undefined) return "free";
  return isNothing(additional) ? "refused" : "described";
}

/** Fields that need others, and fields that are compared with others. */
export function dependencyChanges(old: FlatSchema, now: FlatSchema): Found[] {
  return [
    ...mapChanges(
      "dependent-required",
      "dependentRequired",
      listed(old),
      listed(now),
      (name, text) => `${name} needs ${text}`,
    ),
    ...comparisons.flatMap(({ name: keyword, extension, is }) =>
      mapChanges(
        extension.slice("x-".length),
        keyword,
        old.comparisons.get(keyword) ?? new Map(),
        now.comparisons.get(keyword) ?? new Map(),
        (name, sibling) => `${name} is ${is} ${sibling}`,
      ),
    ),
  ];
}

function listed({ dependentRequired }: FlatSchema): Map<string, string> {
  return new Map(
    [...dependentRequired].map(([name, names]) => [name, [...names].sort().join(", ")]),
  );
}

function mapChanges(
  rule: string,
  keyword: string,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  told: (name: string, text: string) => string,
): Found[] {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.flatMap((name): Found[] => {
    const [had, has] = [before.get(name), after.get(name)];
    if (had === has) return [];
    if (had === undefined)
      return [
        {
          rule: `${rule}-added`,
          keyword,
          effect: "narrower",
          message: `a rule was added: ${told(name, has ?? "")}`,
        },
      ];
    if (has === undefined)
      return [
        {
          rule: `${rule}-removed`,
          keyword,
          effect: "wider",
          message: `a rule was removed: ${told(name, had)}`,
        },
      ];
    return [
      {
        rule: `${rule}-changed`,
        keyword,
        effect: "incomparable",
        message: `a rule changed from ${told(name, had)} to ${told(name, has)}`,
      },
    ];
  });
}
