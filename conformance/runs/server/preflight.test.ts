import { expect, test } from "vitest";
import type { Case } from "../../cases/case.ts";
import type { Verdict } from "../../verdict.ts";
import { requireAcceptedCredential } from "./preflight.ts";
import { sampleWithKey as sample } from "../../testing/one-operation.ts";

/** A server that refuses these operations. */
function refusing(ids: readonly string[], status = 401) {
  const asked: string[] = [];
  const play = (played: Case): Promise<Verdict> => {
    const { id } = played.operation;
    asked.push(id);
    const request = { method: "GET", url: `/${id}`, headers: {} };
    const exchanges = [{ request, response: { status, headers: {}, body: "" } }];
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

const open = { path: {}, query: {}, headers: {} };
const openSamples = ["a", "b", "c"].map((id) => sample(id, { request: open, call: open }));
const unsaid = samples.filter(({ id }) => /own|lost/.test(id));
const inQuery = openSamples.map((openSample) => {
  const security = [[{ scheme: "ApiKey", in: "query", name: "key" }]] as const;
  return { ...openSample, operation: { ...openSample.operation, security } };
});
const key = { Key: "k" };
const all = ["a", "b", "c", "read"];

test.each<
  [
    what: string,
    of: { samples: readonly Case[]; given: Record<string, string>; refuses: string[] },
    asked: number,
    message?: string,
  ]
>([
  ["one operation accepts the credential", { samples, given: key, refuses: ["read"] }, 2],
  [
    "three operations refuse the credential",
    { samples, given: key, refuses: all },
    3,
    "The server refuses the credential: GET /read is answered with 401. Give a valid one with --header 'Key: value'.",
  ],
  [
    "the credential is missing",
    { samples, given: {}, refuses: [] },
    0,
    "Key is needed; give it with --header 'Key: value'.",
  ],
  [
    "the credential of a query is missing",
    { samples: inQuery, given: {}, refuses: [] },
    0,
    "key is needed; give it with --header 'key: value'.",
  ],
  [
    "no sample shows whether a credential is accepted",
    { samples: unsaid, given: {}, refuses: ["own", "lost"] },
    0,
  ],
])("%s", async (_, { samples: played, given, refuses }, count, message) => {
  const { asked, play } = refusing(refuses);
  const result = requireAcceptedCredential(played, given, play);
  await (message === undefined ? result : expect(result).rejects.toThrow(message));
  expect(asked).toHaveLength(count);
});

test.each([
  ["is reported if all operations need a credential", samples, 3],
  ["is ignored if no operation needs a credential", openSamples, 1],
])("403 %s", async (_, played, count) => {
  const { asked, play } = refusing(all, 403);
  const result = requireAcceptedCredential(played, key, play);
  if (count > 1) await expect(result).rejects.toThrow("GET /read is answered with 403.");
  else await result;
  expect(asked).toHaveLength(count);
});
