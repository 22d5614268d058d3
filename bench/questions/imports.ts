import { mkdtempDisposable, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Figure } from "../figures.ts";
import { largeDocument } from "../large-document.ts";
import { estimate } from "../paired.ts";
import { secondsOf } from "../processes.ts";
import type { Question } from "../question.ts";

/** How long `contract import` takes for a document of 600 operations and 1,200 components. */
export const imports: Question = {
  about: "time to import a large OpenAPI document",
  sizes: [],
  async measure({ longRounds }): Promise<Figure[]> {
    await using folder = await mkdtempDisposable(join(tmpdir(), "bench-"));
    await symlink(join(root, "node_modules"), join(folder.path, "node_modules"));
    const document = largeDocument("within resources");
    await writeFile(join(folder.path, "openapi.json"), JSON.stringify(document));
    const seconds: number[] = [];
    while (seconds.length < Math.min(longRounds, MOST_ROUNDS)) {
      seconds.push(await secondsOf(command, folder.path));
      await rm(join(folder.path, "spec"), { recursive: true });
    }
    return [
      {
        ...{ question: "import: 600 operations", name: "everything" },
        ...{ unit: "s", better: "less", aim: 20, ...estimate(seconds) },
      },
    ];
  },
};

const MOST_ROUNDS = 3;

const root = resolve(import.meta.dirname, "../..");

const command = [join(root, "scripts/cli/contract.ts"), ...["import", "openapi.json", "--lossy"]];
