import { expect, test } from "vitest";
import type { Operation, SchemeCredential } from "@contract-toolkit/kernel";
import { createCredentialReader } from "./credentials.ts";
import { createParameterReader } from "./parameters.ts";

function operationWith(...security: SchemeCredential[]): Operation {
  return {
    id: "read",
    method: "GET",
    path: "/",
    summary: "",
    parameters: [],
    security: [security],
    responses: {},
    retryable: true,
    source: { file: "main.tsp", line: 1, column: 1 },
  };
}

const bearer: SchemeCredential = {
  scheme: "S",
  in: "header",
  name: "Authorization",
  type: "Bearer",
};
const sentIn = bearer.name.toLowerCase();
const basic: SchemeCredential = { ...bearer, type: "Basic" };
const key: SchemeCredential = { scheme: "S", in: "query", name: "key" };
const cookie: SchemeCredential = { scheme: "S", in: "cookie", name: "sid" };

test.each<[SchemeCredential, Record<string, string>, string, string | undefined]>([
  [bearer, { [sentIn]: "bearer  a.b" }, "", "a.b"],
  [bearer, { [sentIn]: "Basic w7w6cA==" }, "", undefined],
  [bearer, {}, "", undefined],
  [basic, { [sentIn]: "BASIC w7w6cA==" }, "", "ü:p"],
  [{ ...key, in: "header", name: "X-Key" }, { "x-key": "k" }, "", "k"],
  [key, {}, "a=1&key=k%20", "k "],
  [key, {}, "key=1&key=2", undefined],
  [cookie, { cookie: 'xsid=no; sid="a%3Bb"; sid=later' }, "", "a;b"],
  [cookie, { cookie: "sid=%zz" }, "", "%zz"],
  [cookie, { cookie: "other=1" }, "", undefined],
])("%j of %j and %j is %j", (credential, headers, search, expected) => {
  expect(createCredentialReader(operationWith(credential))(headers, search)).toEqual({
    S: expected,
  });
});

test("a key in the query is no undocumented parameter", () => {
  const read = (operation: Operation) =>
    createParameterReader(operation)({}, "key=k", {}, []).query;
  expect({ ...read(operationWith(key)) }).toEqual({});
  expect({ ...read(operationWith(bearer)) }).toEqual({ key: ["k"] });
});
