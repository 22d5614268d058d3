import type { Fault, ValidationError } from "../../../generated/contract.ts";
import { explain } from "../../../generated/faults.ts";
import type { Finding, Judge } from "./judge.ts";
import type { Messages } from "./messages.ts";
import { createPlaces, exceededLimit, triggersOf, type Found, type Place } from "./places.ts";
import { atMost, patternReason } from "./translation.ts";

/** Says what was found wrong with the value of a message. */
export type Explainer = (
  name: string,
  value: unknown,
  findings: readonly Finding[],
) => Promise<readonly Fault[]>;

/**
 * Makes an explainer. The middleware tells places and keywords. What it leaves out is read from the schema: the limit,
 * the list or the pattern that was broken. Of a value that none of several alternatives fits, it does not tell which
 * fault belongs to which alternative; the value is judged once more, by each. The words are those of every engine.
 */
export function createExplainer(messages: Messages, judge: Judge): Explainer {
  const places = createPlaces(messages);

  async function errorsIn(
    name: string,
    value: unknown,
    findings: readonly Finding[],
    instancePath: string,
  ): Promise<ValidationError[]> {
    const root = places.root(name, value, instancePath);
    const unions = new Map(
      findings
        .filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf")
        .map((finding) => [finding.path, finding]),
    );
    const errors: ValidationError[][] = [];
    for (const finding of findings) {
      const union = outermost(finding.path, unions);
      // What is inside a union comes out when that is judged by its branches.
      if (union && union !== finding) continue;
      for (const found of places.find(root, finding))
        errors.push(union ? await branchErrors(found.place) : errorsOf(found, finding));
    }
    return errors.flat();
  }

  /** Of each union at a place: the errors of its branches, and then its own, which says how many each has left. */
  async function branchErrors({ facets, value, instancePath }: Place): Promise<ValidationError[]> {
    const errors: ValidationError[] = [];
    for (const { schema, schemaPath } of facets) {
      const names = messages.branches.get(schema) ?? [];
      const inside: ValidationError[][] = [];
      for (const name of names) {
        const findings = await judge(name, value);
        inside.push(await errorsIn(name, value, findings, instancePath));
      }
      const keyword = schema["oneOf"] === undefined ? "anyOf" : "oneOf";
      const fitting = inside.filter(({ length }) => length === 0).length;
      // Several unions may stand at one place; the middleware has found fault with one of them.
      const kept = keyword === "oneOf" ? fitting === 1 : fitting > 0;
      if (names.length === 0 || kept) continue;
      errors.push(...inside.flat(), {
        keyword,
        instancePath,
        schemaPath: `${schemaPath}/${keyword}`,
        params: { branches: inside.map(({ length }) => length) },
      });
    }
    return errors;
  }

  return async (name, value, findings) =>
    explain(await errorsIn(name, value, findings, ""), places.boundsCodes);
}

/** The union at the place of a path or around it; of several, the one around the others. */
function outermost(path: string, unions: ReadonlyMap<string, Finding>): Finding | undefined {
  for (let end = 0; end >= 0; end = path.indexOf("/", end + 1)) {
    const union = unions.get(path.slice(0, end));
    if (union) return union;
  }
  return unions.get(path);
}

function errorsOf({ place, name }: Found, { keyword, message }: Finding): ValidationError[] {
  const { instancePath, value, facets } = place;
  switch (keyword) {
    case "required":
      return [error({ missingProperty: name })];
    case "additionalProperties":
      return [error({ additionalProperty: name })];
    case "dependentRequired":
      return facets
        .flatMap(({ schema }) => triggersOf(schema, value, name ?? ""))
        .map((property) => error({ missingProperty: name, property }));
    case atMost:
      return facets
        .map(({ schema }) => exceededLimit(schema, value, name ?? ""))
        .filter((limitProperty) => limitProperty !== undefined)
        .map((limitProperty) => error({ property: name, limitProperty }));
    default:
      return [broken()];
  }

  function error(params: Readonly<Record<string, unknown>>, schemaPath = "#"): ValidationError {
    return {
      keyword,
      instancePath,
      schemaPath: `${schemaPath}/${keyword}`,
      params,
    };
  }

  /** Where several schemas of a place have the keyword, the message names the value of the one that was broken. */
  function broken(): ValidationError {
    const candidates = facets
      .filter(({ schema }) => schema[keyword] !== undefined)
      .toSorted((a, b) => textOf(b.schema[keyword]).length - textOf(a.schema[keyword]).length);
    const facet =
      candidates.find(({ schema }) => message.includes(textOf(schema[keyword]))) ?? candidates[0];
    if (!facet && keyword !== falseSchema)
      throw new Error(`No schema at ${instancePath} says ${keyword}.`);
    return error(
      {
        [parameterOf(keyword)]: facet?.schema[keyword],
        ...(keyword === "pattern" && { reason: facet?.schema[patternReason] }),
      },
      facet?.schemaPath,
    );
  }
}

/** What a place is told that may not be. */
const falseSchema = "false schema";

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join(", ") : String(value);
}

/** What the wording of a keyword's faults calls the keyword's value. */
function parameterOf(keyword: string): string {
  switch (keyword) {
    case "enum":
      return "allowedValues";
    case "const":
      return "allowedValue";
    case "type":
    case "pattern":
    case "format":
    case "multipleOf":
      return keyword;
    default:
      return "limit";
  }
}
