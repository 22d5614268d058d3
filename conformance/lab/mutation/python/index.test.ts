import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadSuiteOf } from "../../../../scripts/cli/replay/document/suite.ts";
import { openPython, playPython } from "./index.ts";

const hasPython = spawnSync("python3", ["--version"]).status === 0;
const document = join(import.meta.dirname, "../../fixtures/python/openapi.yaml");

test.skipIf(!hasPython)(
  "a fair server in Python passes, and one that leaves out a rule does not",
  async () => {
    const loaded = await loadSuiteOf(document, false);
    const fair = await playPython(loaded, [], ({ outcome }) => outcome !== "passed");
    expect(fair).toEqual({ outcome: "survived" });
    await using group = await openPython();
    const { attempt } = group.mutants.find(({ id }) => id === "title maxLength") ?? {};
    expect(await attempt?.()).toMatchObject({
      outcome: "killed",
      caseId: "addNote/request/body/title maxLength invalid",
    });
  },
);
