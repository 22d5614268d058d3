import { resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type OpenApiDocument, valueAt } from "contract-kernel";
import { middlewareEngine } from "../../../server/skeleton/middleware-engine/index.ts";
import type { Engine } from "../../../server/skeleton/index.ts";
import { deriveRequests, deriveResponses } from "../derive/messages.ts";
import { verdictOf, type EngineVerdict } from "../derive/testing/alike.ts";
import { loadSubject } from "../derive/testing/subject.ts";
import { withoutValue, withValue } from "../../pointer.ts";
import { generateInto } from "../../testing/generated.ts";
import { seededRandom } from "../testing/random.ts";

const shapes = await generateInto(
  resolve(import.meta.dirname, "../derive/fixtures/shapes/main.tsp"),
);
const subject = await loadSubject(`${shapes.folder}/shapes`);
const { contract, cases, document, engines } = subject;

afterAll(() => shapes[Symbol.asyncDispose]());

type Judge = (engine: Engine) => Promise<EngineVerdict>;

/** One for each derived message. */
const judges: readonly Judge[] = [
  ...deriveRequests(document, cases).map(
    (each): Judge =>
      (engine) =>
        verdictOf(engine, each, (by, { operation, message }) => by.request(operation, message)),
  ),
  ...deriveResponses(document, cases).map(
    (each): Judge =>
      (engine) =>
        verdictOf(engine, each, (by, { operation, status, message }) =>
          by.response(operation, status, message),
        ),
  ),
];

/** What the compiled engine says, whose contract no change of the document touches. */
const expected: { readonly judge: Judge; readonly text: string }[] = [];
for (const judge of scattered(judges))
  expected.push({ judge, text: (await judge(engines.compiled)).text });

/** Neighbours have the same rules: what is found at all is found sooner among messages that are not alike. */
function scattered<Each>(all: readonly Each[]): Each[] {
  const random = seededRandom(1);
  const ranked = all.map((each) => ({ each, rank: random() }));
  return ranked.sort((one, other) => one.rank - other.rank).map(({ each }) => each);
}

/** Whether some derived message is judged otherwise when the middleware reads the changed document. */
async function isFound(changed: OpenApiDocument): Promise<boolean> {
  const middleware = await middlewareEngine(contract, changed);
  for (const { judge, text } of expected) if ((await judge(middleware)).text !== text) return true;
  return false;
}

const schemas = "/components/schemas";
const operation = "/paths/~1columns~1{column}~1shapes~1{side}/put";

describe("a rule that only one engine knows is found by some derived message", () => {
  test.each([
    `${schemas}/Code/minLength`,
    `${schemas}/Code/maxLength`,
    `${schemas}/Code/pattern`,
    `${schemas}/Code/x-pattern-reason`,
    `${schemas}/Share/minimum`,
    `${schemas}/Share/exclusiveMaximum`,
    `${schemas}/Bounded/maximum`,
    `${schemas}/Bounded/x-bounds-code`,
    `${schemas}/Step/enum/1`,
    `${schemas}/Box/required/1`,
    `${schemas}/Box/properties/edges/minItems`,
    `${schemas}/Box/properties/edges/maxItems`,
    `${schemas}/Box/properties/edges/items/type`,
    `${schemas}/Box/properties/lid/nullable`,
    `${schemas}/Figure/anyOf/1`,
    `${schemas}/Animal/discriminator/mapping/dog`,
    `${schemas}/Base/properties/label/maxLength`,
    `${schemas}/Middle/allOf`,
    `${schemas}/Middle/properties/since/x-requires`,
    `${schemas}/Middle/properties/since/x-at-most`,
    `${schemas}/Span/properties/first/x-at-most`,
    `${schemas}/Draft/properties/count/default`,
    `${schemas}/Draft/properties/reason/x-required-when`,
    `${schemas}/Formats/properties/url/format`,
    `${schemas}/Formats/properties/instant/format`,
    `${schemas}/Numbers/properties/normal/format`,
    `${schemas}/Collections/properties/counts/additionalProperties`,
    `${schemas}/Node/properties/children/items`,
    `${operation}/requestBody/required`,
    `${operation}/parameters/0/schema/minimum`,
    `${operation}/responses/200/headers/depth/schema/maximum`,
  ])("%s", async (pointer) => {
    expect(valueAt(document, pointer), "the document has it").toBeDefined();
    const changed = withoutValue(document, pointer) as OpenApiDocument;
    expect(await isFound(changed)).toBe(true);
  });

  test("and so is an undocumented field that only one lets pass", async () => {
    const pointer = `${schemas}/Point/additionalProperties`;
    const changed = withValue(document, pointer, {}) as OpenApiDocument;
    expect(await isFound(changed)).toBe(true);
  });
});

describe("the engine of express-openapi-validator does not start", () => {
  const other = (pointer: string, value: unknown) =>
    middlewareEngine(contract, withValue(document, pointer, value) as OpenApiDocument);

  test("on a document that lacks an operation of the contract", async () => {
    await expect(other(`${operation}/operationId`, "other")).rejects.toThrow(
      "no keepShape at PUT /columns/{column}/shapes/{side}",
    );
  });

  test("on a document that lacks a status", async () => {
    const responses = `${operation}/responses`;
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
