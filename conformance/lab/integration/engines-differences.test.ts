import { resolve } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { type MessageSchemas, valueAt, withoutValue, withValue } from "@contract-toolkit/kernel";
import { middlewareEngine } from "../../../server/skeleton/middleware-engine/index.ts";
import type { Engine } from "../../../server/skeleton/index.ts";
import { deriveRequests, deriveResponses } from "../message-variants/derive.ts";
import { answerOf, type EngineAnswer } from "../message-variants/testing/compare-engines.ts";
import { loadSubject } from "../message-variants/testing/subject.ts";
import { generateInto } from "../../testing/generated.ts";
import { drawn } from "../testing/random.ts";

const shapes = await generateInto(
  resolve(import.meta.dirname, "../message-variants/fixtures/shapes/main.tsp"),
);
const subject = await loadSubject(`${shapes.folder}/shapes`);
const { contract, cases, document, messages, engines } = subject;

afterAll(() => shapes[Symbol.asyncDispose]());

/** A derived message and how an engine judges it. */
interface Derived {
  readonly operation: string;
  readonly judge: (engine: Engine) => Promise<EngineAnswer>;
}

const derived: readonly Derived[] = [
  ...deriveRequests(document, cases).map((each) => ({
    operation: each.operation.id,
    judge: (engine: Engine) =>
      answerOf(engine, each, (by, { operation, message }) => by.request(operation, message)),
  })),
  ...deriveResponses(document, cases).map((each) => ({
    operation: each.operation.id,
    judge: (engine: Engine) =>
      answerOf(engine, each, (by, { operation, status, message }) =>
        by.response(operation, status, message),
      ),
  })),
];

/** What the compiled validators say, which no change of `messages.json` touches any more. */
const expected: (Derived & { readonly text: string })[] = [];
for (const each of derived)
  expected.push({ ...each, text: (await each.judge(engines.compiled)).text });

/**
 * Whether the validators disagree on some message derived for an operation when the middleware reads changed schemas.
 *
 * @param hints words of the verdict on a message that may find it
 */
async function isFound(
  id: string,
  hints: readonly string[],
  changed: MessageSchemas,
): Promise<boolean> {
  // To compile the schemas of all operations takes longer than to judge by those of one.
  const operations = { [id]: contract.operations[id] } as typeof contract.operations;
  const onDisagreement = vi.fn();
  const middleware = await middlewareEngine({ ...contract, operations }, changed, {
    onDisagreement,
  });
  const rankOf = (text: string) => hints.filter((hint) => text.includes(hint)).length;
  const nearestFirst = expected
    .filter(({ operation }) => operation === id)
    .toSorted((one, other) => rankOf(other.text) - rankOf(one.text));
  for (const { judge } of nearestFirst) {
    await judge(middleware);
    if (onDisagreement.mock.calls.length > 0) return true;
  }
  return false;
}

const defs = "/$defs";
const request = "/messages/request keepShape/properties";

const rules = [
  ["turnFigure", `${defs}/Code/minLength`],
  ["turnFigure", `${defs}/Code/maxLength`],
  ["turnFigure", `${defs}/Code/pattern`],
  ["turnFigure", `${defs}/Share/exclusiveMinimum`],
  ["turnFigure", `${defs}/Share/exclusiveMaximum`],
  ["keepShape", `${defs}/Bounded/maximum`],
  ["addPoints", `${defs}/Step/enum/1`],
  ["turnFigure", `${defs}/Box/required/1`],
  ["turnFigure", `${defs}/Box/properties/edges/minItems`],
  ["turnFigure", `${defs}/Box/properties/edges/maxItems`],
  ["turnFigure", `${defs}/Box/properties/edges/then/items/type`],
  ["keepShape", `${defs}/Box/properties/lid/anyOf/1`],
  ["turnFigure", `${defs}/Figure/anyOf/1`],
  ["addPoints", `${defs}/Animal/allOf/1`],
  ["keepShape", `${defs}/Nullables/properties/short/maxLength`],
  ["keepShape", `${defs}/Draft/properties/label/maxLength`],
  ["keepShape", `${defs}/Draft/properties/bounded`],
  ["keepShape", `${defs}/Draft/dependentRequired/since`],
  ["keepShape", `${defs}/Draft/allOf/0`],
  ["keepShape", `${defs}/Formats/properties/url/format`],
  ["keepShape", `${defs}/Formats/properties/instant/format`],
  ["keepShape", `${defs}/Numbers/properties/normal/maximum`],
  ["keepShape", `${defs}/Collections/properties/counts/unevaluatedProperties`],
  ["keepShape", `${defs}/Node/properties/children/items`],
  ["keepShape", "/messages/request keepShape/required/3"],
  ["keepShape", `${request}/path/properties/column/minimum`],
  ["keepShape", "/messages/response keepShape 200/properties/headers/properties/depth/maximum"],
] as const;

/** To compile an operation without a rule takes most of a second. */
const drawnRules = drawn(rules, 1 / 6, "rules that one engine lacks");

describe("a rule that only one engine knows is found by some derived message", () => {
  test.each(drawnRules)("%s: %s", async (operation, pointer) => {
    expect(valueAt(messages, pointer), "the schemas have it").toBeDefined();
    const changed = withoutValue(messages, pointer) as MessageSchemas;
    const names = JSON.stringify(valueAt(messages, pointer)).match(/\w+/g) ?? [];
    const hints = [...pointer.split("/").slice(1), ...names];
    expect(await isFound(operation, hints, changed)).toBe(true);
  });

  test("and so is an undocumented field that only one lets pass", async () => {
    const pointer = `${defs}/Point/additionalProperties`;
    const changed = withValue(messages, pointer, {}) as MessageSchemas;
    expect(await isFound("keepShape", ["origin", "undocumented"], changed)).toBe(true);
  });
});

describe("the engine of express-openapi-validator does not start", () => {
  const without = (pointer: string) =>
    middlewareEngine(contract, withoutValue(messages, pointer) as MessageSchemas);

  test.each(["request keepShape", "response keepShape 200", "refusal 404"])(
    "without the schema of the %s",
    async (name) => {
      await expect(without(`/messages/${name}`)).rejects.toThrow(`has no "${name}"`);
    },
  );

  test("on a schema that cannot be compiled", async () => {
    const changed = withValue(messages, `${defs}/Code/pattern`, "(") as MessageSchemas;
    await expect(middlewareEngine(contract, changed)).rejects.toThrow("cannot judge");
  });
});

describe("the engine of express-openapi-validator", () => {
  const { middleware } = engines;
  const { addPoints, turnFigure, keepShape } = contract.operations;
  if (!addPoints || !turnFigure || !keepShape) throw new Error("an operation is missing");

  test("fills nothing into a value for a branch that it is not of", async () => {
    const body = { tag: "ab", edges: [1, 2] };
    const message = { path: {}, query: {}, headers: {}, body };
    expect(await middleware.request(turnFigure, message)).toEqual([]);
    expect(body).toEqual({ tag: "ab", edges: [1, 2] });
  });

  test("judges many at once without mixing them up", async () => {
    const judged = await Promise.all(
      Array.from({ length: 300 }, async (_, x) =>
        middleware.request(addPoints, {
          path: {},
          query: {},
          headers: {},
          body: x % 2 === 0 ? [{ x }] : Array.from({ length: x }, () => ({})),
        }),
      ),
    );
    const counts = judged.map((faults) =>
      faults.reduce((sum, { omitted }) => sum + (omitted ?? 1), 0),
    );
    expect(counts).toEqual(judged.map((_, x) => (x % 2 === 0 ? 0 : x)));
  });

  test("never accepts what it does not know", async () => {
    const unknown = { ...keepShape, id: "unknown" };
    const judged = middleware.request(unknown, { path: {}, query: {}, headers: {} });
    await expect(judged).rejects.toThrow('cannot judge "request unknown"');
  });
});
