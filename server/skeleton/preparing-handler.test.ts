import type { Contract, Fault, Operation } from "@contract-toolkit/kernel";
import { beforeEach, expect, test } from "vitest";
import { createContractRouter } from "./contract-router.ts";
import type { Engine } from "./engine.ts";
import type { HandlersOf } from "./options.ts";
import { listen } from "./testing/listen.ts";

interface Operations {
  take: {
    id: "take";
    path: object;
    query: object;
    headers: object;
    body: { readonly name: string };
    defaults: never;
    status: 200;
    responses: { 200: { headers: object; body: { found: string } } };
  };
}

const take: Operation = {
  id: "take",
  method: "POST",
  path: "/take",
  summary: "Take.",
  parameters: [],
  body: { contentType: "application/json", required: true },
  responses: { 200: { contentType: "application/json", headers: [] } },
  retryable: false,
  source: { file: "main.tsp", line: 1, column: 1 },
};

const contract: Contract<Operations> = {
  name: "taking",
  title: "Taking",
  version: "1.0.0",
  operations: { take },
  validators: { take: { request: () => true, responses: {} } },
  refusals: {},
  contentValidators: {},
  boundsCodes: {},
};

/** What has been done of a request, in its sequence. */
const steps: string[] = [];
let faults: readonly Fault[] = [];
const engine: Engine = { request: () => faults, response: () => [] };

beforeEach(() => {
  steps.length = 0;
  faults = [];
});

/** Sends a request to the handler, and tells the status and body of the answer. */
async function answerOf(
  handlers: HandlersOf<Operations, object>,
  name = "n",
): Promise<[number, unknown]> {
  const router = createContractRouter(contract, handlers, {
    engine,
    authenticate: () => ({}),
    beforeHandler: () => {
      steps.push("beforeHandler");
    },
    errorHandler: (problem) => ({
      status: 400,
      body: problem.kind === "thrown" ? String(problem.error) : problem,
    }),
  });
  await using server = await listen(router);
  const response = await fetch(new URL("/take", server.url), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ name }),
  });
  return [response.status, await response.json()];
}

const preparing: HandlersOf<Operations, object> = {
  take: {
    async prepare({ body: { name } }) {
      steps.push("prepare");
      await Promise.resolve();
      if (name === "unknown") throw new TypeError("nothing has this name");
      const found = `found ${name}`;
      return (reply) => {
        steps.push("answer");
        return reply(200, { found });
      };
    },
  },
};

const nothing = "TypeError: nothing has this name";

test("what is found while preparing reaches the answer", async () => {
  expect(await answerOf(preparing)).toEqual([200, { found: "found n" }]);
  expect(steps).toEqual(["beforeHandler", "prepare", "answer"]);
});

test("a preparation that refuses is not answered", async () => {
  expect(await answerOf(preparing, "unknown")).toEqual([400, nothing]);
  expect(steps).toEqual(["beforeHandler", "prepare"]);
});

test("bounds with a code of their own are judged after the preparation, and before the answer", async () => {
  faults = [{ pointer: "/body/name", reason: "must be short", code: 7 }];
  expect(await answerOf(preparing)).toMatchObject([400, { code: 7 }]);
  expect(await answerOf(preparing, "unknown")).toEqual([400, nothing]);
  expect(steps).toEqual(["beforeHandler", "prepare", "beforeHandler", "prepare"]);
});

test("what breaks the contract otherwise is not prepared", async () => {
  faults = [{ pointer: "/body/name", reason: "must be a string" }];
  expect((await answerOf(preparing))[0]).toBe(400);
  expect(steps).toEqual([]);
});

test("a preparation that leaves nothing to answer with becomes a problem", async () => {
  const handlers = {
    take: { prepare: () => undefined },
  } as unknown as HandlersOf<Operations, object>;
  expect(await answerOf(handlers)).toMatchObject([400, { kind: "invalid-response" }]);
});
