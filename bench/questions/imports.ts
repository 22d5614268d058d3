import { mkdtempDisposable, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Figure } from "../figures.ts";
import { largeDocument } from "../large-document.ts";
import { estimate } from "../paired.ts";
import { secondsOf } from "../processes.ts";
import type { Question } from "../question.ts";

/** How long `contract import` takes for a document of 600 operations, and `contract generate` for what it writes. */
export const imports: Question = {
  about: "time to import a large OpenAPI document, and to generate from it",
  sizes: [],
  async response({ longRounds }): Promise<Figure[]> {
    const seconds = { import: [] as number[], generate: [] as number[] };
    while (seconds.import.length < Math.min(longRounds, MOST_ROUNDS)) {
      await using folder = await mkdtempDisposable(join(tmpdir(), "bench-"));
      await symlink(join(root, "node_modules"), join(folder.path, "node_modules"));
      await writeFile(join(folder.path, "openapi.json"), JSON.stringify(document));
      seconds.import.push(await secondsOf([...command, "import", "openapi.json"], folder.path));
      seconds.generate.push(await secondsOf([...command, "generate"], folder.path));
    }
    return (["import", "generate"] as const).map((name) => ({
      ...{ question: "imports: 600 operations", name },
      ...{ unit: "s", better: "less", aim: 20, ...estimate(seconds[name]) },
    }));
  },
};

/** The HTTP library of TypeSpec visits every type that a body leads to, so a document in which all are linked takes minutes. */
const document = largeDocument(false, false);

const MOST_ROUNDS = 3;

const root = resolve(import.meta.dirname, "../..");

const command = [join(root, "scripts/cli/contract.ts")];
