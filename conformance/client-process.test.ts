import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Validate } from "../generated/contract.ts";
import { deriveResponses } from "./derive/messages.ts";
import type { OpenApiDocument } from "./derive/schema.ts";
import {
  describeVerdict,
  loadSuite,
  playOnClient,
  startClient,
  UnplayableError,
  type Case,
  type Suite,
} from "./index.ts";
import { openDialogue } from "./sides/dialogue.ts";
import { startRecorder } from "./sides/recorder.ts";
import { generateInto, lendingSpec } from "./testing/generated.ts";
import { runSeed, seededRandom } from "./testing/random.ts";

const item = {
  id: "i-2",
  addedAt: "2026-05-02T08:00:00Z",
  title: "Night voices",
  medium: "audio",
  content: { kind: "recording", minutes: 340, narrator: null },
};
const full = process.env["FULL"] === "1";
const lending = await generateInto(lendingSpec);
const shapes = await generateInto(
  resolve(import.meta.dirname, "derive/fixtures/shapes/main.tsp"),
);
const folders = [
  "generated/gateway",
  "generated/sandbox",
  `${lending.folder}/catalogue`,
  `${lending.folder}/loans`,
  `${shapes.folder}/shapes`,
];

afterAll(async () => {
  await lending[Symbol.asyncDispose]();
  await shapes[Symbol.asyncDispose]();
});

describe.each(folders)("the Perl client keeps %s:", (folder) => {
  let suite: Suite;
  let client: Awaited<ReturnType<typeof startClient>>;

  beforeAll(async () => {
    suite = await loadSuite(folder);
    client = await startClient(perl(folder));
  });

  afterAll(() => client[Symbol.asyncDispose]());

  test("every sample", async () => {
    for (const each of suite.cases) {
      const verdict = await playOnClient(suite.contract, each, client);
      expect(verdict.outcome, describeVerdict(verdict)).toBe("kept");
    }
    expect(suite.cases.length).toBeGreaterThan(0);
  });

  test(
    "what it makes of answers derived from these",
    async () => {
      const seed = runSeed();
      const random = seededRandom(seed);
      const all = await derivedAnswers(folder, suite);
      const share = full ? 1 : Math.min(1, DEFAULT_ANSWERS / all.length);
      const chosen = all.filter(() => random() < share);
      await using recorder = await startRecorder();
      const disagreements: string[] = [];
      for (const { id, base, answer, isValid } of chosen) {
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
      console.log(
        `client in Perl: ${String(chosen.length)} of ${String(all.length)} derived answers of ${suite.contract.name} (SEED=${String(seed)})`,
      );
      expect(disagreements).toEqual([]);
    },
    FULL_TIMEOUT_MS,
  );
});

/** Thousands of answers, one after the other, on a machine that is busy. */
const FULL_TIMEOUT_MS = 600_000;

/** Enough to meet every kind of rule; all of them take a minute. */
const DEFAULT_ANSWERS = 250;

/** Answers with a body, each with what the contract's own validator for clients says of it. */
async function derivedAnswers(folder: string, { cases }: Suite) {
  const text = await readFile(`${folder}/openapi.json`, "utf8");
  const { validators } = (await import(
    resolve(folder, "client-validators.js")
  )) as {
    validators: Record<string, { responses: Record<number, Validate> }>;
  };
  const derived = deriveResponses(JSON.parse(text) as OpenApiDocument, cases);
  return derived.flatMap(({ id, operation, status, message }) => {
    const base = cases.find((each) => id.startsWith(`${each.id} `));
    const contentType = operation.responses[status]?.contentType;
    const validate = validators[operation.id]?.responses[status];
    if (!base || !validate || contentType !== "application/json") return [];
    // A header is always text, and what has no body is no JSON.
    if (id.includes(" /headers") || message.body === undefined) return [];
    if (isStricter(id)) return [];
    const body: unknown = JSON.parse(JSON.stringify(message.body));
    const { headers } = message;
    const isValid = validate({ headers, body: structuredClone(body) });
    return [
      { id, base, answer: { status, headers, body, contentType }, isValid },
    ];
  });
}

/**
 * The validators take any integer for an `int64`, since JavaScript has no exact larger ones, and an offset without a
 * colon, which RFC 3339 has not.
 */
function isStricter(id: string): boolean {
  return / int64 -?(\d{17,}|1e\+300)|00:00:00\+0700/.test(id);
}

describe("the Perl client refuses an answer", () => {
  const headers = { Location: "/items/i-2" };
  const contentType = "application/json; charset=utf-8";

  test.each([
    ["without a fault is accepted", {}, undefined],
    [
      "without a documented header",
      { headers: {} },
      "/headers/location is missing",
    ],
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
    const folder = `${lending.folder}/catalogue`;
    const { cases } = await loadSuite(folder);
    const added = cases.find(({ id }) => id === "addItem/recording");
    if (!added) throw new Error("the sample is gone");
    await using client = await startClient(perl(folder));
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
  const readme = await readFile(
    resolve(import.meta.dirname, "README.md"),
    "utf8",
  );
  const lines = [...readme.matchAll(/^(client|suite) {2,3}(\{.*\})$/gm)];
  expect(lines).toHaveLength(5);
  const { operations } = (await loadSuite(`${lending.folder}/catalogue`))
    .contract;
  const dialogue = openDialogue(perl(`${lending.folder}/catalogue`));
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

describe("the typed client is driven by the same lines", () => {
  test("and keeps a sample of each operation", async () => {
    const { contract, cases } = await loadSuite("generated/gateway");
    await using client = await startClient(
      node("examples/typescript/client.ts"),
    );
    for (const operation of Object.values(contract.operations)) {
      const played = cases.find((each) => each.operation === operation);
      if (!played) throw new Error(`${operation.id} has no sample`);
      const verdict = await playOnClient(contract, played, client);
      expect(verdict.outcome, describeVerdict(verdict)).toBe("kept");
    }
  });
});

describe("a client is found out that", () => {
  const broken = (fault: string) =>
    node("fixtures/clients/broken.ts", "generated/gateway", fault);
  let suite: Suite;
  let played: Case;

  beforeAll(async () => {
    suite = await loadSuite("generated/gateway");
    const found = suite.cases.find(
      ({ id }) => id === "payOrder/duplicate-order",
    );
    if (!found) throw new Error("the sample is gone");
    played = found;
  });

  async function play(fault: string) {
    await using client = await startClient(broken(fault), {
      startMs: 60_000,
      answerMs: fault === "never-answers" ? 1000 : 30_000,
    });
    const verdict = await playOnClient(suite.contract, played, client);
    const again = await playOnClient(suite.contract, played, client);
    const messages = verdict.findings.map(({ message }) => message);
    return { outcome: verdict.outcome, messages, again };
  }

  test("(one without a fault is not)", async () => {
    expect(await play("none")).toMatchObject({ outcome: "kept", messages: [] });
  });

  test.each([
    ["drops-header", /^sent\/headers\/X-\S+: expected ".+", found nothing$/],
    ["wrong-path", /^sent\/path: expected "\/api\S+", found "\/v0\/api\S+"$/],
    ["body-twice-encoded", /^sent\/body: expected \{.*, found ".*"$/],
    ["refuses-errors", /^the documented answer was refused: answered 409/],
  ])("%s", async (fault, message) => {
    const { outcome, messages } = await play(fault);
    expect(outcome).toBe("broken");
    expect(messages).toEqual([expect.stringMatching(message)]);
  });

  test("accepts-everything", async () => {
    const { outcome, messages } = await play("accepts-everything");
    expect(outcome).toBe("broken");
    expect(messages).toEqual(
      expect.arrayContaining([
        "a damaged answer was accepted: /body/errorCode removed",
        "a damaged answer was accepted: /body/message null",
      ]),
    );
  });

  test.each([
    ["prints-nonsense", 'printed a line that is no JSON object: got {"id":1,'],
    ["mixes-answers-up", "answered with id 0 when asked with id 1"],
    ["answers-nothing", "answered with id missing when asked with id 1"],
    ["never-answers", "did not answer a call of payOrder within 1 s"],
    ["dies", "ended (exit status 3) and did not answer a call of payOrder"],
  ])("%s", async (fault, message) => {
    const { outcome, messages, again } = await play(fault);
    expect(outcome).toBe("failed");
    expect(messages).toEqual([
      expect.stringContaining(`could not be played: the client ${message}`),
    ]);
    expect(again).toMatchObject({ outcome: "failed", findings: [{}] });
  });

  test.each([
    [
      "speaks another protocol",
      broken("other-protocol"),
      'the client\'s first line has to be {"protocol":1}, not {"protocol":0}',
    ],
    [
      "ends at once",
      "exit 7",
      "the client ended (exit status 7) and did not say that it is ready",
    ],
    [
      "is not there",
      "no-such-command-anywhere 2>&-",
      "the client ended (exit status 127)",
    ],
  ])("%s", async (_, command, message) => {
    await expect(startClient(command)).rejects.toThrow(message);
  });

  test("says nothing", async () => {
    await expect(
      startClient("cat", { startMs: 500, answerMs: 1 }),
    ).rejects.toThrow("the client did not say that it is ready within 0.5 s");
  });
});

describe("contract replay --client", () => {
  const replay = (command: string, ...more: string[]) =>
    spawnSync(
      process.execPath,
      ["scripts/contract.ts", "replay", "--client", command, ...more],
      { encoding: "utf8" },
    );

  test("plays every sample and tells what is broken by its exit status", () => {
    const loans = `${lending.folder}/loans`;
    const kept = replay(perl(loans), loans);
    expect(kept.stdout).toContain("2 samples replayed, 2 kept");
    expect(kept.status).toBe(0);
    const careless = node("fixtures/clients/broken.ts", loans);
    expect(replay(`${careless} accepts-everything`, loans).status).toBe(1);
    expect(replay(`${careless} dies`, loans).status).toBe(2);
    expect(replay("exit 7", loans)).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringContaining("exit status 7") as string,
    });
  });
});

function perl(folder: string): string {
  return `perl "${resolve(import.meta.dirname, "examples/perl/client.pl")}" "${folder}"`;
}

function node(file: string, ...args: readonly string[]): string {
  return [process.execPath, resolve(import.meta.dirname, file), ...args]
    .map((each) => `"${each}"`)
    .join(" ");
}
