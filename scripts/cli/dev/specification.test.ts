import { expect, test } from "vitest";
import { watchedSpecification } from "./specification.ts";

test("field rules are loaded only once, specifications and handlers are not", () => {
  const options = { entry: "spec/main.tsp", out: "generated", versions: [], keep: [] };
  const { isLoadedOnce } = watchedSpecification(options, undefined);
  expect(isLoadedOnce("contract/field-rules/at-most.ts")).toBe(true);
  expect(isLoadedOnce("spec/main.tsp")).toBe(false);
  expect(isLoadedOnce("server/main.ts")).toBe(false);
});
