import { resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Case } from "../../cases/case.ts";
import { deriveRequests, deriveResponses } from "../engine-comparison/derive.ts";
import { compareEngines, loadSubject, type Subject } from "../engine-comparison/compare.ts";
import { full } from "../testing/full-run.ts";
import { generateInto, librarySpec } from "../../testing/generated.ts";

const library = await generateInto(librarySpec);
const shapes = await generateInto(
  resolve(import.meta.dirname, "../fixtures/specs/shapes/main.tsp"),
);
const subjects: readonly Subject[] = await Promise.all(
  [
    "generated/gateway",
    "generated/sandbox",
    "generated/merchant",
    `${library.folder}/catalogue`,
    `${library.folder}/loans`,
    `${shapes.folder}/shapes`,
  ].map(loadSubject),
);
/** All derived messages, or one in eight: each engine judges tens of thousands. */
function sampled<Each>(all: readonly Each[]): readonly Each[] {
  return full ? all : all.filter((_, index) => index % 8 === 0);
}

/** The samples that messages are derived from: all, or one of each answer. */
function basesIn(cases: readonly Case[]): readonly Case[] {
  const answers = Map.groupBy(cases, (each) => `${each.operation.id} ${each.response.status}`);
  return full ? cases : [...answers.values()].flatMap(([first]) => first ?? []);
}

const refused = { requests: 0, answers: 0 };

afterAll(() => {
  console.log(
    `engines: alike on ${refused.requests} malformed requests and ${refused.answers} malformed answers`,
  );
});

describe.each(subjects)("both engines judge $contract.title alike:", (subject) => {
  const { contract, document, cases } = subject;

  test("the requests of its samples", async () => {
    const requests = cases.map(({ id, operation, request }) => ({
      id,
      operation,
      message: { body: undefined, ...structuredClone(request) },
    }));
    const { disagreements } = await compareEngines(
      subject,
      requests,
      (engine, { operation, message }) => engine.request(operation, message),
    );
    expect(disagreements).toEqual([]);
  });

  test("the answers of its samples, all of which keep the contract", async () => {
    const answers = cases.map(({ id, operation, response }) => ({
      id,
      operation,
      status: response.status,
      message: { headers: response.headers, body: response.body },
    }));
    const { disagreements, refused } = await compareEngines(
      subject,
      answers,
      (engine, { operation, status, message }) => engine.response(operation, status, message),
    );
    expect([disagreements, refused]).toEqual([[], 0]);
  });

  test("requests derived from these", async () => {
    const found = await compareEngines(
      subject,
      sampled(deriveRequests(document, basesIn(cases))),
      (engine, { operation, message }) => engine.request(operation, message),
    );
    expect(found.disagreements.slice(0, 10)).toEqual([]);
    refused.requests += found.refused;
  });

  test("answers derived from these, within an operation and outside", async () => {
    const answers = sampled(deriveResponses(document, basesIn(cases)));
    // Outside, the same answer of another operation is the same answer.
    const outside = new Map(
      answers.map((each) => [JSON.stringify([each.status, each.message]), each]),
    );
    for (const inside of [true, false]) {
      const found = await compareEngines(
        subject,
        inside ? answers : [...outside.values()],
        (engine, { operation, status, message }) =>
          engine.response(inside ? operation : undefined, status, message),
      );
      expect(found.disagreements.slice(0, 10)).toEqual([]);
      if (inside) refused.answers += found.refused;
    }
  });

  test("an answer whose status nobody documented", async () => {
    const answers = [100, 204, 299, 418, 500, 503].map((status) => ({
      id: String(status),
      status,
      message: { headers: {}, body: {} },
    }));
    for (const operation of Object.values(contract.operations)) {
      const { disagreements } = await compareEngines(
        subject,
        answers,
        (engine, { status, message }) => engine.response(operation, status, message),
      );
      expect(disagreements).toEqual([]);
    }
  });
});

test("the messages are many", () => {
  expect(refused.requests).toBeGreaterThan(600);
  expect(refused.answers).toBeGreaterThan(300);
});
