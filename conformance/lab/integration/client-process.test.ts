import { beforeAll, describe, expect, test } from "vitest";
import { describeVerdict, playOnClient, startClient, type Case, type Suite } from "../../index.ts";
import { nodeClient, perlClient } from "../testing/commands.ts";
import { contractHere } from "../../testing/contract-command.ts";
import { generateInto, librarySpec } from "../../testing/generated.ts";
import { committedSuite } from "../../testing/suites.ts";

describe("the typed client is driven by the same lines", () => {
  test("and keeps a sample of each operation", async () => {
    const { contract, cases } = await committedSuite("gateway");
    await using client = await startClient(nodeClient("examples/typescript/client.ts"));
    for (const operation of Object.values(contract.operations)) {
      const played = cases.find((each) => each.operation === operation);
      if (!played) throw new Error(`${operation.id} has no sample`);
      const verdict = await playOnClient(contract, played, client);
      expect(verdict.outcome, describeVerdict(verdict)).toBe("passed");
    }
  });
});

describe("a client is found out that", () => {
  const broken = (fault: string) =>
    nodeClient("lab/fixtures/clients/broken.ts", "generated/gateway", fault);
  let suite: Suite;
  let played: Case;

  beforeAll(async () => {
    suite = await committedSuite("gateway");
    const found = suite.cases.find(({ id }) => id === "payOrder/duplicate-order");
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
    expect(await play("none")).toMatchObject({ outcome: "passed", messages: [] });
  });

  test("wrong-path", async () => {
    expect(await play("wrong-path")).toMatchObject({
      outcome: "failed",
      messages: [expect.stringMatching(/^sent\/path: expected "\/api\S+", found "\/v0\/api\S+"$/)],
    });
  });

  test.each([
    ["prints-nonsense", 'printed a line that is no JSON object: got {"id":1,'],
    ["mixes-answers-up", "answered with id 0 when asked with id 1"],
    ["answers-nothing", "answered with id missing when asked with id 1"],
    ["never-answers", "did not answer a call of payOrder within 1 s"],
    ["dies", "ended (exit status 3) and did not answer a call of payOrder"],
  ])("%s", async (fault, message) => {
    const { outcome, messages, again } = await play(fault);
    expect(outcome).toBe("error");
    expect(messages).toEqual([
      expect.stringContaining(`could not be played: the client ${message}`),
    ]);
    expect(again).toMatchObject({ outcome: "error", findings: [{}] });
  });

  test.each([
    [
      "speaks another protocol",
      broken("other-protocol"),
      'the client\'s first line has to be {"protocol":1}, not {"protocol":0}',
    ],
    ["ends at once", "exit 7", "the client ended (exit status 7) and did not say that it is ready"],
    ["is not there", "no-such-command-anywhere 2>&-", "the client ended (exit status 127)"],
  ])("%s", async (_, command, message) => {
    await expect(startClient(command)).rejects.toThrow(message);
  });

  test("says nothing", async () => {
    await expect(startClient("cat", { startMs: 500, answerMs: 1 })).rejects.toThrow(
      "the client did not say that it is ready within 0.5 s",
    );
  });
});

describe("contract replay --client", () => {
  const replay = (command: string, ...more: string[]) =>
    contractHere("replay", "--client", command, ...more);

  test("plays every sample and tells what failed by its exit status", async () => {
    const library = await generateInto(librarySpec);
    const loans = `${library.folder}/loans`;
    const passed = await replay(perlClient(loans), loans);
    expect(passed.stdout).toContain("2 of 2 samples, 31 of 31 constraints");
    expect(passed.status).toBe(0);
    const broken = nodeClient("lab/fixtures/clients/broken.ts", loans);
    expect(await replay(`${broken} wrong-path`, loans, "--samples")).toMatchObject({ status: 1 });
    expect(await replay(`${broken} dies`, loans, "--samples")).toMatchObject({ status: 2 });
    expect(await replay("exit 7", loans)).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringContaining("exit status 7") as string,
    });
  });
});
