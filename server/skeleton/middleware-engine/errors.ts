import {
  type Fault,
  type ValidationError,
  countOmitted,
  explain,
  isBoundsKeyword,
} from "contract-kernel";
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
 * Of very many findings the first ones are explained, and the others counted.
 */
export function createExplainer(messages: Messages, judge: Judge): Explainer {
  const places = createPlaces(messages);

  async function errorsIn(
    name: string,
    value: unknown,
    findings: readonly Finding[],
    instancePath: string,
    budget: Budget,
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
        errors.push(union ? await branchErrors(found.place, budget) : errorsOf(found, finding));
    }
    return errors.flat();
  }

  /** Of each union at a place: the errors of its branches, and then its own, which says how many each has left. */
  async function branchErrors(
    { facets, value, instancePath }: Place,
    budget: Budget,
  ): Promise<ValidationError[]> {
    const errors: ValidationError[] = [];
    for (const { schema, schemaPath } of facets) {
      const names = messages.branches.get(schema) ?? [];
      const inside: ValidationError[][] = [];
      const keyword = schema.oneOf === undefined ? "anyOf" : "oneOf";
      budget.judgements -= names.length;
      if (budget.judgements < 0) {
        if (names.length > 0) errors.push(unionError(keyword, instancePath, schemaPath));
        continue;
      }
      for (const name of names) {
        const findings = readable(await judge(name, value));
        inside.push(await errorsIn(name, value, findings, instancePath, budget));
      }
      const fitting = inside.filter(({ length }) => length === 0).length;
      // Several unions may stand at one place; the middleware has found fault with one of them.
      const kept = keyword === "oneOf" ? fitting === 1 : fitting > 0;
      if (names.length === 0 || kept) continue;
      const counts = inside.map(({ length }) => length);
      errors.push(...inside.flat(), unionError(keyword, instancePath, schemaPath, counts));
    }
    return errors;
  }

  /** Error code of a finding that is not explained. */
  function codeOf(root: Place, finding: Finding): number | undefined {
    if (!isBoundsKeyword(finding.keyword)) return undefined;
    const facets = places.find(root, finding).flatMap(({ place }) => place.facets);
    const facet = facets.find(({ schema }) => schema[finding.keyword] !== undefined);
    return facet && places.boundsCodes[facet.schemaPath];
  }

  return async (name, value, findings) => {
    const read = readable(findings);
    const budget = { judgements: maxJudgements };
    const faults = explain(await errorsIn(name, value, read, "", budget), places.boundsCodes);
    const unread = findings.slice(read.length);
    if (unread.length === 0) return faults;
    const listed = faults.filter(({ omitted }) => omitted === undefined);
    const omitted = countOmitted(faults.slice(listed.length));
    const root = places.root(name, value, "");
    for (const finding of unread) omitted.add(codeOf(root, finding));
    return [...listed, ...omitted.fault()];
  };
}

/** How many more values may be judged to explain one. Each takes a hundred times as long as a finding. */
const maxJudgements = 100;

interface Budget {
  judgements: number;
}

/** Of more findings, the faults would not be listed. */
const maxReadFindings = 1000;

/** A path is looked up step by step; their sum is bounded as well. */
const maxReadCharacters = 1_000_000;

function readable(findings: readonly Finding[]): readonly Finding[] {
  let characters = 0;
  const end = findings.findIndex(({ path }, index) => {
    characters += path.length;
    return index === maxReadFindings || (index > 0 && characters > maxReadCharacters);
  });
  return end < 0 ? findings : findings.slice(0, end);
}

function unionError(
  keyword: string,
  instancePath: string,
  schemaPath: string,
  branches: readonly number[] = [],
): ValidationError {
  return { keyword, instancePath, schemaPath: `${schemaPath}/${keyword}`, params: { branches } };
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
