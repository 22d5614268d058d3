import { expect, test } from "vitest";
import type { Operation } from "@contract-toolkit/contract";
import { examplesOf } from "./examples.ts";

test("an operation has the examples of the parameters of its path", () => {
  const parameters = [{ name: "id", in: "path", required: true, example: "a-1" }];
  const document = { paths: { "/items/{id}": { parameters, get: { operationId: "find" } } } };
  const find = { id: "find", method: "GET", path: "/items/{key}" } as Operation;
  expect(examplesOf(document, find)).toEqual({ parameters: { id: "a-1" }, bodies: [] });
});
