import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { groups } from "./groups.ts";
import { choose, measure, type GroupScore } from "./measure.ts";
import { asJson, describeScores } from "./report.ts";

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

// A fault may leave a rejection that nobody handles; it is judged by what was answered.
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
  const { only, seed, report } = values;
  const sample = Number(values.sample);
  const unknown = only.filter((name) => !Object.hasOwn(groups, name));
  if (unknown.length > 0) throw new RangeError(`There is no group ${unknown.join(", ")}.`);
  if (!(sample >= 1)) throw new RangeError("--sample takes a number from 1 up.");
  console.error(`seed ${seed}`);
  const scores: GroupScore[] = [];
  for (const [name, open] of Object.entries(groups)) {
    if (!only.includes(name)) continue;
    await using group = await open();
    if (values.matrix) {
      for (const { id, operator: kind, killers } of choose(group.mutants, sample, seed))
        if (killers)
          console.log(JSON.stringify({ group: name, id, kind, killers: await killers() }));
      continue;
    }
    const onTry = (_: unknown, number: number, all: number) => {
      if (number % TELL_EVERY === 0 || number === all) console.error(`${name} ${number}/${all}`);
    };
    scores.push(await measure(group, { sample, seed, onTry }));
  }
  if (values.matrix) return 0;
  const json = asJson(scores, seed);
  const text = describeScores(scores);
  console.log(values.json ? json : text);
  if (report !== undefined) {
    await mkdir(report, { recursive: true });
    await writeFile(join(report, "mutation.json"), `${json}\n`);
    await writeFile(join(report, "mutation.txt"), `${text}\n`);
  }
  return scores.every(({ isReached }) => isReached) ? 0 : 1;
}
