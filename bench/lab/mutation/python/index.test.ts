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
    for (const [rule, caseId] of Object.entries({
      "title maxLength": "addNote/request/body/title maxLength invalid",
      "an unknown note is 404": "getNote/http/observed/unknown noteId",
      "a change is kept": "changeNote/http/observed/read back",
      "a changed priority is kept": "changeNote/http/observed/read back",
      "Location of the note": "addNote/http/observed/Location of getNote",
      "limit is obeyed": "listNotes/http/observed/limit is obeyed",
      "the total of a page": "listNotes/http/observed/limit and the total",
      "a tag that is known": "getNote/http/observed/If-None-Match",
      "a cookie means nothing": "listNotes/http/neutral/Cookie",
      "colour filters": "listNotes/http/observed/colour filters",
    })) {
      const { attempt } = group.mutants.find(({ id }) => id === rule) ?? {};
      expect(await attempt?.()).toMatchObject({ outcome: "killed", caseId });
    }
  },
);
