import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { isObject, type Schema } from "@contract-toolkit/contract";
import {
  breaksComparison,
  comparisons,
  type Example,
  type FieldRule,
  fieldRules,
  isCompared,
} from "@contract-toolkit/contract/field-rules";
import { makeValue } from "@contract-toolkit/schemas/message-generator/value";
import { accepts } from "@contract-toolkit/schemas/second-validator/oracle";
import { changesOf } from "../../diff/testing/documents.ts";
import { createReference } from "../../../server/api-reference/index.ts";
import { generateFromBody } from "../../../server/skeleton/testing/generated.ts";
import { errorsOf } from "../../../spec/library/testing/lint.ts";
import { loadSubject } from "../../../server/openapi-validator-engine/comparison/compare.ts";

/** One operation per rule. Its body has the fields of the rule's example. */
const specification = fieldRules.map(({ name, example: { fields, valid } }) => {
  const [item = {}] = valid;
  const values = Object.entries(item).map(([field, value]) => `${field}: ${JSON.stringify(value)}`);
  return `
model Body_${name} { ${fields} }
@opExample(#{ parameters: #{ body: #{ ${values.join(", ")} } }, returnType: #{ _: 204 } }, #{ title: "sent" })
@route("/${name}") @post op ${name}(@body body: Body_${name}): { @statusCode _: 204 };`;
});

const generated = await generateFromBody(specification.join("\n"));
const folder = `${generated.folder}/shelf`;
const subject = await loadSubject(folder);
const reference = await createReference([folder]);

describe.each(fieldRules)("@$name", (rule) => {
  const { name, example } = rule;
  const schema = subject.requestSchema(name);

  test("is declared", () => {
    // The compiler also calls undeclared decorators, with values of another form.
    expect(read("spec/library/main.tsp")).toContain(`extern dec ${name}(`);
  });

  test("is described in the reference", () => {
    const { text: said = "" } = statementOf(rule) ?? {};
    expect(reference.get("shelf.json")?.text).toContain(said);
  });

  test("is enforced by both engines", async () => {
    const violationsOf = async (body: object) => {
      const operation = subject.contract.operations[name];
      if (!operation) throw new Error("the operation is missing");
      const request = { path: {}, query: {}, headers: {}, body };
      const violations = await subject.engines.middleware.request(operation, request);
      return violations.map(({ pointer, reason }) => `${pointer.replace("/body", "")} ${reason}`);
    };
    for (const body of example.valid) expect(await violationsOf(body)).toEqual([]);
    for (const body of example.invalid)
      expect(await violationsOf(body)).toEqual([example.violation]);
    expect(subject.disagreements).toEqual([]);
  });

  test("is enforced by the second validator and respected by derived messages", () => {
    for (const body of example.valid) expect(accepts(schema, { body })).toBe(true);
    for (const body of example.invalid) expect(accepts(schema, { body })).toBe(false);
    const full = withRequired(schema, example);
    expect(accepts(full, makeValue(full, {}, { fields: "documented" }))).toBe(true);
  });

  test("has cases at its boundary", () => {
    const { cases, coveredBySample, unknown } = subject.constraints();
    const boundaries = [...cases, ...coveredBySample]
      .filter(({ constraint }) => constraint.operation === name && constraint.keyword === name)
      .map(({ boundary }) => boundary);
    expect(new Set(boundaries)).toEqual(new Set(["valid", "invalid"]));
    expect(unknown).toEqual([]);
  });

  test("breaks requests when it is added, with a message as evidence, and does not when it is removed", () => {
    const now = JSON.parse(JSON.stringify(subject.document)) as Schema;
    const old = withoutRule(now, rule) as Schema;
    const added = changesOf(old, now).filter(({ severity }) => severity === "error");
    expect(added).toMatchObject([{ operation: name }]);
    expect(added[0]?.counterexample).toBeDefined();
    expect(changesOf(now, old).map(({ severity }) => severity)).not.toContain("error");
  });

  test("is a compile error with an unknown field", async () => {
    const [sibling = ""] = statementOf(rule)?.siblings ?? [];
    const alone = example.fields.replaceAll(`"${sibling}"`, '"nobody"');
    expect(await errorsOf(`op read(): { ${alone} };`)).toMatchObject([
      { message: expect.stringContaining("'nobody' is not a sibling") as string },
    ]);
  });
});

test.each(comparisons)("the values of @$name break it or keep it as they should", (rule) => {
  const { valid, invalid }: Example = rule.example;
  const { judged: [field = ""] = [], siblings: [sibling = ""] = [] } = statementOf(rule) ?? {};
  for (const { [field]: own, [sibling]: compared } of invalid) {
    if (!isCompared(rule, compared)) throw new Error("each invalid example has both fields");
    const boundaries = rule.boundaries(compared, 1);
    expect(boundaries.invalid).toContain(own);
    expect(
      boundaries.invalid.filter((comparable) => !breaksComparison(rule, comparable, compared)),
    ).toEqual([]);
    expect(
      boundaries.valid?.filter((comparable) => breaksComparison(rule, comparable, compared)) ?? [],
    ).toEqual([]);
    const before = valid.find((item) => item[sibling] === compared)?.[field];
    expect(breaksComparison(rule, own, rule.adjusted(own, before))).toBe(false);
  }
});

test("the guide quotes the source of a rule", () => {
  expect(read("docs/designing.md")).toContain(read("contract/field-rules/differs-from.ts"));
});

function read(path: string): string {
  return readFileSync(resolve(import.meta.dirname, "../../..", path), "utf8");
}

/** The statement of the rule about a field of its example. */
function statementOf(rule: FieldRule) {
  const schemas = Object.entries(subject.document.components?.schemas ?? {});
  const properties = schemas.find(([name]) => name === `Body_${rule.name}`)?.[1].properties ?? {};
  for (const [field, schema] of Object.entries(properties)) {
    const statement = isObject(schema) && rule.read(schema[rule.extension], field);
    if (statement) return statement;
  }
  return undefined;
}

function withRequired(schema: Schema, { valid: [item = {}] }: Example): Schema {
  const body = schema.properties?.["body"];
  return {
    ...schema,
    required: ["body"],
    properties: { body: { ...(isObject(body) ? body : {}), required: Object.keys(item) } },
  };
}

function withoutRule(value: unknown, rule: FieldRule): unknown {
  if (Array.isArray(value)) return value.map((value) => withoutRule(value, rule));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => key !== rule.extension);
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutRule(value, rule)]));
}
