import type { Conversion, StatusResponse } from "@contract-toolkit/contract";
import { expect, test } from "vitest";
import { convertValues } from "./convert-values.ts";

interface Operations {
  read: {
    id: "read";
    credentials: never;
    call: [request?: { body?: unknown }];
    result: StatusResponse<200, unknown>;
  };
}

/** Sends a body with a client that converts both kinds of values. The service returns it. */
async function echo(request: Conversion | undefined, response: Conversion, body: unknown) {
  const sent: unknown[] = [];
  const client = {
    read: (parts: { body?: unknown } = {}) => {
      sent.push(parts.body);
      const { body } = parts;
      return Promise.resolve({ status: 200 as const, headers: {}, body, requestId: "r" });
    },
  };
  const conversions = {
    components: { Tree: { fields: { at: "date-time", in: { component: "Tree" } } } },
    operations: {
      read: {
        ...(request && { request: { fields: { body: request } } }),
        responses: { "2XX": response },
      },
    },
  } as const;
  const chosen = { dates: true, bigints: true };
  const types: { readonly types?: Operations } = {};
  const converted = convertValues(client, { ...conversions, ...types }, chosen);
  const { body: received } = await converted.read({ body });
  return { sent: sent[0], received };
}

const at = "2026-11-27T10:00:00.000Z";
const date = new Date(at);

test.each<[string, Conversion, unknown, unknown]>([
  ["a date-time", "date-time", at, date],
  ["a date of HTTP", "http-date", date.toUTCString(), date],
  ["Unix seconds", "unixtime", 1_795_773_600, new Date(1_795_773_600_000)],
  ["an integer", "int64", 5, 5n],
  ["an integer beyond 2^63 in a text", "int64-text", "9223372036854775808", 9223372036854775808n],
  ["null", "date-time", null, null],
  ["a value of another type", "date-time", 5, 5],
  ["items", { items: "int64" }, [1, 2], [1n, 2n]],
  [
    "other fields",
    { fields: { a: "int64" }, others: "date-time" },
    { a: 1, constructor: at },
    { a: 1n, constructor: date },
  ],
  ["itself in itself", { component: "Tree" }, { in: { in: { at } } }, { in: { in: { at: date } } }],
  ["several variants", { all: ["date-time", "date-time"] }, at, date],
  ["what may be another text", { maybe: "date-time" }, "noon", "noon"],
  ["what may be another number", { maybe: "int64" }, 0.5, 0.5],
])("%s is converted in both directions", async (_, conversion, onWire, converted) => {
  expect(await echo(undefined, conversion, onWire)).toEqual({ sent: onWire, received: converted });
  expect(await echo(conversion, conversion, converted)).toEqual({
    sent: onWire,
    received: converted,
  });
});

test.each<[string, Conversion, unknown]>([
  ["an integer that JSON has rounded", "int64", 2 ** 53],
  ["a text that is no date-time", "date-time", "1"],
  ["a day that does not exist", "date-time", "2026-13-41T00:00:00Z"],
  ["a text that is no integer", "int64-text", "5.5"],
])("%s of a response is refused", async (_, conversion, body) => {
  await expect(echo(undefined, conversion, body)).rejects.toMatchObject({
    code: "invalid-body",
    operation: "read",
    requestId: "r",
    status: 200,
  });
});

test.each<[string, Conversion, unknown]>([
  ["an integer that JSON would round", "int64", 2n ** 53n],
  ["an invalid date", "date-time", new Date("noon")],
])("%s is not sent", async (_, conversion, body) => {
  await expect(echo(conversion, conversion, body)).rejects.toMatchObject({
    code: "invalid-request",
    operation: "read",
  });
});

test("a leap second is the second before", async () => {
  const { received } = await echo(undefined, "date-time", "2016-12-31T23:59:60.5Z");
  expect(received).toEqual(new Date("2016-12-31T23:59:59.5Z"));
});

test("bytes stay as they are", async () => {
  const bytes = new Uint8Array([1]);
  const stream = new Blob([bytes]).stream();
  const items = { items: { fields: { at: "date-time" } } } as const;
  expect((await echo(items, items, bytes)).sent).toBe(bytes);
  expect((await echo(items, items, stream)).sent).toBe(stream);
});
