import { describe, expect, test } from "vitest";
import { full } from "../../../../server/gateway/testing/long-test.ts";
import { playScenario } from "../../../scenarios/play.ts";
import { faults, scenarios, startServer } from "../../fixtures/faults/server/index.ts";
import { chosen } from "../../testing/random.ts";
import { editedCopy, lost } from "../code-fault.ts";
import { killingVerdict, openHandlerMutants } from "./index.ts";

/** Each takes seconds; all of them are `npm run conformance:mutation`. */
const SAMPLE = full ? 40 : 1;

/** Of one that only the last scenario notices, beside other tests. */
const LIMIT_MS = 300_000;

await using group = await openHandlerMutants();
const drawn = chosen(group.mutants, SAMPLE, "faults of handlers");

describe("a fault in a handler is noticed", () => {
  test.each(drawn)("$id: $description", { timeout: LIMIT_MS }, async (mutant) => {
    expect(await group.attempt(mutant)).toMatchObject({ outcome: "killed" });
  });

  test("and nothing is, where there is none", async () => {
    const operations = ["deleteToken"];
    expect(await killingVerdict({ edits: [], operations })).toBeUndefined();
  });

  test.each([
    ["notifies-twice", "records-of-others"],
    ["forgets-fees", "fees-told"],
    ["never-retries", "delivery-schedule"],
  ])("%s is found out by %s", async (id, name) => {
    const fault = faults.find((each) => each.id === id);
    const scenario = scenarios.find((each) => each.id === `scenario/${name}`);
    if (!fault || !scenario) throw new RangeError(`There is no ${id}, or no ${name}.`);
    await using faulty = await startServer(fault.edits);
    const { outcome, findings } = await playScenario(scenario, faulty.server);
    expect(outcome).toBe("failed");
    expect(findings[0]?.source?.file).toContain(`/${name}.yaml`);
  });

  test("and every fault can be made", async () => {
    expect(await lost(faults)).toEqual([]);
  });

  test("and every fault has an id of its own", () => {
    const ids = group.mutants.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

test("a fault whose text is gone is not made", async () => {
  const file = "server/gateway/security/seal.ts";
  const edit = { file, text: "no such text", becomes: "" };
  await expect(editedCopy("server/gateway", [edit])).rejects.toThrow(
    `${file} has 0 times instead of once: no such text`,
  );
});

test("a fault in a file that is not copied is not made", async () => {
  const edit = { file: "contract/pointer.ts", text: "export", becomes: "" };
  await expect(editedCopy("server", [edit])).rejects.toThrow("is not in server");
});
