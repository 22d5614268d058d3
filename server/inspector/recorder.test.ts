import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { MessageSchemas, Operation } from "@contract-toolkit/contract";
import { expect, test } from "vitest";
import type { ResponseInfo } from "@contract-toolkit/skeleton";
import type { RequestSummary } from "./recorded-request.ts";
import { createRecorder } from "./recorder.ts";

const text = { type: "string" };
const document: MessageSchemas = {
  $schema: "",
  messages: {
    "request add": {
      type: "object",
      properties: {
        query: { type: "object", properties: { page: { type: "integer" } } },
        headers: { type: "object", properties: { "X-Trace": text } },
        body: { $ref: "#/$defs/Item" },
      },
      "x-position": "main.tsp:1:1",
    },
    "response add 200": { type: "object", properties: { body: { $ref: "#/$defs/Item" } } },
    "response add 4XX": { type: "object", properties: { body: { $ref: "#/$defs/Item" } } },
    "response add 201": {
      type: "object",
      properties: { body: { type: "object", properties: { name: text } } },
    },
  },
  $defs: {
    Item: {
      type: "object",
      properties: {
        name: { ...text, maxLength: 5, "x-position": "main.tsp:7:3" },
        key: { ...text, format: "password" },
        parts: { type: "array", items: { $ref: "#/$defs/Item" } },
        other: { anyOf: [{ ...text, format: "password" }, text] },
      },
    },
  },
};

const add = { id: "add", method: "POST", path: "/items" } as Operation;

function answered(
  body: unknown,
  further: Partial<ResponseInfo<unknown>> = {},
): ResponseInfo<unknown> {
  const request = new IncomingMessage(new Socket());
  request.rawHeaders = ["Authorization", "Bearer s", "x-trace", "t-1", "4111111111111111", "v"];
  return {
    operation: add,
    method: "POST",
    path: "/items",
    status: 200,
    receivedAt: 0,
    durationMs: 1,
    request,
    received: { path: {}, query: { page: 2 }, headers: { "X-Trace": "t-1" }, body },
    reply: { status: 200, headers: {}, body },
    sentText: JSON.stringify(body),
    ...further,
  };
}

const undocumented = "(not documented, not kept)";

test("a request is at the time at which it arrived, before what it caused", () => {
  const recorder = createRecorder();
  recorder.of(document)(answered({}, { receivedAt: 5, durationMs: 3.2 }), "somebody");
  expect(recorder.list()[0]?.at).toBe("1970-01-01T00:00:00.005Z");
});

test("only documented fields that are not secret are stored", () => {
  const recorder = createRecorder();
  const body = {
    name: "n",
    key: "s3cret",
    other: "s3cret",
    parts: [{ key: "s3cret", name: { inside: "s3cret" } }, "x"],
    more: "s3cret",
    "4111 1111 1111 1111": "s3cret",
    "<b>": "s3cret",
  };
  recorder.of(document)(answered(body), "somebody");
  const found = recorder.find(1);
  expect(found?.request).toEqual({
    path: undocumented,
    query: { page: 2 },
    headers: [
      { name: "Authorization" },
      { name: "x-trace", value: "t-1" },
      { name: "(not shown)" },
    ],
    body: {
      name: "n",
      key: "(secret)",
      other: "(secret)",
      parts: [{ key: "(secret)", name: undocumented }, undocumented],
      more: undocumented,
      "(not shown)": undocumented,
    },
  });
  expect(JSON.stringify([recorder.list(), found])).not.toMatch(/s3cret|Bearer|4111/);
});

test("a response is stored as it was sent only if its contract has no secrets, and shown masked", () => {
  const recorder = createRecorder({ mask: (of) => of.replaceAll("4111", "(number)") });
  const record = recorder.of(document);
  const kept = (status: number) => {
    record(answered({}, { reply: { status, headers: {}, body: { name: "n" } }, sentText: sent }));
    return recorder.find(recorder.list().length)?.response.body;
  };
  let sent = '{"name":"as it was sent","more":"s3cret"}';
  expect(kept(201)).toEqual({ name: "as it was sent", more: undocumented });
  expect(kept(200)).toEqual({ name: "n" });
  sent = '{"name":"4111"}';
  expect(kept(201)).toEqual({ name: "(number)" });
});

test("violations of requests and refused replies have a field, a reason and a line", () => {
  const recorder = createRecorder();
  const violation = {
    pointer: "/body/name",
    reason: "must be short",
    rule: "open.Item#/properties/name/maxLength",
  };
  const problem = {
    kind: "invalid-request",
    violations: [{ ...violation, field: "name" }],
    omittedViolations: 0,
  } as const;
  const refusal = { status: 400, headers: {}, body: undefined };
  recorder.of(document)(answered({ name: "long name" }, { status: 400, problem, refusal }));
  recorder.of(document)(
    answered(
      { name: "long name" },
      { status: 500, problem: { kind: "invalid-response", detail: "", violations: [violation] } },
    ),
  );
  const violations = [{ reason: "must be short", pointer: "/body/name", position: "main.tsp:7" }];
  expect(recorder.find(1)).toMatchObject({ problem: "invalid-request", violations });
  expect(recorder.find(2)).toMatchObject({
    refusedReply: { body: { name: "long name" } },
    violations,
  });
});

test("the body of a status that is documented by its class is stored", () => {
  const recorder = createRecorder();
  const reply = { status: 404, headers: {}, body: { name: "n" } };
  recorder.of(document)(answered({}, { status: 404, reply }));
  expect(recorder.find(1)?.response.body).toEqual({ name: "n" });
});

test("the oldest requests are removed", () => {
  const recorder = createRecorder({ maxRequests: 3 });
  const record = recorder.of(document);
  for (let count = 0; count < 6; count += 1) record(answered({}));
  expect(recorder.list(4).map(({ number }) => number)).toEqual([5, 6]);
  expect(recorder.find(3)).toBeUndefined();
});

test("a follower gets stored and new requests, and misses the oldest if it is slow", async () => {
  const recorder = createRecorder({ maxRequests: 3 });
  const record = recorder.of(document);
  const ended = new AbortController();
  for (let count = 0; count < 3; count += 1) record(answered({}));
  const isSeen = ({ number }: { readonly number: number }) => number % 2 === 1;
  const followed = recorder.follow({ after: 1, signal: ended.signal, isSeen });
  const next = async () => (await followed.next()).value as RequestSummary | undefined;
  expect((await next())?.number).toBe(3);
  const waiting = next();
  record(answered({}));
  record(answered({}));
  const request = await waiting;
  expect(request?.number).toBe(5);
  expect(recorder.list().at(-1)).toBe(request);
  for (let count = 0; count < 5; count += 1) record(answered({}));
  expect((await next())?.number).toBe(9);
  const last = next();
  ended.abort();
  expect(await last).toBeUndefined();
});

test("if an owner has too many followers, the oldest ends", async () => {
  const recorder = createRecorder();
  const { signal } = new AbortController();
  const others = recorder.follow({ signal, owner: "other" }).next();
  const own = Array.from({ length: 21 }, () => recorder.follow({ signal, owner: "own" }).next());
  expect((await own[0])?.done).toBe(true);
  recorder.of(document)(answered({}));
  const results = await Promise.all([others, ...own.slice(1)]);
  expect(results.map(({ done }) => done)).toEqual(results.map(() => false));
});

test("ten thousand large requests stay below the limit of memory", () => {
  const recorder = createRecorder({ maxBytes: 4_000_000 });
  const record = recorder.of(document);
  const parts = Array.from({ length: 200 }, () => ({ name: "x".repeat(400) }));
  const large = answered({ name: "y".repeat(10_000), parts });
  for (let count = 0; count < 10_000; count += 1) record(large);
  const kept = recorder.list().map(({ number }) => recorder.find(number));
  // In UTF-16, a text takes two bytes for each character.
  expect(2 * JSON.stringify(kept).length).toBeLessThan(4_000_000);
  expect(kept.length).toBeGreaterThan(10);
});

test("a search finds what is shown, in any case, and nothing that is left out", async () => {
  const recorder = createRecorder();
  const record = recorder.of(document);
  record(answered({ name: "Lamp", key: "hidden", odd: "unknown" }));
  record(answered({ name: "Chair" }));
  const numbers = async (wanted: string) =>
    (await recorder.search(wanted)).map(({ number }) => number);
  expect(await numbers("lAMP")).toEqual([1]);
  expect(await numbers("t-1")).toEqual([1, 2]);
  expect(await numbers("")).toEqual([1, 2]);
  for (const left of ["hidden", "unknown", "Bearer s"]) expect(await numbers(left)).toEqual([]);
});
