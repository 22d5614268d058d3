import type { Violation, ValidationError } from "./validators.ts";
import { comparisonOf } from "./field-rules/index.ts";
import { constraintText } from "./json-schema/constraint-texts.ts";
import { pointerStep } from "./pointer.ts";
import { withoutOtherBranches } from "./union-errors.ts";

/** Longer lists of violations are cut, so that responses that list them stay small. */
export const maxListedViolations = 100;

/**
 * Says what is wrong with a message, once per place and rule. Of a union, only the branch with the fewest violations is reported,
 * because it was probably meant. After 100 violations, one more says how many are not listed (`omitted`). The cost is linear in
 * the number of errors.
 *
 * @param errors the `errors` of a compiled validator
 * @param boundsCodes error codes of values outside their bounds, by schema path without the keyword
 * @example
 * if (!validate(message)) throw new Error(explainErrors(validate.errors ?? [])[0]?.reason);
 */
export function explainErrors(
  errors: readonly ValidationError[],
  boundsCodes: Readonly<Record<string, number>> = {},
): Violation[] {
  const kept = withoutOtherBranches(errors, (some) => violationsByPlace(some).size);
  const readable = readableErrors(kept);
  const violations = [...violationsByPlace(kept.slice(0, readable), boundsCodes).values()];
  const unread = kept.slice(readable).filter(({ keyword }) => !silent.has(keyword));
  const omitted = [
    ...violations.slice(maxListedViolations).map(({ code }) => code),
    ...unread.map((error) => findBoundsCode(error, boundsCodes)),
  ];
  const listed = [...violations.slice(0, maxListedViolations), ...omittedViolation(omitted)];
  // A refused message has a violation, even if no error has a reason.
  return listed.length > 0 ? listed : [{ pointer: "", reason: "must keep the schema" }];
}

/** The violation that counts the violations that are not listed, if any. It has a code if all of them share one. */
function omittedViolation(codes: readonly (number | undefined)[]): Violation[] {
  const [first] = codes;
  if (codes.length === 0) return [];
  const said = codes.length === 1 ? "1 more violation is" : `${codes.length} more violations are`;
  const violation = { pointer: "", reason: `${said} not listed`, omitted: codes.length };
  return [
    first === undefined || codes.includes(undefined) ? violation : { ...violation, code: first },
  ];
}

/** Several errors make one violation. Further errors are only counted. */
const maxReadErrors = 10 * maxListedViolations;

/** A path is as long as the names that the client sent, and each error has one, so the sum is limited too. */
const maxReadCharacters = 1_000_000;

/** How many errors are read in full. */
function readableErrors(errors: readonly ValidationError[]): number {
  let characters = 0;
  const end = errors.findIndex(({ instancePath }, index) => {
    characters += instancePath.length;
    return index === maxReadErrors || (index > 0 && characters > maxReadCharacters);
  });
  return end < 0 ? errors.length : end;
}

/** Violations by place and reason. A value of the wrong type has no further violations. Of several bounds, the narrowest is reported. */
function violationsByPlace(
  errors: readonly ValidationError[],
  boundsCodes: Readonly<Record<string, number>> = {},
): Map<string, Violation> {
  const violations = new Map<string, Violation>();
  const mistyped = new Set(
    errors.filter(({ keyword }) => keyword === "type").map(({ instancePath }) => instancePath),
  );
  const narrowest = narrowestBounds(errors);
  for (const error of errors) {
    const reason = describeKeyword(error);
    const { keyword, instancePath } = error;
    const isNews =
      (keyword === "type" || !mistyped.has(instancePath)) && !isWider(error, narrowest);
    if (reason === undefined || !isNews) continue;
    const pointer = violationPointer(error);
    const code = findBoundsCode(error, boundsCodes);
    violations.set(`${pointer} ${reason}`, {
      pointer,
      reason,
      rule: error.schemaPath,
      ...(code !== undefined && { code }),
    });
  }
  return violations;
}

function findBoundsCode(
  error: ValidationError,
  boundsCodes: Readonly<Record<string, number>>,
): number | undefined {
  return isBoundsKeyword(error.keyword) ? boundsCodes[schemaPathOwner(error)] : undefined;
}

/** Whether the values that a keyword refuses can have an error code (`@boundsCode`). */
export function isBoundsKeyword(keyword: string): boolean {
  return bounds.has(keyword);
}

/** Bounds of numbers, by direction. */
const sides: Readonly<Record<string, "upper" | "lower">> = {
  maximum: "upper",
  exclusiveMaximum: "upper",
  minimum: "lower",
  exclusiveMinimum: "lower",
};

const bounds = new Set([...Object.keys(sides), "minLength", "maxLength"]);

/** The narrowest broken bound of each place and direction. A number type has bounds of its own, such as those of int32. */
function narrowestBounds(errors: readonly ValidationError[]): ReadonlyMap<string, number> {
  const narrowest = new Map<string, number>();
  for (const error of errors) {
    const side = sides[error.keyword];
    if (side === undefined) continue;
    const place = side + error.instancePath;
    const limit = Number(error.params["limit"]);
    const known = narrowest.get(place) ?? limit;
    narrowest.set(place, side === "upper" ? Math.min(known, limit) : Math.max(known, limit));
  }
  return narrowest;
}

function isWider(error: ValidationError, narrowest: ReadonlyMap<string, number>): boolean {
  const side = sides[error.keyword];
  const narrower = side && narrowest.get(side + error.instancePath);
  if (narrower === undefined) return false;
  const limit = Number(error.params["limit"]);
  return side === "upper" ? limit > narrower : limit < narrower;
}

/** The schema path without the keyword. */
function schemaPathOwner({ schemaPath }: ValidationError): string {
  return schemaPath.slice(0, schemaPath.lastIndexOf("/"));
}

/** A missing, undocumented or compared field is named by its own path, not by its parent's. */
function violationPointer({ keyword, instancePath, params }: ValidationError): string {
  const name = comparisonOf(keyword)
    ? params["property"]
    : (params["missingProperty"] ?? params["additionalProperty"] ?? params["unevaluatedProperty"]);
  return typeof name === "string" ? `${instancePath}/${pointerStep(name)}` : instancePath;
}

function describeKeyword({ keyword, params }: ValidationError): string | undefined {
  switch (keyword) {
    case "required":
      return "is required";
    case "dependentRequired":
      return `is required when ${String(params["property"])} is given`;
    case "additionalProperties":
    case "unevaluatedProperties":
    case "false schema":
      return "is not documented";
    case "type":
      return `must be ${withArticle(params["type"])}`;
    case "enum":
      return `must be one of ${listAllowedValues(params["allowedValues"])}`;
    case "const":
      return `must be ${JSON.stringify(params["allowedValue"])}`;
    case "minLength":
    case "maxLength":
    case "minItems":
    case "maxItems":
      return `must have ${constraintText(keyword, params["limit"])}`;
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return `must be ${constraintText(keyword, params["limit"])}`;
    case "multipleOf":
      return `must be a multiple of ${String(params["multipleOf"])}`;
    case "pattern":
      return typeof params["reason"] === "string"
        ? params["reason"]
        : `must match ${String(params["pattern"])}`;
    case "format":
      return `must be a valid ${String(params["format"])}`;
    case "uniqueItems":
      return "must have no item twice";
    case "anyOf":
    case "oneOf":
      return "must be one of the documented shapes";
    default:
      return silent.has(keyword) ? undefined : reasonOfRule(keyword, params["sibling"]);
  }
}

function reasonOfRule(keyword: string, sibling: unknown): string {
  const rule = comparisonOf(keyword);
  return rule ? `${rule.must} ${String(sibling)}` : `must keep the rule ${keyword}`;
}

/** Keywords whose parts report what is wrong. */
const silent: ReadonlySet<string> = new Set(["if", "allOf", "$ref"]);

function withArticle(type: unknown): string {
  const names = Array.isArray(type) ? type.map(String) : [String(type)];
  return names
    .map((name) => (name === "null" ? name : `${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`))
    .join(" or ");
}

function listAllowedValues(values: unknown): string {
  return Array.isArray(values)
    ? values.map((value) => JSON.stringify(value)).join(", ")
    : JSON.stringify(values);
}
