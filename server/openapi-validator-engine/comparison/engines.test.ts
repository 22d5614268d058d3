import { resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import {
  type MessageSchemas,
  type Operation,
  valueAt,
  withoutValue,
  withValue,
} from "@contract-toolkit/contract";
import { middlewareEngine } from "../index.ts";
import type { Case } from "../../../conformance/cases/case.ts";
import { generateInto, librarySpec } from "../../../conformance/testing/generated.ts";
import { corpus } from "../../../scripts/generate/testing/specs/corpus.ts";
import { full } from "../../gateway/testing/long-test.ts";
import { drawn } from "../../gateway/testing/drawn.ts";
import { compareEngines, loadSubject, type Subject } from "./compare.ts";
import { deriveRequests, deriveResponses, responseOf } from "./derive.ts";

const library = await generateInto(librarySpec);
const shapes = await generateInto(
  resolve(import.meta.dirname, "../../../scripts/generate/testing/specs/shapes/main.tsp"),
);
const shaped = await loadSubject(`${shapes.folder}/shapes`);
const subjects: readonly Subject[] = [
  shaped,
  ...(await Promise.all(
    [
      ...["generated/gateway", "generated/sandbox", "generated/merchant"],
      ...[`${library.folder}/catalogue`, `${library.folder}/loans`],
      ...(
        await Promise.all(drawn(corpus, 1 / 4, "specifications of the engines").map(foldersOf))
      ).flat(),
    ].map(loadSubject),
  )),
];

async function foldersOf({ entry, services }: (typeof corpus)[number]): Promise<string[]> {
  const { folder } = await generateInto(entry);
  return services.map((service) => `${folder}/${service}`);
}

/** There are tens of thousands of messages. An ordinary run judges one in 16. */
function sampled<Each>(all: readonly Each[]): readonly Each[] {
  return full ? all : all.filter((_, index) => index % 16 === 0);
}

/** A full run derives from all samples, others from one of each operation and status. */
function basesIn(cases: readonly Case[]): readonly Case[] {
  const responses = Map.groupBy(
    cases,
    (testCase) => `${testCase.operation.id} ${testCase.response.status}`,
  );
  return full ? cases : [...responses.values()].flatMap(([first]) => first ?? []);
}

interface Request {
  readonly id: string;
  readonly operation: Operation;
  readonly message: ReturnType<typeof deriveRequests>[number]["message"];
}

interface DocumentedResponse {
  readonly id: string;
  readonly operation?: Operation | undefined;
  readonly status: number;
  readonly message: ReturnType<typeof deriveResponses>[number]["message"];
}

const ofRequests = (subject: Subject, requests: readonly Request[]) =>
  compareEngines(subject, requests, (engine, { operation, message }) =>
    engine.request(operation, message),
  );

const ofResponses = (subject: Subject, responses: readonly DocumentedResponse[]) =>
  compareEngines(subject, responses, (engine, { operation, status, message }) =>
    engine.response(operation, status, message),
  );

const refused = { requests: 0, responses: 0 };

afterAll(() => {
  console.log(
    `engines: same verdict on ${refused.requests} invalid requests and ${refused.responses} invalid responses`,
  );
});

describe.each(subjects)("both engines give the same verdicts for $contract.title:", (subject) => {
  const { contract } = subject;
  // An operation without a sample has messages that are derived from its schema.
  const cases = [...subject.cases, ...subject.derived("server").cases];
  const boundaries = () => subject.constraints().cases;

  test("requests of samples, and requests derived from them", async () => {
    const own = cases.map(({ id, operation, request }) => {
      return { id, operation, message: { body: undefined, ...structuredClone(request) } };
    });
    const derived = sampled(deriveRequests(basesIn(cases), boundaries()));
    const found = await ofRequests(subject, [...own, ...derived]);
    expect(found.disagreements.slice(0, 10)).toEqual([]);
    refused.requests += found.refused;
  });

  test("responses of samples, which are all valid", async () => {
    const responses = subject.cases.map(responseOf);
    expect(await ofResponses(subject, responses)).toEqual({ refused: 0, disagreements: [] });
  });

  test("responses derived from samples, with and without an operation", async () => {
    const responses = sampled(deriveResponses(basesIn(cases), boundaries()));
    const inside = await ofResponses(subject, responses);
    expect(inside.disagreements.slice(0, 10)).toEqual([]);
    refused.responses += inside.refused;
    // Without an operation, equal responses of several operations are judged once.
    const outside = responses.map((response) => ({ ...response, operation: undefined }));
    const item = new Map(
      outside.map((entry) => [JSON.stringify([entry.status, entry.message]), entry]),
    );
    const { disagreements } = await ofResponses(subject, [...item.values()]);
    expect(disagreements.slice(0, 10)).toEqual([]);
  });

  test("responses with an undocumented status", async () => {
    const message = { headers: {}, body: {} };
    const responses = Object.values(contract.operations).flatMap((operation) =>
      [100, 204, 299, 418, 500, 503].map((status) => {
        return { id: `${operation.id} ${status}`, operation, status, message };
      }),
    );
    expect((await ofResponses(subject, responses)).disagreements).toEqual([]);
  });
});

test("many messages are refused", () => {
  expect(refused.requests).toBeGreaterThan(500);
  expect(refused.responses).toBeGreaterThan(200);
});

const defs = "/$defs";

/** One rule of each kind, and an operation whose messages have it. */
const rules = [
  ["turnFigure", `${defs}/Code/minLength`],
  ["turnFigure", `${defs}/Share/exclusiveMinimum`],
  ["turnFigure", `${defs}/Box/required/1`],
  ["turnFigure", `${defs}/Box/properties/edges/then/items/type`],
  ["addPoints", `${defs}/Step/enum/1`],
  ["addPoints", `${defs}/Animal/allOf/1`],
  ["keepShape", `${defs}/Box/properties/lid/anyOf/1`],
  ["keepShape", `${defs}/Draft/dependentRequired/since`],
  ["keepShape", `${defs}/Formats/properties/url/format`],
  ["keepShape", `${defs}/Collections/properties/counts/unevaluatedProperties`],
  ["keepShape", "/messages/request keepShape/required/3"],
] as const;

test.each(drawn(rules, 1 / 5, "rules that one engine lacks"))(
  "a rule that one engine lacks is found in messages of %s: %s",
  async (id, pointer) => {
    expect(valueAt(shaped.messages, pointer), "the schemas have it").toBeDefined();
    expect(await disagreementsOf(id, withoutValue(shaped.messages, pointer))).not.toEqual([]);
  },
);

test("an undocumented field that one engine accepts is found", async () => {
  const changed = withValue(shaped.messages, `${defs}/Point/additionalProperties`, {});
  expect(await disagreementsOf("addPoints", changed)).not.toEqual([]);
});

/** The disagreements on messages of an operation when the second engine has changed schemas. */
async function disagreementsOf(id: string, changed: unknown): Promise<readonly unknown[]> {
  const { contract, cases, engines } = shaped;
  // Compiling the schemas of all operations takes too long.
  const operations = { [id]: contract.operations[id] } as typeof contract.operations;
  const disagreements: Subject["disagreements"][number][] = [];
  const middleware = await middlewareEngine(
    { ...contract, operations },
    changed as MessageSchemas,
    {
      onDisagreement: (disagreement) => disagreements.push(disagreement),
    },
  );
  const subject = { ...shaped, engines: { ...engines, middleware }, disagreements };
  const own = cases.filter(({ operation }) => operation.id === id);
  const boundaries = shaped.constraints().cases.filter(({ operation }) => operation.id === id);
  await ofRequests(subject, deriveRequests(own, boundaries));
  await ofResponses(subject, deriveResponses(own, boundaries));
  return disagreements;
}

test("the second engine does not mix up concurrent messages", async () => {
  const { addPoints } = shaped.contract.operations;
  if (!addPoints) throw new Error("the operation is missing");
  const judged = await Promise.all(
    Array.from({ length: 300 }, async (_, x) => {
      const body = x % 2 === 0 ? [{ x }] : Array.from({ length: x }, () => ({}));
      return shaped.engines.middleware.request(addPoints, {
        path: {},
        query: {},
        headers: {},
        body,
      });
    }),
  );
  const counts = judged.map((violations) =>
    violations.reduce((sum, { omitted }) => sum + (omitted ?? 1), 0),
  );
  expect(counts).toEqual(judged.map((_, x) => (x % 2 === 0 ? 0 : x)));
});
