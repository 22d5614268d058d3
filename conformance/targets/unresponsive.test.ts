import { expect, test } from "vitest";
import { noResponse } from "../errors.ts";
import { sampleOf } from "../testing/one-operation.ts";
import { errorVerdict, verdict, type Verdict } from "../verdict.ts";
import { stopWhenUnresponsive } from "./unresponsive.ts";

const head = sampleOf(undefined);

/** Plays cases of different operations until as many outcomes are known as there are verdicts, and returns how many cases were played. */
async function playedOf(verdicts: readonly Verdict[]): Promise<number> {
  let played = 0;
  const play = stopWhenUnresponsive(() => {
    played += 1;
    return Promise.resolve(verdicts[played - 1] ?? passed);
  });
  const outcomes: string[] = [];
  while (outcomes.length < verdicts.length)
    outcomes.push((await play({ ...head, operation: { ...head.operation } })).outcome);
  // Cases that are not played any more must not count as passed.
  expect(outcomes.slice(played)).not.toContain("passed");
  return played;
}

const passed = verdict(head, "server", []);
const silent = errorVerdict(head, "server", new Error("step", { cause: noResponse(10_000) }));
const refused = errorVerdict(head, "server", new Error("connect ECONNREFUSED"));

test("five cases are played on a server that does not answer", async () => {
  expect(await playedOf(Array.from({ length: 9 }, () => silent))).toBe(5);
});

test.each([
  ["answers one of them", passed],
  ["fails differently in one of them", refused],
])("all cases are played on a server that %s", async (_, between) => {
  const four = [silent, silent, silent, silent];
  expect(await playedOf([...four, between, ...four])).toBe(9);
});

test("an operation that is silent now and then gets three cases, and others all", async () => {
  const verdicts = new Map([
    ["stream", [silent, passed, silent, silent, passed]],
    ["other", [passed, passed]],
  ]);
  const played: string[] = [];
  const play = stopWhenUnresponsive(({ operation: { id } }: typeof head) => {
    played.push(id);
    return Promise.resolve(verdicts.get(id)?.shift() ?? passed);
  });
  const [stream, other] = [
    { ...head.operation, id: "stream" },
    { ...head.operation, id: "other" },
  ];
  const outcomes: string[] = [];
  for (const operation of [stream, stream, other, stream, stream, other, stream])
    outcomes.push((await play({ ...head, operation })).outcome);
  expect(outcomes).toEqual(["error", "passed", "passed", "error", "error", "passed", "error"]);
  expect(played.filter((id) => id === "stream")).toHaveLength(4);
});
