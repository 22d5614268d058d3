import { resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type OpenApiDocument, valueAt, withoutValue, withValue } from "contract-kernel";
import { middlewareEngine } from "../../../server/skeleton/middleware-engine/index.ts";
import type { Engine } from "../../../server/skeleton/index.ts";
import { deriveRequests, deriveResponses } from "../derive/messages.ts";
import { answerOf, type EngineAnswer } from "../derive/testing/compare-engines.ts";
import { loadSubject } from "../derive/testing/subject.ts";
import { generateInto } from "../../testing/generated.ts";

const shapes = await generateInto(
  resolve(import.meta.dirname, "../derive/fixtures/shapes/main.tsp"),
);
const subject = await loadSubject(`${shapes.folder}/shapes`);
const { contract, cases, document, engines } = subject;

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

/** What the compiled engine says, whose contract no change of the document touches. */
const expected: (Derived & { readonly text: string })[] = [];
for (const each of derived)
  expected.push({ ...each, text: (await each.judge(engines.compiled)).text });

/**
 * Whether some message derived for an operation is judged otherwise when the middleware reads the changed document.
 *
 * @param pointer what was changed
 */
async function isFound(id: string, pointer: string, changed: OpenApiDocument): Promise<boolean> {
  // To compile the schemas of all operations takes longer than to judge by those of one.
  const operations = { [id]: contract.operations[id] } as typeof contract.operations;
  const middleware = await middlewareEngine({ ...contract, operations }, changed);
  const concerned = expected.filter(({ operation }) => operation === id);
  for (const { judge, text } of nearestFirst(concerned, pointer))
    if ((await judge(middleware)).text !== text) return true;
  return false;
}

/** Verdicts that name the same things as the pointer come first: most often the first of them finds the change. */
function nearestFirst<Each extends { readonly text: string }>(
  all: readonly Each[],
  pointer: string,
): Each[] {
  const names = pointer.split("/").slice(1);
  const ranked = all.map((each) => ({
    each,
    rank: names.filter((name) => each.text.includes(name)).length,
  }));
  return ranked.sort((one, other) => other.rank - one.rank).map(({ each }) => each);
}

const schemas = "/components/schemas";
const path = "/paths/~1columns~1{column}~1shapes~1{side}/put";

describe("a rule that only one engine knows is found by some derived message", () => {
  test.each([
    ["turnFigure", `${schemas}/Code/minLength`],
    ["turnFigure", `${schemas}/Code/maxLength`],
    ["turnFigure", `${schemas}/Code/pattern`],
    ["turnFigure", `${schemas}/Code/x-pattern-reason`],
    ["turnFigure", `${schemas}/Share/minimum`],
    ["turnFigure", `${schemas}/Share/exclusiveMaximum`],
    ["keepShape", `${schemas}/Bounded/maximum`],
    ["keepShape", `${schemas}/Bounded/x-bounds-code`],
    ["addPoints", `${schemas}/Step/enum/1`],
    ["turnFigure", `${schemas}/Box/required/1`],
    ["turnFigure", `${schemas}/Box/properties/edges/minItems`],
    ["turnFigure", `${schemas}/Box/properties/edges/maxItems`],
    ["turnFigure", `${schemas}/Box/properties/edges/items/type`],
    ["keepShape", `${schemas}/Box/properties/lid/nullable`],
    ["turnFigure", `${schemas}/Figure/anyOf/1`],
    ["addPoints", `${schemas}/Animal/discriminator/mapping/dog`],
    ["keepShape", `${schemas}/Base/properties/label/maxLength`],
    ["keepShape", `${schemas}/Middle/allOf`],
    ["keepShape", `${schemas}/Middle/properties/since/x-requires`],
    ["keepShape", `${schemas}/Middle/properties/since/x-at-most`],
    ["keepShape", `${schemas}/Span/properties/first/x-at-most`],
    ["keepShape", `${schemas}/Draft/properties/count/default`],
    ["keepShape", `${schemas}/Draft/properties/reason/x-required-when`],
    ["keepShape", `${schemas}/Formats/properties/url/format`],
    ["keepShape", `${schemas}/Formats/properties/instant/format`],
    ["keepShape", `${schemas}/Numbers/properties/normal/format`],
    ["keepShape", `${schemas}/Collections/properties/counts/additionalProperties`],
    ["keepShape", `${schemas}/Node/properties/children/items`],
    ["keepShape", `${path}/requestBody/required`],
    ["keepShape", `${path}/parameters/0/schema/minimum`],
    ["keepShape", `${path}/responses/200/headers/depth/schema/maximum`],
  ] as const)("%s: %s", async (operation, pointer) => {
    expect(valueAt(document, pointer), "the document has it").toBeDefined();
    const changed = withoutValue(document, pointer) as OpenApiDocument;
    expect(await isFound(operation, pointer, changed)).toBe(true);
  });

  test("and so is an undocumented field that only one lets pass", async () => {
    const pointer = `${schemas}/Point/additionalProperties`;
    const changed = withValue(document, pointer, {}) as OpenApiDocument;
    expect(await isFound("keepShape", pointer, changed)).toBe(true);
  });
});

describe("the engine of express-openapi-validator does not start", () => {
  const other = (pointer: string, value: unknown) =>
    middlewareEngine(contract, withValue(document, pointer, value) as OpenApiDocument);

  test("on a document that lacks an operation of the contract", async () => {
    await expect(other(`${path}/operationId`, "other")).rejects.toThrow(
      "no keepShape at PUT /columns/{column}/shapes/{side}",
    );
  });

  test("on a document that lacks a status", async () => {
    const responses = `${path}/responses`;
    await expect(other(responses, {})).rejects.toThrow("has no status 200");
  });

  test("on a document that lacks the shape of a refusal", async () => {
    const refusals = `${schemas}/Failed/x-refusal`;
    await expect(other(refusals, [500])).rejects.toThrow("no shape to refuse with 404");
  });

  test("on a schema that cannot be compiled", async () => {
    const pattern = `${schemas}/Code/pattern`;
    await expect(other(pattern, "(")).rejects.toThrow("cannot judge");
  });
});

describe.each([
  { name: "compiled", engine: engines.compiled },
  { name: "express-openapi-validator", engine: engines.middleware },
])("the engine $name", ({ engine }) => {
  const { addPoints, turnFigure, keepShape } = contract.operations;
  if (!addPoints || !turnFigure || !keepShape) throw new Error("an operation is missing");
  const turn = (body: unknown) =>
    engine.request(turnFigure, { path: {}, query: {}, headers: {}, body });

  test("tells every fault of the branch that was meant, in all of its parts", async () => {
    const faults = await turn({ tag: "A", radius: 2, side: "up" });
    expect(faults.map(({ pointer }) => pointer)).toEqual([
      "/body/tag",
      "/body/tag",
      "/body/radius",
      "/body/side",
    ]);
  });

  test("tells the types of all branches where none has the value's, once each", async () => {
    expect(await turn(1)).toMatchObject([{ pointer: "/body", reason: "must be an object" }]);
  });

  test("fills nothing into a value for a branch that it is not of", async () => {
    const body = { tag: "ab", edges: [1, 2] };
    expect(await turn(body)).toEqual([]);
    expect(body).toEqual({ tag: "ab", edges: [1, 2] });
  });

  test("judges many at once without mixing them up", async () => {
    const judged = await Promise.all(
      Array.from({ length: 300 }, async (_, x) =>
        engine.request(addPoints, {
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
    const message = { path: {}, query: {}, headers: {} };
    const judged = Promise.resolve()
      .then(() => engine.request(unknown, message))
      .then((faults) => faults.length);
    await expect(judged.catch(() => Infinity)).resolves.toBeGreaterThan(0);
  });
});
