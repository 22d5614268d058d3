import {
  type Fault,
  type Schema,
  type ValidationError,
  countOmitted,
  explain,
  isBoundsKeyword,
} from "@contract-toolkit/kernel";
import type { MiddlewareFault, Judge } from "./judge.ts";
import type { Messages } from "./judged-messages.ts";
import { keywordsAgainst } from "./infinite-numbers.ts";
import {
  createInstanceFinder,
  exceededLimit,
  triggersOf,
  type Facet,
  type Found,
  type Instance,
} from "./instances.ts";
import { atMost, patternReason } from "./translation.ts";

/** Says what was found wrong with the value of a message. */
export type Explainer = (
  name: string,
  value: unknown,
  findings: readonly MiddlewareFault[],
) => Promise<readonly Fault[]>;

/**
 * Makes an explainer. The middleware tells places and keywords. What it leaves out is read from the schema: the limit,
 * the list or the pattern that was broken. Of a value that none of several alternatives fits, it does not tell which
 * fault belongs to which alternative; the value is judged once more, by each. The words are those of every engine.
 * Of very many findings the first ones are explained, and the others counted.
 */
export function createExplainer(messages: Messages, judge: Judge): Explainer {
  const finder = createInstanceFinder(messages);

  async function errorsIn(
    name: string,
    value: unknown,
    findings: readonly MiddlewareFault[],
    instancePath: string,
    budget: Budget,
  ): Promise<ValidationError[]> {
    const root = finder.root(name, value, instancePath);
    const unions = new Map(
      findings
        .filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf")
        .map((finding) => [finding.path, finding]),
    );
    const errors: ValidationError[][] = [];
    for (const finding of findings) {
      const union = outermost(finding.path, unions);
      const found = finder.find(root, finding);
      // What is inside a union comes out when that is judged by its branches.
      if (union && union !== finding && !isBeside(union, finding, found)) continue;
      for (const each of found)
        errors.push(
          union === finding ? await branchErrors(each.instance, budget) : errorsOf(each, finding),
        );
    }
    return errors.flat();
  }

  /** Of each union at an instance: the errors of its branches, and then its own, which says how many each has left. */
  async function branchErrors(
    { facets, value, instancePath }: Instance,
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
      // Several unions may stand at one instance; the middleware has found fault with one of them.
      const kept = keyword === "oneOf" ? fitting === 1 : fitting > 0;
      if (names.length === 0 || kept) continue;
      const counts = inside.map(({ length }) => length);
      errors.push(...inside.flat(), unionError(keyword, instancePath, schemaPath, counts));
    }
    return errors;
  }

  /** Error code of a finding that is not explained. */
  function codeOf(root: Instance, finding: MiddlewareFault): number | undefined {
    if (!isBoundsKeyword(finding.keyword)) return undefined;
    const facets = finder.find(root, finding).flatMap(({ instance }) => instance.facets);
    const facet = facets.find(({ schema }) => schema[finding.keyword] !== undefined);
    return facet && finder.boundsCodes[facet.schemaPath];
  }

  return async (name, value, findings) => {
    const read = readable(findings);
    const budget = { judgements: maxJudgements };
    const faults = explain(await errorsIn(name, value, read, "", budget), finder.boundsCodes);
    const unread = findings.slice(read.length);
    if (unread.length === 0) return faults;
    const listed = faults.filter(({ omitted }) => omitted === undefined);
    const omitted = countOmitted(faults.slice(listed.length));
    const root = finder.root(name, value, "");
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

function readable(findings: readonly MiddlewareFault[]): readonly MiddlewareFault[] {
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

/** The union at the instance of a path or around it; of several, the one around the others. */
function outermost(
  path: string,
  unions: ReadonlyMap<string, MiddlewareFault>,
): MiddlewareFault | undefined {
  for (let end = 0; end >= 0; end = path.indexOf("/", end + 1)) {
    const union = unions.get(path.slice(0, end));
    if (union) return union;
  }
  return unions.get(path);
}

/** Whether a finding at the instance of a union is of a keyword beside the union, and not of a branch. */
function isBeside(
  union: MiddlewareFault,
  finding: MiddlewareFault,
  found: readonly Found[],
): boolean {
  return (
    finding.path === union.path &&
    found.some(({ instance }) => instance.facets.some(({ schema }) => isNamedBy(finding, schema)))
  );
}

/** Whether the message of a finding names the value that its keyword has in a schema, and no longer one. */
function isNamedBy({ keyword, message }: MiddlewareFault, schema: Schema): boolean {
  if (schema[keyword] === undefined) return false;
  const text = textOf(schema[keyword]);
  const start = message.indexOf(text);
  const around = [message[start - 1], message[start + text.length]];
  return start >= 0 && around.every((each) => each === undefined || !/[\w.-]/.test(each));
}

function errorsOf(
  { instance, name }: Found,
  { keyword, message }: MiddlewareFault,
): ValidationError[] {
  const { value, facets } = instance;
  switch (keyword) {
    case "required":
      return [errorAt(instance, keyword, { missingProperty: name })];
    case "additionalProperties":
      return [errorAt(instance, keyword, { additionalProperty: name })];
    case "dependentRequired":
      return facets
        .flatMap(({ schema }) => triggersOf(schema, value, name ?? ""))
        .map((property) => errorAt(instance, keyword, { missingProperty: name, property }));
    case atMost:
      return facets
        .map(({ schema }) => exceededLimit(schema, value, name ?? ""))
        .filter((limitProperty) => limitProperty !== undefined)
        .map((limitProperty) => errorAt(instance, keyword, { property: name, limitProperty }));
    case "type":
      return isBeyondNumbers(value, facets)
        ? facets.flatMap((facet) =>
            keywordsAgainst(value)
              .filter((each) => facet.schema[each] !== undefined)
              .map((each) => errorOf(instance, each, facet)),
          )
        : [brokenBy(instance, keyword, message)];
    default:
      return [brokenBy(instance, keyword, message)];
  }
}

/** The middleware says of Infinity, as which `JSON.parse` reads 1e400, that it is no number. */
function isBeyondNumbers(value: unknown, facets: readonly Facet[]): value is number {
  return (
    (value === Infinity || value === -Infinity) &&
    facets.some(({ schema }) => schema.type === "integer" || schema.type === "number")
  );
}

/** Where several schemas of an instance have the keyword, the message names the value of the one that was broken. */
function brokenBy(instance: Instance, keyword: string, message: string): ValidationError {
  const candidates = instance.facets
    .filter(({ schema }) => schema[keyword] !== undefined)
    .toSorted((a, b) => textOf(b.schema[keyword]).length - textOf(a.schema[keyword]).length);
  const facet =
    candidates.find(({ schema }) => message.includes(textOf(schema[keyword]))) ?? candidates[0];
  if (!facet && keyword !== falseSchema)
    throw new Error(`No schema at ${instance.instancePath} says ${keyword}.`);
  return errorOf(instance, keyword, facet);
}

function errorOf(instance: Instance, keyword: string, facet?: Facet): ValidationError {
  const params = {
    [parameterOf(keyword)]: facet?.schema[keyword],
    ...(keyword === "pattern" && { reason: facet?.schema[patternReason] }),
  };
  return errorAt(instance, keyword, params, facet?.schemaPath);
}

function errorAt(
  { instancePath }: Instance,
  keyword: string,
  params: Readonly<Record<string, unknown>>,
  schemaPath = "#",
): ValidationError {
  return { keyword, instancePath, schemaPath: `${schemaPath}/${keyword}`, params };
}

/** What an instance is told that may not be. */
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
