import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createExcerpts } from "./source-excerpts.ts";

test("an excerpt has the lines around a position and opens in the editor, if the file is there", () => {
  const sources = mkdtempSync(join(tmpdir(), "excerpts-"));
  onTestFinished(() => {
    rmSync(sources, { recursive: true });
  });
  writeFileSync(join(sources, "main.tsp"), "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12");
  const at = (line: number, file = "main.tsp") => ({ file, line, column: 1 });
  expect(createExcerpts({ sources })(at(6))).toEqual({
    from: 2,
    lines: ["2", "3", "4", "5", "6", "7", "8", "9"],
    editor: `vscode://file${sources}/main.tsp:6`,
  });
  expect(createExcerpts({ sources, editor: "" })(at(1))).toEqual({
    from: 1,
    lines: ["1", "2", "3", "4"],
  });
  expect(createExcerpts({ sources })(at(1, "gone.tsp"))).toBeUndefined();
});
