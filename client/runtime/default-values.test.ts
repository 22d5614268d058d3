import { expect, test } from "vitest";
import type { Operation } from "@contract-toolkit/kernel";
import type { ContractClientOptions } from "./options.ts";
import { ownValuesOf, valuesOf } from "./default-values.ts";

const bearer = { scheme: "Token", in: "header", name: "Authorization", type: "Bearer" } as const;
const basic = { scheme: "User", in: "header", name: "Authorization", type: "Basic" } as const;
const key = { scheme: "Key", in: "query", name: "key" } as const;
const cookie = { scheme: "Session", in: "cookie", name: "sid" } as const;

const nothing = { header: {}, query: {}, cookie: {} };

/** What the client sends with an operation, of the credentials that it has. */
function credentialsOf(operation: Operation, options: Pick<ContractClientOptions, "credentials">) {
  return valuesOf(ownValuesOf(operation, options));
}

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

test("the first alternative whose credentials are all there is sent", async () => {
  const operation = operationWith([[bearer, key], [basic], []]);
  expect(await credentialsOf(operation, { credentials: { Token: "t", Key: () => "k" } })).toEqual({
    ...nothing,
    header: { Authorization: "Bearer t" },
    query: { key: "k" },
  });
  expect(await credentialsOf(operation, { credentials: { Token: "t", User: "ü:p" } })).toEqual({
    ...nothing,
    header: { Authorization: "Basic w7w6cA==" },
  });
  expect(await credentialsOf(operation, {})).toEqual(nothing);
});

test("nothing is sent where all of it is not there, or nothing is asked for", async () => {
  const given = { credentials: { Token: "t" } };
  expect(await credentialsOf(operationWith([[bearer, key]]), given)).toEqual(nothing);
  expect(await credentialsOf(operationWith([[]]), given)).toEqual(nothing);
});

test("cookies are sent as such", async () => {
  const other = { ...cookie, scheme: "Other", name: "other" };
  const operation = operationWith([[cookie, other]]);
  expect(await credentialsOf(operation, { credentials: { Session: "a;b", Other: "c" } })).toEqual({
    ...nothing,
    cookie: { sid: "a;b", other: "c" },
  });
});
