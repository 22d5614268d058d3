import { mkdtempDisposable, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Figure } from "../figures.ts";
import { largeDocument } from "../large-document.ts";
import { estimate } from "../paired.ts";
import { secondsOf } from "../processes.ts";
import type { Question } from "../question.ts";

/** How long `contract diff` and `contract import` take for a document of 600 operations and 1,200 components. */
export const documents: Question = {
  about: "time to compare two versions of a large OpenAPI document, and to import one",
  sizes: [],
  async measure({ longRounds }): Promise<Figure[]> {
    await using folder = await mkdtempDisposable(join(tmpdir(), "bench-"));
    await symlink(join(root, "node_modules"), join(folder.path, "node_modules"));
    const files = {
      "old.json": largeDocument("everywhere"),
      "new.json": largeDocument("everywhere", true),
      // Without its break the command succeeds.
      "accepted-breaks.json": [accepted],
      "openapi.json": largeDocument("within resources"),
    };
    for (const [name, content] of Object.entries(files))
      await writeFile(join(folder.path, name), JSON.stringify(content));
    const figures: Figure[] = [];
    for (const { name, aim, command } of asked) {
      const seconds: number[] = [];
      while (seconds.length < Math.min(longRounds, MOST_ROUNDS)) {
        seconds.push(await secondsOf(command, folder.path));
        await rm(join(folder.path, "spec"), { recursive: true, force: true });
      }
      const question = "documents: 600 operations";
      figures.push({ question, name, aim, unit: "s", better: "less", ...estimate(seconds) });
    }
    return figures;
  },
};

const accepted = {
  id: "enum-value-added",
  operation: "get0",
  pointer: "/response/200/body/currency",
  version: "1.1.0",
  reason: "Clients were told.",
};

const MOST_ROUNDS = 3;

const root = resolve(import.meta.dirname, "../..");

const contract = join(root, "scripts/cli/contract.ts");

const asked = [
  {
    name: "two versions compared",
    aim: 15,
    // With more memory than this, in MB, it fails.
    command: ["--max-old-space-size=500", contract, "diff", "old.json", "new.json"],
  },
  {
    name: "one imported",
    aim: 20,
    command: [contract, "import", "openapi.json", "--lossy"],
  },
];
