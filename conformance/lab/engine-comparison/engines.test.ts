import { resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import {
  type MessageSchemas,
  type Operation,
  valueAt,
  withoutValue,
  withValue,
} from "@contract-toolkit/kernel";
import { middlewareEngine } from "../../../server/skeleton/middleware-engine/index.ts";
import type { Case } from "../../cases/case.ts";
import { generateInto, librarySpec } from "../../testing/generated.ts";
import { full } from "../../../server/gateway/testing/long-test.ts";
import { drawn } from "../testing/random.ts";
import { compareEngines, loadSubject, type Subject } from "./compare.ts";
import { deriveRequests, deriveResponses } from "./derive.ts";

const library = await generateInto(librarySpec);
const shapes = await generateInto(
  resolve(import.meta.dirname, "../fixtures/specs/shapes/main.tsp"),
);
const shaped = await loadSubject(`${shapes.folder}/shapes`);
const subjects: readonly Subject[] = [
  shaped,
  ...(await Promise.all(
    [
      ...["generated/gateway", "generated/sandbox", "generated/merchant"],
      ...[`${library.folder}/catalogue`, `${library.folder}/loans`],
    ].map(loadSubject),
  )),
];

/** All derived messages, or one in twenty-four: each engine judges tens of thousands. */
function sampled<Each>(all: readonly Each[]): readonly Each[] {
  return full ? all : all.filter((_, index) => index % 24 === 0);
}

/** The samples that messages are derived from: all, or one of each answer. */
function basesIn(cases: readonly Case[]): readonly Case[] {
  const answers = Map.groupBy(cases, (each) => `${each.operation.id} ${each.response.status}`);
  return full ? cases : [...answers.values()].flatMap(([first]) => first ?? []);
}

interface Request {
  readonly id: string;
  readonly operation: Operation;
  readonly message: ReturnType<typeof deriveRequests>[number]["message"];
}

interface Answer {
  readonly id: string;
  readonly operation?: Operation | undefined;
  readonly status: number;
  readonly message: ReturnType<typeof deriveResponses>[number]["message"];
}

const ofRequests = (subject: Subject, requests: readonly Request[]) =>
  compareEngines(subject, requests, (engine, { operation, message }) =>
    engine.request(operation, message),
  );

const ofAnswers = (subject: Subject, answers: readonly Answer[]) =>
  compareEngines(subject, answers, (engine, { operation, status, message }) =>
    engine.response(operation, status, message),
  );

const refused = { requests: 0, answers: 0 };

afterAll(() => {
  console.log(
    `engines: alike on ${refused.requests} malformed requests and ${refused.answers} malformed answers`,
  );
});

describe.each(subjects)("both engines judge $contract.title alike:", (subject) => {
  const { contract, document, cases } = subject;

  test("requests derived from samples, and these", async () => {
    const own = cases.map(({ id, operation, request }) => {
      return { id, operation, message: { body: undefined, ...structuredClone(request) } };
    });
    const derived = sampled(deriveRequests(document, basesIn(cases)));
    const found = await ofRequests(subject, [...own, ...derived]);
    expect(found.disagreements.slice(0, 10)).toEqual([]);
    refused.requests += found.refused;
  });

  test("the answers of samples, all of which keep the contract", async () => {
    const answers = cases.map(({ id, operation, response: { status, headers, body } }) => {
      return { id, operation, status, message: { headers, body } };
    });
    expect(await ofAnswers(subject, answers)).toEqual({ refused: 0, disagreements: [] });
  });

  test("answers derived from these, within an operation and outside", async () => {
    const answers = sampled(deriveResponses(document, basesIn(cases)));
    const inside = await ofAnswers(subject, answers);
    expect(inside.disagreements.slice(0, 10)).toEqual([]);
    refused.answers += inside.refused;
    // Outside, the same answer of another operation is the same answer.
    const outside = answers.map((each) => ({ ...each, operation: undefined }));
    const each = new Map(outside.map((one) => [JSON.stringify([one.status, one.message]), one]));
    const { disagreements } = await ofAnswers(subject, [...each.values()]);
    expect(disagreements.slice(0, 10)).toEqual([]);
  });

  test("an answer whose status nobody documented", async () => {
    const message = { headers: {}, body: {} };
    const answers = Object.values(contract.operations).flatMap((operation) =>
      [100, 204, 299, 418, 500, 503].map((status) => {
        return { id: `${operation.id} ${status}`, operation, status, message };
      }),
    );
    expect((await ofAnswers(subject, answers)).disagreements).toEqual([]);
  });
});

test("the messages are many", () => {
  expect(refused.requests).toBeGreaterThan(500);
  expect(refused.answers).toBeGreaterThan(200);
});

const defs = "/$defs";

/** Of each kind of rule one, and an operation whose messages have it. */
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
  "that only one engine knows a rule is found in messages of %s: %s",
  async (id, pointer) => {
    expect(valueAt(shaped.messages, pointer), "the schemas have it").toBeDefined();
    expect(await disagreementsOf(id, withoutValue(shaped.messages, pointer))).not.toEqual([]);
  },
);

test("and so is an undocumented field that only one lets pass", async () => {
  const changed = withValue(shaped.messages, `${defs}/Point/additionalProperties`, {});
  expect(await disagreementsOf("addPoints", changed)).not.toEqual([]);
});

/** On derived messages of an operation, when the middleware reads changed schemas. */
async function disagreementsOf(id: string, changed: unknown): Promise<readonly unknown[]> {
  const { contract, document, cases, engines } = shaped;
  // To compile the schemas of all operations takes longer than to judge by those of one.
  const operations = { [id]: contract.operations[id] } as typeof contract.operations;
  const disagreements: Subject["disagreements"][number][] = [];
  const middleware = await middlewareEngine(
    { ...contract, operations },
    changed as MessageSchemas,
    {
      onDisagreement: (each) => disagreements.push(each),
    },
  );
  const subject = { ...shaped, engines: { ...engines, middleware }, disagreements };
  const own = cases.filter(({ operation }) => operation.id === id);
  await ofRequests(subject, deriveRequests(document, own));
  await ofAnswers(subject, deriveResponses(document, own));
  return disagreements;
}

test("the middleware judges many at once without mixing them up", async () => {
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
  const counts = judged.map((faults) =>
    faults.reduce((sum, { omitted }) => sum + (omitted ?? 1), 0),
  );
  expect(counts).toEqual(judged.map((_, x) => (x % 2 === 0 ? 0 : x)));
});
