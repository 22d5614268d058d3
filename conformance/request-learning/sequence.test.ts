import { expect, test } from "vitest";
import { changesServer } from "./sequence.ts";
import { operation } from "../testing/one-operation.ts";

test.each([
  ["POST", "/items/delete", true],
  ["POST", "/v3/kv/deleterange", true],
  ["POST", "/v3/auth/enable", true],
  ["PUT", "/settings", true],
  ["POST", "/items", false],
  ["GET", "/items/deleted", false],
] as const)("%s %s changes what others made: %j", (method, path, expected) => {
  expect(changesServer({ ...operation, id: "call", method, path })).toBe(expected);
});

test("an operation of one resource changes that resource, also if it deletes by POST", () => {
  const parameters = [{ name: "id", in: "path", type: "string", required: true }] as const;
  const of = { ...operation, id: "drop", path: "/items/{id}/delete", parameters };
  expect(changesServer(of)).toBe(false);
});
