import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { playOnClient, startClient } from "../../../conformance/index.ts";
import { openDialogue } from "../../../conformance/targets/client/json-lines.ts";
import { startRecorder } from "../../../conformance/targets/recording-server/recorder.ts";
import { contractHere } from "../testing/printed.ts";
import { later } from "../../../server/gateway/testing/long-test.ts";
import { committedSuite } from "../../../conformance/testing/suites.ts";

const { contract, cases } = await committedSuite("gateway");
const fixtures = "bench/lab/fixtures/python";
const pythonClient = `python3 ${fixtures}/client.py`;
const hasPython = spawnSync("python3", ["--version"]).status === 0;

/** A client in the shell that runs a command for each line. */
function shellClient(forEachLine: string, greeting = '{"protocol":2}'): string {
  return `echo '${greeting}'; n=0; while read -r line; do n=$((n+1)); ${forEachLine}; done`;
}

const [played] = cases;

test.each([
  [`echo 'got {"id":1'`, 'printed a line that is not a JSON object: got {"id":1'],
  [`echo '{"id":0,"refused":"too late"}'`, "answered with id 0 to the call with id 1"],
  ["echo '{}'", "answered with id missing to the call with id 1"],
  ["sleep 5", "did not answer a call of listTransactions within 1 s"],
  ["exit 3", "ended (exit status 3) and did not answer a call of listTransactions"],
])("a client that runs `%s` is an error", async (forEachLine, message) => {
  if (!played) throw new Error("There is no sample.");
  await using client = await startClient(shellClient(forEachLine), {
    startMs: 60_000,
    responseMs: forEachLine.startsWith("sleep") ? 1000 : 30_000,
  });
  const verdict = await playOnClient(contract, played, client);
  expect(verdict).toMatchObject({
    outcome: "error",
    findings: [
      { message: expect.stringContaining(`could not be played: the client ${message}`) as string },
    ],
  });
  expect(await playOnClient(contract, played, client)).toMatchObject({
    outcome: "error",
    findings: [{}],
  });
});

test.each([
  [
    shellClient(":", '{"protocol":0}'),
    'the client\'s first line has to be {"protocol":2}, not {"protocol":0}',
  ],
  ["exit 7", "the client ended (exit status 7) and did not say that it is ready"],
  ["no-such-command-anywhere 2>&-", "the client ended (exit status 127)"],
  ["cat", "the client did not say that it is ready within 0.5 s"],
])("`%s` is refused as a client", async (command, message) => {
  const startMs = command === "cat" ? 500 : 60_000;
  await expect(startClient(command, { startMs, responseMs: 1 })).rejects.toThrow(message);
});

test.runIf(later && hasPython)("a client in Python passes", async () => {
  const { stdout, status } = await contractHere(
    ...["replay", `${fixtures}/openapi.yaml`, "--client", pythonClient],
    // http.client of Python 3.11 takes the 103 before a response for the response.
    ...["--exclude", "*/early hints"],
  );
  expect({ stdout, status }).toMatchObject({
    stdout: expect.stringMatching(
      /\((\d+)\s+of\s+\1\s+derived messages, (\d+)\s+of\s+\2\s+HTTP/,
    ) as string,
    status: 0,
  });
});

test.skipIf(!hasPython)(
  "the exchange in the README is the exchange with the client in Python",
  async () => {
    const readme = await readFile("conformance/README.md", "utf8");
    const lines = [...readme.matchAll(/^(client|suite) {2,3}(\{.*\})$/gm)];
    expect(lines).toHaveLength(5);
    const dialogue = openDialogue(pythonClient);
    await using recorder = await startRecorder();
    for (const [, speaker, line = ""] of lines) {
      const message = JSON.parse(line) as { operation?: string };
      if (speaker === "client") {
        expect(await dialogue.receive("speak", 60_000)).toEqual(message);
        continue;
      }
      recorder.response = { status: message.operation === "removeNote" ? 204 : 500, headers: {} };
      dialogue.send({ ...message, server: recorder.url.href });
    }
    await dialogue.close();
  },
);
