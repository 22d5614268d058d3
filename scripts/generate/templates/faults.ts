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
  const faults = new Map<string, Fault>();
  const meant = withoutOtherBranches(errors);
  const mistyped = new Set(
    meant
      .filter(({ keyword }) => keyword === "type")
      .map(({ instancePath }) => instancePath),
  );
  for (const error of meant) {
    const reason = reasonOf(error);
    // What a value of another type lacks besides is no news.
    const isNews =
      error.keyword === "type" || !mistyped.has(error.instancePath);
    if (reason === undefined || !isNews) continue;
    const pointer = pointerOf(error);
    const code = bounds.has(error.keyword)
      ? boundsCodes[placeOf(error)]
      : undefined;
    faults.set(`${pointer} ${reason}`, {
      pointer,
      reason,
      rule: error.schemaPath,
      ...(code !== undefined && { code }),
    });
  }
  // A message that was refused has a fault, whatever the rule that it broke.
  return faults.size > 0
    ? [...faults.values()]
    : [{ pointer: "", reason: "must keep the schema" }];
}

const bounds = new Set([
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "minLength",
  "maxLength",
]);

/** Schema path without its last step, the keyword. */
function placeOf({ schemaPath }: ValidationError): string {
  return schemaPath.slice(0, schemaPath.lastIndexOf("/"));
}

/** A missing or unexpected field is named by its own path, not by its parent's. */
function pointerOf({ instancePath, params }: ValidationError): string {
  const name =
    params["missingProperty"] ??
    params["additionalProperty"] ??
    params["unevaluatedProperty"];
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
      return `must match ${String(params["pattern"])}`;
    case "format":
      return `must be a valid ${String(params["format"])}`;
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

function withArticle(type: unknown): string {
  const names = Array.isArray(type) ? type.map(String) : [String(type)];
  return names
    .map((name) =>
      name === "null" ? name : `${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`,
    )
    .join(" or ");
}

function listed(values: unknown): string {
  return Array.isArray(values)
    ? values.map((value) => JSON.stringify(value)).join(", ")
    : JSON.stringify(values);
}

/**
 * A union that no branch fits leaves the errors of every branch before its own. The branch with the fewest is kept;
 * its errors say more than the union's own. Where no branch has the type of the value, their types are told together.
 */
function withoutOtherBranches(
  errors: readonly ValidationError[],
): readonly ValidationError[] {
  const unions = errors.filter(
    ({ keyword }) => keyword === "anyOf" || keyword === "oneOf",
  );
  return unions.reduce<readonly ValidationError[]>((remaining, union) => {
    const inside = remaining.filter(
      (error) => error !== union && isWithin(error, union),
    );
    const outside = remaining.filter(
      (error) => error !== union && !inside.includes(error),
    );
    const branches = groupBySchema(inside);
    const meant = branches
      .filter((branch) => !branch.some((error) => isOtherType(error, union)))
      .sort((a, b) => a.length - b.length)[0];
    if (meant) return [...outside, ...meant];
    const types = inside
      .filter((error) => isOtherType(error, union))
      .map(({ params }) => params["type"]);
    return [
      ...outside,
      types.length > 0
        ? { ...union, keyword: "type", params: { type: types.flat() } }
        : union,
    ];
  }, errors);
}

/** Errors of one branch come from one schema. */
function groupBySchema(
  errors: readonly ValidationError[],
): ValidationError[][] {
  const groups = new Map<string, ValidationError[]>();
  for (const error of errors) {
    const schema = error.schemaPath.slice(0, error.schemaPath.indexOf("#"));
    groups.set(schema, [...(groups.get(schema) ?? []), error]);
  }
  return [...groups.values()];
}

/** A branch that does not even have the type of the value was not meant. */
function isOtherType(
  { keyword, instancePath }: ValidationError,
  union: ValidationError,
): boolean {
  return keyword === "type" && instancePath === union.instancePath;
}

function isWithin(error: ValidationError, union: ValidationError): boolean {
  return (
    error.instancePath === union.instancePath ||
    error.instancePath.startsWith(`${union.instancePath}/`)
  );
}
