import type { Sample } from "@contract-toolkit/contract";
import { expect, test } from "vitest";
import { shownSamples } from "./shown-samples.ts";

const sample = (name: string, code: string, more: Partial<Sample> = {}): Sample => ({
  operation: "add",
  name,
  why: "",
  source: { file: "a.tsp", line: 1, column: 1 },
  providerStates: [],
  generated: [],
  fresh: [{ pointer: "/body/code" }],
  request: { path: {}, query: {}, headers: {}, body: { code } },
  response: { status: 201, headers: {}, body: { code, name: "A" } },
  ...more,
});

const shown = (samples: readonly Sample[], accepts = (_id: string, _request: object) => true) =>
  shownSamples(samples, accepts)
    .get("add")
    ?.map(({ request, response }) => [request?.body, response.body]);

test("each request has a value of its own, which its response repeats", () => {
  const codes = ["item-1", "item-1", "item-2", "item-1", "item-09", "item-09", "item", "item"];
  const next = ["item-1", "item-2", "item-3", "item-4", "item-09", "item-10", "item", "item2"];
  expect(shown(codes.map((code, at) => sample(`${at}`, code)))).toEqual(
    next.map((code) => [{ code }, { code, name: "A" }]),
  );
});

test("a value that would not be valid stays", () => {
  const accepts = (_: string, request: object) => !JSON.stringify(request).includes("item-2");
  const found = shown([sample("a", "item-1"), sample("b", "item-1")], accepts);
  expect(found?.map(([body]) => body)).toEqual([{ code: "item-1" }, { code: "item-1" }]);
});

test("a request is shown as it is sent, and not at all if it is refused for its form or its credential", () => {
  const edit = { name: "edit", values: { set: { "/body/code": "" } } };
  const accepts = (_: string, request: object) => !JSON.stringify(request).includes('""');
  const found = shownSamples(
    [
      sample("invalid", "item-1", { providerStates: [edit] }),
      sample("denied", "item-1", { response: { status: 401, headers: {} } }),
      sample("state", "item-1", { providerStates: [{ name: "item", values: {} }] }),
    ],
    accepts,
  ).get("add");
  expect(
    found?.map(({ name, request, providerStates }) => [name, request?.body, providerStates]),
  ).toEqual([
    ["invalid", undefined, []],
    ["denied", undefined, []],
    ["state", { code: "item-1" }, ["item"]],
  ]);
});
