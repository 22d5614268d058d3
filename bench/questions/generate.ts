import { mkdir, mkdtempDisposable, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Figure } from "../figures.ts";
import { estimate } from "../paired.ts";
import { secondsOf } from "../processes.ts";
import type { Question } from "../question.ts";
import { specificationOf } from "../large-specification.ts";

/** How long `contract generate` takes for a specification, and again when nothing has changed. */
export const generate: Question = {
  about: "time to generate a contract, and to find that nothing has changed",
  sizes: [6, 100, 1_000],
  async measure({ folders, longRounds }): Promise<Figure[]> {
    const figures: Figure[] = [];
    for (const size of folders.keys()) {
      await using project = await mkdtempDisposable(join(tmpdir(), "bench-"));
      await mkdir(join(project.path, "spec"));
      await mkdir(join(project.path, "node_modules"));
      await symlink(
        join(root, "node_modules/@typespec"),
        join(project.path, "node_modules/@typespec"),
      );
      await writeFile(join(project.path, "spec/main.tsp"), specificationOf(size));
      const all: number[] = [];
      const unchanged: number[] = [];
      while (all.length < Math.min(longRounds, MOST_ROUNDS)) {
        await rm(join(project.path, "generated"), { recursive: true, force: true });
        all.push(await secondsOf(command, project.path));
        unchanged.push(await secondsOf(command, project.path));
      }
      const common = {
        question: `generate: ${size} operations`,
        unit: "s",
        better: "less",
      } as const;
      figures.push(
        { ...common, name: "everything", aim: aims.get(size) ?? NaN, ...estimate(all) },
        { ...common, name: "unchanged input", aim: 0.3, ...estimate(unchanged) },
      );
    }
    return figures;
  },
};

const root = resolve(import.meta.dirname, "../..");

/** Greatest time in seconds by number of operations. */
const aims = new Map([
  [6, 2],
  [100, 4],
  [1_000, 15],
]);

const MOST_ROUNDS = 3;

const command = [join(root, "scripts/cli/contract.ts"), "generate"];
