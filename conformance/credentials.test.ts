import { expect, test } from "vitest";
import type { SchemeCredential } from "@contract-toolkit/kernel";
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

test("a request carries the first alternative of which all is given", () => {
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

test("what stands before a credential is added where it was not given", () => {
  const secured = { ...operation, security: [[bearer]] };
  expect(withCredentials(secured, request, { Authorization: "t" }).headers).toEqual({
    Authorization: "Bearer t",
  });
});

test("what is missing is named, unless nothing is demanded", () => {
  expect(() => withCredentials({ ...operation, security: [[bearer], [key]] }, request, {})).toThrow(
    "Authorization, or key is needed; give it with --header 'Authorization: value'",
  );
  expect(withCredentials({ ...operation, security: [[key], []] }, request, {})).toEqual(request);
  expect(withCredentials(operation, request, {})).toEqual(request);
});
