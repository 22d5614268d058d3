import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { longTest } from "../../../server/gateway/testing/long-test.ts";
import type { Case, ConstraintCase } from "../../../conformance/cases/case.ts";
import {
  callCases,
  playCall,
  playOnClient,
  startClient,
  type Suite,
} from "../../../conformance/index.ts";
import { openDialogue } from "../../../conformance/targets/client/json-lines.ts";
import { startRecorder } from "../../../conformance/targets/recording-server/recorder.ts";
import { perlClient } from "../../../conformance/testing/commands.ts";
import { generateInto, librarySpec } from "../../../conformance/testing/generated.ts";
import { failuresOf } from "../../../conformance/testing/failures.ts";
import { suiteIn } from "../../../conformance/testing/suites.ts";
import { entryOf } from "../../generate/testing/specs/corpus.ts";
import { full } from "../../../server/gateway/testing/long-test.ts";
import { drawn } from "../../../server/gateway/testing/drawn.ts";

const item = {
  id: "i-2",
  addedAt: "2026-05-02T08:00:00Z",
  title: "Night voices",
  medium: "audio",
  content: { kind: "recording", minutes: 340, narrator: null },
};
const library = await generateInto(librarySpec);
const folders = [
  ...["generated/gateway", `${library.folder}/catalogue`],
  ...(full ? ["generated/sandbox", `${library.folder}/loans`, await shapes()] : []),
];

describe.each(folders)("the Perl client passes for %s:", (folder) => {
  let suite: Suite;
  let client: Awaited<ReturnType<typeof startClient>>;

  beforeAll(async () => {
    suite = await suiteIn(folder);
    client = await startClient(perlClient(folder));
  });

  afterAll(() => client[Symbol.asyncDispose]());

  test("every sample", async () => {
    const play = (testCase: Case) => playOnClient(suite.contract, testCase, client);
    expect(await failuresOf(suite.cases, play)).toEqual([]);
    expect(suite.cases.length).toBeGreaterThan(0);
  });

  // Deriving the cases of a large contract takes too long for an ordinary run.
  if (full || !folder.startsWith("generated")) {
    longTest("the boundaries of the constraints", LIMIT_MS, async (step) => {
      const all = suite.constraints().cases.filter(isOfClients);
      const failures = await failuresOf(
        choose(all, `boundaries of ${suite.contract.name}`),
        (constraintCase) => {
          step(constraintCase.id);
          return playOnClient(suite.contract, constraintCase, client);
        },
      );
      expect(failures).toEqual([]);
    });

    longTest("the cases of calls", LIMIT_MS, async (step) => {
      const failures = await failuresOf(
        choose(callCases(suite), `calls of ${suite.contract.name}`),
        (callCase) => {
          step(callCase.id);
          return playCall(suite.contract, callCase, client);
        },
      );
      expect(failures).toEqual([]);
    });
  }
});

/** A full run plays thousands of cases. */
const LIMIT_MS = 600_000;

/** Cases of each contract in an ordinary run. All of them take minutes. */
const DEFAULT_COUNT = 10;

function choose<Each>(all: readonly Each[], what: string): readonly Each[] {
  return drawn(all, DEFAULT_COUNT / all.length, `client in Perl, ${what}`);
}

/** A client does not validate requests, and a text cannot have a wrong type. */
function isOfClients({ operation, constraint, boundary }: ConstraintCase): boolean {
  const { direction, status = 0 } = constraint;
  const contentType = operation.responses[status]?.contentType;
  return boundary === "valid" || (direction === "response" && contentType !== "text/plain");
}

test("the exchange in the README is the exchange with the Perl client", async () => {
  const readme = await readFile(
    resolve(import.meta.dirname, "../../../conformance/README.md"),
    "utf8",
  );
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
    recorder.response =
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

async function shapes(): Promise<string> {
  return `${(await generateInto(entryOf("shapes"))).folder}/shapes`;
}
