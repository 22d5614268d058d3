import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readEquivalents } from "./equivalents.ts";
import { choose } from "./choose.ts";
import { groups } from "./groups.ts";
import { measure } from "./measure.ts";
import type { Mutant, MutantGroup } from "./mutant.ts";
import { asJson, describeScores } from "./report.ts";
import type { GroupScore } from "./score.ts";

const help = `npm run conformance:mutation -- [options]

Injects one fault at a time and counts the faults that the suite finds and the harmless changes that it reports as faults.

  --only GROUP   only this group, one of: ${Object.keys(groups).join(", ")}; may be repeated
  --sample N     only N mutants of each group, chosen by the seed
  --seed TEXT    chooses the sample (default: the time)
  --matrix       print, instead of scores, a line of JSON per fault in code with all cases that notice it:
                 a fault whose cases include all those of another adds nothing
  --json         print the results as JSON
  --report DIR   write mutation.json and mutation.txt there

Exit status: 0 every group reaches its aim without a false alarm, 1 one does not, 2 could not run.
`;

/** Often enough to see that it goes on, seldom enough for a log. */
const TELL_EVERY = 100;

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  return 2;
});

async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: "string", multiple: true, default: [] },
      sample: { type: "string" },
      seed: { type: "string", default: String(Date.now()) },
      matrix: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      report: { type: "string" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const { seed } = values;
  const sample = values.sample === undefined ? Infinity : Number(values.sample);
  const unknown = values.only.filter((name) => !Object.hasOwn(groups, name));
  if (unknown.length > 0 || !(sample >= 1)) {
    console.error(
      unknown.length > 0
        ? `There is no group ${unknown.join(", ")}.\n\n${help}`
        : `--sample takes a number from 1 up.\n\n${help}`,
    );
    return 2;
  }
  console.error(`seed ${seed}`);
  const equivalents = await readEquivalents(join(import.meta.dirname, "equivalents.yaml"));
  const scores: GroupScore[] = [];
  for (const [name, open] of Object.entries(groups)) {
    if (values.only.length > 0 && !values.only.includes(name)) continue;
    await using group = await open();
    if (values.matrix) {
      await printKillers(group, choose(group.mutants, sample, seed));
      continue;
    }
    scores.push(await measure(group, { sample, seed, equivalents, onTried: tell }));
  }
  if (values.matrix) return 0;
  const json = `${JSON.stringify(asJson(scores, seed), null, 2)}\n`;
  const text = `${describeScores(scores)}\n`;
  process.stdout.write(values.json ? json : text);
  if (values.report !== undefined) {
    await mkdir(values.report, { recursive: true });
    await writeFile(join(values.report, "mutation.json"), json);
    await writeFile(join(values.report, "mutation.txt"), text);
  }
  return scores.every(({ isReached }) => isReached) ? 0 : 1;
}

async function printKillers(group: MutantGroup, mutants: readonly Mutant[]): Promise<void> {
  for (const mutant of mutants) {
    const killers = await group.killers?.(mutant);
    if (killers)
      console.log(
        JSON.stringify({ group: group.name, id: mutant.id, kind: mutant.operator, killers }),
      );
  }
}

function tell(name: string, tried: number, all: number): void {
  const isDue = tried % TELL_EVERY === 0 || tried === all;
  if (process.stderr.isTTY)
    process.stderr.write(`\r${name} ${tried}/${all}${tried === all ? "\n" : ""}`);
  else if (isDue) process.stderr.write(`${name} ${tried}/${all}\n`);
}
