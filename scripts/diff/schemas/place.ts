import { pointerStep } from "@contract-toolkit/contract";
import type { SchemaPair } from "../operations/compare.ts";
import type { SchemaChange, Step } from "./schema-change.ts";

/** The place that steps lead to, as a pointer: items of a list are `[]`, fields of any name `{}`. */
export function stepsText(steps: readonly Step[]): string {
  return steps.map(stepText).join("");
}

function stepText(step: Step): string {
  switch (step.kind) {
    case "property":
      return `/${pointerStep(step.name)}`;
    case "pattern":
      return `/{${pointerStep(step.name)}}`;
    case "additional":
    case "propertyNames":
      return "/{}";
    case "items":
    case "contains":
      return "/[]";
    case "item":
      return `/${step.index}`;
    default:
      return "";
  }
}

/** Rules whose ids begin with `property`, `header` or `parameter`. */
const ofPresence: ReadonlySet<string> = new Set([
  "added",
  "removed",
  "removed-before-sunset",
  "became-required",
  "became-optional",
]);

/** The id of a change: its rule, with the kind of field if the rule is about presence. */
export function changeId(
  { rule, steps }: SchemaChange,
  { part }: Pick<SchemaPair, "part">,
): string {
  const kind =
    part === "body" || steps.length > 1
      ? "property"
      : part.endsWith("headers")
        ? "header"
        : "parameter";
  if (rule === "required-added") return `required-${kind}-added`;
  return ofPresence.has(rule) ? `${kind}-${rule}` : rule;
}
