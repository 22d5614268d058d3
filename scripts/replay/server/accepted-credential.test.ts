import { expect, test } from "vitest";
import type { Case, Verdict } from "@contract-toolkit/conformance";
import { requireAcceptedCredential } from "./accepted-credential.ts";
import { sample } from "./testing/sample.ts";

/** A server that answers these operations with 401, or another status. */
function refusing(ids: readonly string[], status = 401) {
  const asked: string[] = [];
  const play = (played: Case): Promise<Verdict> => {
    const { id } = played.operation;
    asked.push(id);
    const request = { method: "GET", url: `/${id}`, headers: {} };
    const exchanges = [{ request, answer: { status, headers: {}, body: "" } }];
    const head = { case: played, target: "server" } as const;
    return Promise.resolve(
      ids.includes(id)
        ? { ...head, outcome: "failed", findings: [{ message: `found ${status}` }], exchanges }
        : { ...head, outcome: "passed", findings: [] },
    );
  };
  return { asked, play };
}

const samples = [
  sample("a"),
  sample("b"),
  sample("lost", { response: { status: 404, headers: {} } }),
  sample("own", { providerStates: [{ name: "caller", values: {} }] }),
  sample("read", {}, "GET"),
  sample("c"),
];

test("a credential that one operation takes is accepted, and nothing is asked again", async () => {
  const { asked, play } = refusing(["read"]);
  await requireAcceptedCredential(samples, { Key: "k" }, play);
  expect(asked[0]).toBe("read");
  expect(asked).toHaveLength(2);
});

test("one that three operations refuse is refused", async () => {
  const { asked, play } = refusing(["a", "b", "c", "read"]);
  await expect(requireAcceptedCredential(samples, { Key: "k" }, play)).rejects.toThrow(
    "The server refuses the credential: GET /read is answered with 401. Give one of this server with --header 'Key: value'.",
  );
  expect(asked).toHaveLength(3);
});

test("one that is missing is asked for before anything is sent", async () => {
  const { asked, play } = refusing([]);
  await expect(requireAcceptedCredential(samples, {}, play)).rejects.toThrow(
    "Key is needed; give it with --header 'Key: value'.",
  );
  expect(asked).toEqual([]);
});

test("where no sample tells, none is played ahead", async () => {
  const { asked, play } = refusing(["own", "lost"]);
  const silent = samples.filter(({ id }) => /own|lost/.test(id));
  await requireAcceptedCredential(silent, {}, play);
  expect(asked).toEqual([]);
});

test("one that is not enough for any operation is refused", async () => {
  const { asked, play } = refusing(["a", "b", "c", "read"], 403);
  await expect(requireAcceptedCredential(samples, { Key: "k" }, play)).rejects.toThrow(
    "The server refuses the credential: GET /read is answered with 403.",
  );
  expect(asked).toHaveLength(3);
});

test("403 of an operation that asks for no credential says nothing of it", async () => {
  const request = { path: {}, query: {}, headers: {} };
  const open = ["a", "b", "c"].map((id) => sample(id, { request, call: request }));
  const { asked, play } = refusing(["a", "b", "c"], 403);
  await requireAcceptedCredential(open, {}, play);
  expect(asked).toHaveLength(1);
});

test("a credential of a scheme that is missing is asked for before anything is sent", async () => {
  const request = { path: {}, query: {}, headers: {} };
  const open = sample("a", { request, call: request });
  const security = [[{ scheme: "ApiKey", in: "query", name: "key" }]] as const;
  const secured = { ...open, operation: { ...open.operation, security } };
  const { asked, play } = refusing([]);
  await expect(requireAcceptedCredential([secured], {}, play)).rejects.toThrow(
    "key is needed; give it with --header 'key: value'.",
  );
  expect(asked).toEqual([]);
});
