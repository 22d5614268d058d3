import type { Operation } from "@contract-toolkit/contract";
import { expect, test, vi } from "vitest";
import { constraintCase } from "../cases/boundaries/constraint-case.ts";
import type { Provider } from "../provider.ts";
import { errorVerdict } from "../verdict.ts";
import { operation, sampleOf } from "../testing/one-operation.ts";
import { orMissing, prepare } from "./state-setup.ts";

test("a state that cannot be made names its cause once", async () => {
  const made = orMissing("stock", "the stock was not set up", Promise.reject(new Error("404")));
  const error = await made.catch((reason: unknown) => reason);
  const source = { file: "a.yaml", line: 1, column: 1 };
  const head = { id: "a", operation: "a", kind: "sample", why: "", source } as const;
  const { findings, missingState } = errorVerdict(head, "server", error);
  expect(findings).toEqual([{ message: "could not be played: the stock was not set up: 404" }]);
  expect(missingState).toBe("stock");
});

test("a state that is not made in time counts as silence of the server", async () => {
  const limit = vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
  const made = orMissing("stock", "the stock was not set up", Promise.withResolvers().promise);
  await expect(made).rejects.toThrow("no response within 30 s");
  limit.mockRestore();
});

test.each([
  ["names nothing in the request", { binds: "other" }, {}, false, false],
  ["names a value of the request", { binds: "item" }, {}, false, true],
  ["makes what the response is compared with", {}, {}, true, true],
  ["makes that a request is refused", {}, { response: { status: 409, headers: {} } }, false, true],
])("a state that nobody sets up and that %s", async (_, values, changes, isLike, isNeeded) => {
  const sample = sampleOf("item", { providerStates: [{ name: "stock", values }], ...changes });
  const server = { url: new URL("http://127.0.0.1"), headers: {}, provider: { states: {} } };
  const made = prepare(sample, { ...server, fresh: String }, [], isLike).catch(String);
  expect(await made).toEqual(
    isNeeded
      ? expect.stringContaining('there is no provider state "stock"')
      : { headers: {}, bindings: new Map() },
  );
});

test.each<[string, Partial<Operation>, Provider["exclusive"], boolean, number, true?]>([
  ["that reads", { method: "GET" }, { states: ["clock"] }, false, 1],
  ["that changes something", {}, { states: ["clock"] }, false, 2],
  ["whose request is refused", {}, { states: ["clock"] }, false, 1, true],
  ["on a server whose states may disturb others", { method: "GET" }, undefined, false, 2],
  ["whose state disturbs others", { method: "GET" }, { states: ["stock"] }, false, 2],
  ["whose state must be undone", { method: "GET" }, { states: ["clock"] }, true, 3],
])(
  "states of two cases of an operation %s",
  async (_, changes, exclusive, isUndone, count, isRefused) => {
    const sample = sampleOf(undefined, {
      operation: { ...operation, ...changes },
      providerStates: [{ name: "stock", values: {} }],
    });
    const stock = vi.fn(() => Promise.resolve(isUndone ? { undo: () => Promise.resolve() } : {}));
    const provider = { states: { stock }, ...(exclusive && { exclusive }) };
    const url = new URL("http://127.0.0.1");
    const server = { url, headers: {}, fresh: String, provider, shared: new Map() };
    const constraint = { operation: "add", direction: "request", place: "/", keyword: "" } as const;
    const played = isRefused
      ? constraintCase(sample, constraint, "invalid", "", sample.request)
      : sample;
    await prepare(played, server, [], false);
    await prepare(played, server, [], false);
    expect(stock).toHaveBeenCalledTimes(count);
  },
);
