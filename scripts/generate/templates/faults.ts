import type { Fault, ValidationError } from "./contract.ts";

/**
 * Says what is wrong with a message, once for each place and rule, in the words of what is allowed there.
 * Of a union, only the branch that was meant is reported: the one with the fewest faults.
 *
 * @param errors what a compiled validator left in its `errors`
 * @param boundsCodes error codes of values outside their bounds, by schema path without the keyword
 * @example
 * if (!validate(message)) throw new Error(explain(validate.errors ?? [])[0]?.reason);
 */
export function explain(
  errors: readonly ValidationError[],
  boundsCodes: Readonly<Record<string, number>> = {},
): Fault[] {
  const faults = tell(withoutOtherBranches(errors), boundsCodes);
  // A message that was refused has a fault, whatever the rule that it broke.
  return faults.size > 0 ? [...faults.values()] : [{ pointer: "", reason: "must keep the schema" }];
}

/** Faults by place and reason. */
function tell(
  errors: readonly ValidationError[],
  boundsCodes: Readonly<Record<string, number>> = {},
): Map<string, Fault> {
  const faults = new Map<string, Fault>();
  const mistyped = placesWhere(errors, ({ keyword }) => keyword === "type");
  const bounded = placesWhere(errors, ({ keyword }) => bounds.has(keyword));
  for (const error of errors) {
    const reason = reasonOf(error);
    // What a value of another type lacks besides is no news.
    // Nor is a format's range of what is out of narrower bounds.
    const { keyword, instancePath } = error;
    const isNews =
      (keyword === "type" || !mistyped.has(instancePath)) &&
      !(isIntegerFormat(error) && bounded.has(instancePath));
    if (reason === undefined || !isNews) continue;
    const pointer = pointerOf(error);
    const code =
      bounds.has(keyword) || isIntegerFormat(error) ? boundsCodes[placeOf(error)] : undefined;
    faults.set(`${pointer} ${reason}`, {
      pointer,
      reason,
      rule: error.schemaPath,
      ...(code !== undefined && { code }),
    });
  }
  return faults;
}

const bounds = new Set([
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "minLength",
  "maxLength",
]);

/** An integer too large for its format is out of bounds too. */
function isIntegerFormat({ keyword, params }: ValidationError): boolean {
  return keyword === "format" && /^int\d+$/.test(String(params["format"]));
}

function placesWhere(
  errors: readonly ValidationError[],
  holds: (error: ValidationError) => boolean,
): ReadonlySet<string> {
  return new Set(errors.filter(holds).map(({ instancePath }) => instancePath));
}

/** Schema path without its last step, the keyword. */
function placeOf({ schemaPath }: ValidationError): string {
  return schemaPath.slice(0, schemaPath.lastIndexOf("/"));
}

/** A field that is missing, unexpected or too large is named by its own path, not by its parent's. */
function pointerOf({ keyword, instancePath, params }: ValidationError): string {
  const name =
    keyword === "atMost"
      ? params["property"]
      : (params["missingProperty"] ??
        params["additionalProperty"] ??
        params["unevaluatedProperty"]);
  return typeof name === "string"
    ? `${instancePath}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`
    : instancePath;
}

function reasonOf({ keyword, params }: ValidationError): string | undefined {
  const limit = String(params["limit"]);
  switch (keyword) {
    case "required":
      return "is required";
    case "dependentRequired":
      return `is required when ${String(params["property"])} is given`;
    case "atMost":
      return `must not be more than ${String(params["limitProperty"])}`;
    case "additionalProperties":
    case "unevaluatedProperties":
    case "false schema":
      return "is not documented";
    case "type":
      return `must be ${withArticle(params["type"])}`;
    case "enum":
      return `must be one of ${listed(params["allowedValues"])}`;
    case "const":
      return `must be ${JSON.stringify(params["allowedValue"])}`;
    case "minLength":
      return `must have at least ${limit} characters`;
    case "maxLength":
      return `must have at most ${limit} characters`;
    case "minItems":
      return `must have at least ${limit} items`;
    case "maxItems":
      return `must have at most ${limit} items`;
    case "minimum":
      return `must be at least ${limit}`;
    case "maximum":
      return `must be at most ${limit}`;
    case "exclusiveMinimum":
      return `must be more than ${limit}`;
    case "exclusiveMaximum":
      return `must be less than ${limit}`;
    case "multipleOf":
      return `must be a multiple of ${String(params["multipleOf"])}`;
    case "pattern":
      return typeof params["reason"] === "string"
        ? params["reason"]
        : `must match ${String(params["pattern"])}`;
    case "format":
      return reasonOfFormat(String(params["format"]));
    case "uniqueItems":
      return "must have no item twice";
    case "anyOf":
    case "oneOf":
      return "must be one of the documented shapes";
    case "if":
    case "allOf":
    case "$ref":
      return undefined;
    default:
      return `must keep the rule ${keyword}`;
  }
}

function reasonOfFormat(format: string): string {
  switch (format) {
    case "int32":
      return "must be an integer from -2147483648 to 2147483647";
    case "int64":
      return "must be an integer from -9007199254740991 to 9007199254740991";
    default:
      return `must be a valid ${format}`;
  }
}

function withArticle(type: unknown): string {
  const names = Array.isArray(type) ? type.map(String) : [String(type)];
  return names
    .map((name) => (name === "null" ? name : `${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`))
    .join(" or ");
}

function listed(values: unknown): string {
  return Array.isArray(values)
    ? values.map((value) => JSON.stringify(value)).join(", ")
    : JSON.stringify(values);
}

/**
 * A union that no branch fits leaves the errors of its branches and then its own, which tells how many each has left.
 * The branch with the fewest faults was meant; they say more than the union's own. A branch that does not even have the
 * type of the value was not meant; where none has, their types are told together.
 */
function withoutOtherBranches(errors: readonly ValidationError[]): ValidationError[] {
  const kept: ValidationError[][] = [];
  let end = errors.length - 1;
  for (let error = errors[end]; error; error = errors[end]) {
    const branches: ValidationError[][] = [];
    for (const count of branchCounts(error).reverse()) {
      branches.unshift(withoutOtherBranches(errors.slice(end - count, end)));
      end -= count;
    }
    kept.push(branches.length > 0 ? meantBranch(error, branches) : [error]);
    end -= 1;
  }
  return kept.reverse().flat();
}

function branchCounts({ params }: ValidationError): number[] {
  const counts: unknown = params["branches"];
  return Array.isArray(counts) ? counts.map(Number) : [];
}

function meantBranch(
  union: ValidationError,
  branches: readonly ValidationError[][],
): ValidationError[] {
  // More than one branch fits where only one may; no branch says what is wrong.
  if (branches.some(({ length }) => length === 0)) return [union];
  const isOtherType = ({ keyword, instancePath }: ValidationError) =>
    keyword === "type" && instancePath === union.instancePath;
  const meant = branches
    .filter((branch) => !branch.some(isOtherType))
    .sort((a, b) => tell(a).size - tell(b).size)[0];
  if (meant) return meant;
  const types = branches
    .flat()
    .filter(isOtherType)
    .flatMap(({ params }) => params["type"]);
  return [{ ...union, keyword: "type", params: { type: [...new Set(types)] } }];
}
