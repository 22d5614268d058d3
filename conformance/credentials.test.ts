import { expect, test } from "vitest";
import type { SchemeCredential } from "@contract-toolkit/contract";
import { withCredentials } from "./credentials.ts";
import { operation } from "./testing/one-operation.ts";

const request = { path: {}, query: {}, headers: {} };
const bearer: SchemeCredential = {
  scheme: "Token",
  in: "header",
  name: "Authorization",
  type: "Bearer",
};
const key: SchemeCredential = { scheme: "Key", in: "query", name: "key" };
const cookie: SchemeCredential = { scheme: "Session", in: "cookie", name: "sid" };

test("a request gets the first alternative whose credentials are all given", () => {
  const secured = { ...operation, security: [[bearer, key], [cookie]] };
  expect(withCredentials(secured, request, { authorization: "Bearer t", key: "k" })).toEqual({
    path: {},
    query: { key: "k" },
    headers: { Authorization: "Bearer t" },
  });
  expect(withCredentials(secured, request, { authorization: "t", sid: "s" }).headers).toEqual({
    Cookie: "sid=s",
  });
});

test("the scheme of a credential is added if it is missing", () => {
  const secured = { ...operation, security: [[bearer]] };
  expect(withCredentials(secured, request, { Authorization: "t" }).headers).toEqual({
    Authorization: "Bearer t",
  });
});

test("an error names the missing credentials, unless none are required", () => {
  expect(() => withCredentials({ ...operation, security: [[bearer], [key]] }, request, {})).toThrow(
    "Authorization, or key is needed; give it with --header 'Authorization: value'",
  );
  expect(withCredentials({ ...operation, security: [[key], []] }, request, {})).toEqual(request);
  expect(withCredentials(operation, request, {})).toEqual(request);
});
