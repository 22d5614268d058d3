import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Figure } from "../figures.ts";
import { largeDocument } from "../large-document.ts";
import { estimate } from "../paired.ts";
import { secondsOf } from "../processes.ts";
import type { Question } from "../question.ts";

/** How long `contract diff` takes for two versions of a document of 600 operations and 1,200 components. */
export const differences: Question = {
  about: "time to compare two versions of a large OpenAPI document",
  sizes: [],
  async measure({ longRounds }): Promise<Figure[]> {
    await using folder = await mkdtempDisposable(join(tmpdir(), "bench-"));
    const files = {
      "old.json": largeDocument("everywhere"),
      "new.json": largeDocument("everywhere", true),
      // Without its break the command succeeds.
      "accepted-breaks.json": [accepted],
    };
    for (const [name, content] of Object.entries(files))
      await writeFile(join(folder.path, name), JSON.stringify(content));
    const seconds: number[] = [];
    while (seconds.length < Math.min(longRounds, MOST_ROUNDS))
      seconds.push(await secondsOf(command, folder.path));
    return [
      {
        ...{ question: "differences: 600 operations", name: "two versions" },
        ...{ unit: "s", better: "less", aim: 15, ...estimate(seconds) },
      },
    ];
  },
};

const accepted = {
  ...{ id: "enum-value-added", operation: "get0", pointer: "/response/200/body/currency" },
  ...{ version: "1.1.0", reason: "Clients were told." },
};

const MOST_ROUNDS = 3;

const root = resolve(import.meta.dirname, "../..");

/** With more memory than this, in MB, it fails. */
const command = [
  "--max-old-space-size=500",
  ...[join(root, "scripts/cli/contract.ts"), "diff", "old.json", "new.json"],
];
