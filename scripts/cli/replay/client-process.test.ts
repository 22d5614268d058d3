import { expect, test } from "vitest";
import { describeVerdict, playOnClient, startClient } from "../../../conformance/index.ts";
import { contractHere } from "../../../conformance/testing/contract-command.ts";
import { generateInto, librarySpec } from "../../../conformance/testing/generated.ts";
import { committedSuite } from "../../../conformance/testing/suites.ts";
import { nodeClient, perlClient } from "../../../conformance/testing/commands.ts";
import { full } from "../../../server/gateway/testing/long-test.ts";

const { contract, cases } = await committedSuite("gateway");

/** A client in the shell that runs a command for each line. */
function shellClient(forEachLine: string, greeting = '{"protocol":1}'): string {
  return `echo '${greeting}'; n=0; while read -r line; do n=$((n+1)); ${forEachLine}; done`;
}

test("the typed client passes a sample of each operation as a process", async () => {
  await using client = await startClient(nodeClient("examples/client-typescript/client.ts"));
  for (const operation of Object.values(contract.operations)) {
    const played = cases.find((testCase) => testCase.operation === operation);
    if (!played) throw new Error(`${operation.id} has no sample`);
    const verdict = await playOnClient(contract, played, client);
    expect(verdict.outcome, describeVerdict(verdict)).toBe("passed");
  }
});

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
    'the client\'s first line has to be {"protocol":1}, not {"protocol":0}',
  ],
  ["exit 7", "the client ended (exit status 7) and did not say that it is ready"],
  ["no-such-command-anywhere 2>&-", "the client ended (exit status 127)"],
  ["cat", "the client did not say that it is ready within 0.5 s"],
])("`%s` is refused as a client", async (command, message) => {
  const startMs = command === "cat" ? 500 : 60_000;
  await expect(startClient(command, { startMs, responseMs: 1 })).rejects.toThrow(message);
});

test("contract replay --client plays every sample, and its exit status shows failures", async () => {
  const loans = `${(await generateInto(librarySpec)).folder}/loans`;
  const replay = (command: string, ...more: string[]) =>
    contractHere("replay", "--client", command, loans, ...more);
  // client-in-perl.test.ts plays cases of calls.
  const passed = await replay(perlClient(loans), ...(full ? [] : ["--exclude", "*/http/*"]));
  expect(passed.stdout).toMatch(/2 of 2 samples, 31\s+of\s+31\s+constraints/);
  expect(passed.status).toBe(0);
  const refusing = shellClient(`echo '{"id":'$n',"refused":"no"}'`);
  expect(await replay(refusing, "--samples")).toMatchObject({ status: 1 });
  expect(await replay(shellClient("exit 3"), "--samples")).toMatchObject({ status: 2 });
  expect(await replay("exit 7")).toMatchObject({
    status: 2,
    stdout: "",
    stderr: expect.stringContaining("exit status 7") as string,
  });
});
