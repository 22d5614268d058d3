import { expect, test } from "vitest";
import type { Operation } from "@contract-toolkit/contract";
import type { HeaderSource } from "./options.ts";
import { ownValuesOf, readDefaultValues } from "./default-values.ts";

const bearer = { scheme: "Token", in: "header", name: "Authorization", type: "Bearer" } as const;
const basic = { scheme: "User", in: "header", name: "Authorization", type: "Basic" } as const;
const key = { scheme: "Key", in: "query", name: "key" } as const;
const cookie = { scheme: "Session", in: "cookie", name: "sid" } as const;

function operationWith(security: NonNullable<Operation["security"]>): Operation {
  return {
    id: "read",
    method: "GET",
    path: "/",
    summary: "",
    parameters: [],
    security,
    responses: {},
    retryable: true,
    source: { file: "main.tsp", line: 1, column: 1 },
  };
}

test.each<[string, NonNullable<Operation["security"]>, Record<string, HeaderSource>, object]>([
  [
    "the first alternative for which it has all credentials",
    [[bearer, key], [basic], []],
    { Token: "t", Key: () => "k", User: "ü:p" },
    { header: { Authorization: "Bearer t" }, query: { key: "k" } },
  ],
  [
    "another alternative",
    [[bearer, key], [basic], []],
    { Token: "t", User: "ü:p" },
    { header: { Authorization: "Basic w7w6cA==" } },
  ],
  [
    "those that it has, although none is required",
    [[], [basic]],
    { User: "ü:p" },
    { header: { Authorization: "Basic w7w6cA==" } },
  ],
  ["no incomplete alternative", [[bearer, key]], { Token: "t" }, {}],
  ["no credential that is not required", [[]], { Token: "t" }, {}],
  ["cookies", [[cookie]], { Session: "a;b" }, { cookie: { sid: "a;b" } }],
])("of credentials, a client sends %s", async (_, security, credentials, sent) => {
  const own = ownValuesOf(operationWith(security), { credentials });
  expect(await readDefaultValues(own)).toEqual({ header: {}, query: {}, cookie: {}, ...sent });
});
