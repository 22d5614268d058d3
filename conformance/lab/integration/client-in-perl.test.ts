import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { longTest } from "../../../server/gateway/testing/long-test.ts";
import type { Validate } from "@contract-toolkit/kernel";
import type { Case, ConstraintCase } from "../../cases/case.ts";
import { deriveResponses } from "../engine-comparison/derive.ts";
import {
  callCases,
  playCall,
  playOnClient,
  startClient,
  UnplayableError,
  type Suite,
} from "../../index.ts";
import { openDialogue } from "../../targets/client/json-lines.ts";
import { startRecorder } from "../../targets/client/recorder/recorder.ts";
import { perlClient } from "../testing/commands.ts";
import { generateInto, librarySpec } from "../../testing/generated.ts";
import { failuresOf } from "../../testing/failures.ts";
import { suiteIn } from "../../testing/suites.ts";
import { full } from "../testing/full-run.ts";
import { drawn } from "../testing/random.ts";

const item = {
  id: "i-2",
  addedAt: "2026-05-02T08:00:00Z",
  title: "Night voices",
  medium: "audio",
  content: { kind: "recording", minutes: 340, narrator: null },
};
const library = await generateInto(librarySpec);
const shapes = await generateInto(
  resolve(import.meta.dirname, "../fixtures/specs/shapes/main.tsp"),
);
const folders = [
  ...["generated/gateway", `${library.folder}/catalogue`, `${shapes.folder}/shapes`],
  ...(full ? ["generated/sandbox", `${library.folder}/loans`] : []),
];

describe.each(folders)("the Perl client keeps %s:", (folder) => {
  let suite: Suite;
  let client: Awaited<ReturnType<typeof startClient>>;

  beforeAll(async () => {
    suite = await suiteIn(folder);
    client = await startClient(perlClient(folder));
  });

  afterAll(() => client[Symbol.asyncDispose]());

  test("every sample", async () => {
    const play = (each: Case) => playOnClient(suite.contract, each, client);
    expect(await failuresOf(suite.cases, play)).toEqual([]);
    expect(suite.cases.length).toBeGreaterThan(0);
  });

  // Deriving those of every shape takes longer than an ordinary run has.
  if (full || !folder.startsWith(shapes.folder))
    longTest("the boundaries of the constraints", LIMIT_MS, async (step) => {
      const all = suite.constraints().cases.filter(isOfClients);
      const failures = await failuresOf(
        choose(all, `boundaries of ${suite.contract.name}`),
        (each) => {
          step(each.id);
          return playOnClient(suite.contract, each, client);
        },
      );
      expect(failures).toEqual([]);
    });

  // So does deriving them for a large contract.
  if (full || !folder.startsWith("generated"))
    longTest("what HTTP says of any call", LIMIT_MS, async (step) => {
      const failures = await failuresOf(
        choose(callCases(suite), `calls of ${suite.contract.name}`),
        (each) => {
          step(each.id);
          return playCall(suite.contract, each, client);
        },
      );
      expect(failures).toEqual([]);
    });

  longTest("what the contract's own validators make of further answers", LIMIT_MS, async (step) => {
    const all = await derivedAnswers(folder, suite);
    await using recorder = await startRecorder();
    const disagreements: string[] = [];
    for (const each of choose(all, `answers of ${suite.contract.name}`)) {
      const { id, base, answer, isValid } = each;
      step(id);
      recorder.answer = answer;
      const result = await client
        .call(recorder.url, base.operation, base.call)
        .catch((error: unknown) => {
          if (error instanceof UnplayableError) throw error;
          return undefined;
        });
      if ((result !== undefined) !== isValid)
        disagreements.push(`${id} is ${isValid ? "valid" : "invalid"}`);
      else if (result && !isDeepStrictEqual(result.body, answer.body))
        disagreements.push(`${id} became ${JSON.stringify(result.body)}`);
    }
    expect(disagreements).toEqual([]);
  });
});

/** Thousands of answers, one after the other, on a machine that is busy. */
const LIMIT_MS = 600_000;

/** Of each contract; enough to meet most kinds of rules. All of them take minutes. */
const DEFAULT_COUNT = 10;

/** All, or as many as the default run has time for. */
function choose<Each>(all: readonly Each[], what: string): readonly Each[] {
  return drawn(all, DEFAULT_COUNT / all.length, `client in Perl, ${what}`);
}

/** A client sends what it is told; and what a text must not be cannot be sent as one. */
function isOfClients({ operation, constraint, boundary }: ConstraintCase): boolean {
  const { direction, status = 0 } = constraint;
  const contentType = operation.responses[status]?.contentType;
  return boundary === "valid" || (direction === "response" && contentType !== "text/plain");
}

/** Answers with a body, each with what the contract's own validator for clients says of it. */
async function derivedAnswers(folder: string, { document, cases }: Suite) {
  const { validators } = (await import(resolve(folder, "client-validators.js"))) as {
    validators: Record<string, { responses: Record<number, Validate> }>;
  };
  const derived = deriveResponses(document, cases);
  return derived.flatMap(({ id, operation, status, message }) => {
    const base = cases.find((each) => id.startsWith(`${each.id} `));
    const contentType = operation.responses[status]?.contentType;
    const validate = validators[operation.id]?.responses[status];
    if (!base || !validate || contentType !== "application/json") return [];
    // A header is always text, and what has no body is no JSON.
    if (id.includes(" /headers") || message.body === undefined) return [];
    if (isReadDifferently(id)) return [];
    const body: unknown = JSON.parse(JSON.stringify(message.body));
    const { headers } = message;
    const isValid = validate({ headers, body: structuredClone(body) });
    return [{ id, base, answer: { status, headers, body, contentType }, isValid }];
  });
}

/**
 * The validators take no integer that a JSON number is not exact for, where Perl takes all 64 bits of `int64`, and an offset
 * without a colon, which RFC 3339 has not. Perl takes no URN for a UUID, no line feed after Base64, and not half a pair of
 * surrogates.
 */
function isReadDifferently(id: string): boolean {
  return /-?(9007199254740992|\d{17,}|\d+e\+\d+)(?!\d)|00:00:00\+0700|"urn:uuid:|==\\n"|\\ud[89a-f]/.test(
    id,
  );
}

describe("the Perl client refuses an answer", () => {
  const headers = { Location: "/items/i-2" };
  const contentType = "application/json; charset=utf-8";

  test.each([
    ["without a fault is accepted", {}, undefined],
    ["without a documented header", { headers: {} }, "/headers/location is missing"],
    [
      "of another content type",
      { contentType: "text/html" },
      "/headers/Content-Type must be application/json",
    ],
    ["without a body", { body: undefined }, "malformed JSON"],
    [
      "with an undocumented status, which is not followed",
      { status: 302, headers: { Location: "/" } },
      "answered 302, which is not documented",
    ],
  ])("%s", async (_, answer, reason) => {
    const folder = `${library.folder}/catalogue`;
    const { cases } = await suiteIn(folder);
    const added = cases.find(({ id }) => id === "addItem/recording");
    if (!added) throw new Error("the sample is gone");
    await using client = await startClient(perlClient(folder));
    await using recorder = await startRecorder();
    recorder.answer = {
      status: 201,
      headers,
      contentType,
      body: item,
      ...answer,
    };
    const answered = client.call(recorder.url, added.operation, added.call);
    if (reason === undefined)
      expect(await answered).toEqual({
        status: 201,
        headers: { location: "/items/i-2" },
        body: item,
      });
    else await expect(answered).rejects.toThrow(reason);
    expect(recorder.requests).toHaveLength(1);
  });
});

test("the exchange in the README is one with the Perl client", async () => {
  const readme = await readFile(resolve(import.meta.dirname, "../../README.md"), "utf8");
  const lines = [...readme.matchAll(/^(client|suite) {2,3}(\{.*\})$/gm)];
  expect(lines).toHaveLength(5);
  const { operations } = (await library.load("catalogue")).contract;
  const dialogue = openDialogue(perlClient(`${library.folder}/catalogue`));
  await using recorder = await startRecorder();
  for (const [, speaker, line = ""] of lines) {
    const message = JSON.parse(line) as { operation?: string };
    if (speaker === "client") {
      expect(await dialogue.receive("speak", 60_000)).toEqual(message);
      continue;
    }
    const nameless = { ...item, id: undefined };
    recorder.answer =
      message.operation === "removeItem"
        ? { status: 204, headers: {} }
        : {
            status: 200,
            headers: {},
            contentType: "application/json",
            body: [nameless],
          };
    expect(operations).toHaveProperty(message.operation ?? "");
    dialogue.send({ ...message, server: recorder.url.href });
  }
  await dialogue.close();
});
