import { resolve } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { type MessageSchemas, valueAt, withoutValue, withValue } from "@contract-toolkit/kernel";
import { middlewareEngine } from "../../../server/skeleton/middleware-engine/index.ts";
import type { Engine } from "../../../server/skeleton/index.ts";
import { deriveRequests, deriveResponses } from "../engine-comparison/derive.ts";
import { answerOf, loadSubject, type EngineAnswer } from "../engine-comparison/compare.ts";
import { generateInto } from "../../testing/generated.ts";
import { drawn } from "../testing/random.ts";

const shapes = await generateInto(
  resolve(import.meta.dirname, "../fixtures/specs/shapes/main.tsp"),
);
const subject = await loadSubject(`${shapes.folder}/shapes`);
const { contract, cases, document, messages, engines } = subject;

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

const rules = [
  ["turnFigure", `${defs}/Code/minLength`],
  ["turnFigure", `${defs}/Code/pattern`],
  ["turnFigure", `${defs}/Share/exclusiveMinimum`],
  ["keepShape", `${defs}/Bounded/maximum`],
  ["addPoints", `${defs}/Step/enum/1`],
  ["turnFigure", `${defs}/Box/required/1`],
  ["turnFigure", `${defs}/Box/properties/edges/minItems`],
  ["turnFigure", `${defs}/Box/properties/edges/then/items/type`],
  ["keepShape", `${defs}/Box/properties/lid/anyOf/1`],
  ["addPoints", `${defs}/Animal/allOf/1`],
  ["keepShape", `${defs}/Draft/properties/label/maxLength`],
  ["keepShape", `${defs}/Draft/properties/bounded`],
  ["keepShape", `${defs}/Draft/dependentRequired/since`],
  ["keepShape", `${defs}/Draft/allOf/0`],
  ["keepShape", `${defs}/Formats/properties/url/format`],
  ["keepShape", `${defs}/Collections/properties/counts/unevaluatedProperties`],
  ["keepShape", `${defs}/Node/properties/children/items`],
  ["keepShape", "/messages/request keepShape/required/3"],
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
});
