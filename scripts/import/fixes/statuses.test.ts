import { expect, test } from "vitest";
import { nameSuccesses } from "./statuses.ts";

test("default documents the successes of an operation that documents none", () => {
  const found = { description: "Found" };
  const responses = { 404: {}, default: found };
  const others = { 302: {}, default: found };
  const document = { paths: { "/a": { get: { responses }, post: { responses: others } } } };
  nameSuccesses(document);
  expect(document).toEqual({
    paths: {
      "/a": { get: { responses: { ...responses, "2XX": found } }, post: { responses: others } },
    },
  });
});
