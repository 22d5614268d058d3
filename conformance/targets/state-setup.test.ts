import { expect, test } from "vitest";
import { errorVerdict } from "../verdict.ts";
import { orMissing } from "./state-setup.ts";

test("a state that cannot be made names its cause once", async () => {
  const made = orMissing("stock", "the stock was not set up", Promise.reject(new Error("404")));
  const error = await made.catch((reason: unknown) => reason);
  const source = { file: "a.yaml", line: 1, column: 1 };
  const head = { id: "a", operation: "a", kind: "sample", why: "", source } as const;
  const { findings, missingState } = errorVerdict(head, "server", error);
  expect(findings).toEqual([{ message: "could not be played: the stock was not set up: 404" }]);
  expect(missingState).toBe("stock");
});
