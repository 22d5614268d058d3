import { appendFile, readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { groups } from "./groups.ts";
import { measure, type GroupScore } from "./measure.ts";
import type { Mutant, MutantGroup, Outcome } from "./mutant.ts";
import { describeScores } from "./report.ts";

const help = `npm run conformance:mutation -- [options]

Injects one mutant at a time and counts the mutants that the suite finds and the harmless changes that it reports.

  --only GROUP   only this group, one of: ${Object.keys(groups).join(", ")}; may be repeated
  --sample N     only N mutants of each group, drawn by the seed
  --seed TEXT    seed of the sample (default: the time)
  --mutant TEXT  only mutants whose id contains TEXT, to try them again; may be repeated
  --results FILE a line for each result; a mutant that has one already is not tried again

Exit status: 0 if every group reaches its aim without a false alarm, 1 if one does not, 2 if the run failed.
`;

/** How often progress is printed, in mutants. */
const PROGRESS_EVERY = 100;

// A mutant may cause an unhandled rejection. Only its responses are judged.
process.on("unhandledRejection", () => undefined);

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  return 2;
});

async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: "string", multiple: true, default: Object.keys(groups) },
      sample: { type: "string", default: "Infinity" },
      seed: { type: "string", default: String(Date.now()) },
      mutant: { type: "string", multiple: true },
      results: { type: "string", default: "/dev/null" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const { only, seed, results } = values;
  const sample = Number(values.sample);
  const unknown = only.filter((name) => !Object.hasOwn(groups, name));
  if (unknown.length > 0) throw new RangeError(`There is no group ${unknown.join(", ")}.`);
  if (!(sample >= 1)) throw new RangeError("--sample must be a number of at least 1.");
  console.error(`seed ${seed}`);
  const text = await readFile(results, "utf8").catch(() => "");
  const lines = text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Line]));
  const earlier = new Map(lines.map(({ group, id, ...outcome }) => [`${group} ${id}`, outcome]));
  const scores: GroupScore[] = [];
  for (const [name, open] of Object.entries(groups)) {
    if (!only.includes(name)) continue;
    await using opened = await open({ results });
    const group = values.mutant ? chosenOf(opened, values.mutant) : opened;
    const mutants = group.mutants.map((mutant) => ({
      ...mutant,
      // A run may take hours and be ended before its report.
      async attempt() {
        const key = `${name} ${mutant.id}`;
        const outcome = earlier.get(key) ?? (await mutant.attempt());
        const line: Line = { group: name, id: mutant.id, ...outcome };
        if (!earlier.has(key)) await appendFile(results, `${JSON.stringify(line)}\n`);
        return outcome;
      },
    }));
    const onTry = (_: unknown, number: number, all: number) => {
      if (number % PROGRESS_EVERY === 0 || number === all)
        console.error(`${name} ${number}/${all}`);
    };
    scores.push(await measure({ ...group, mutants }, { sample, seed, onTry }));
  }
  console.log(describeScores(scores));
  return scores.every(({ isReached }) => isReached) ? 0 : 1;
}

/** A line of `--results`. */
type Line = Outcome & Pick<Mutant, "id"> & { readonly group: string };

/** Equivalents are tried like all others. */
function chosenOf(group: MutantGroup, texts: readonly string[]): MutantGroup {
  const isChosen = ({ id }: Mutant) => texts.some((text) => id.includes(text));
  return { ...group, mutants: group.mutants.filter(isChosen), equivalents: [] };
}
