import { parseArgs } from "node:util";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import { additionsFor, type Addition } from "../init/application.ts";
import { folder, perform, planInit, type Step } from "../init/plan.ts";
import { librariesOf, requireSpecification } from "../new/from-specification.ts";
import { toolkitPackages } from "../new/package-manifest.ts";
import { flags, texts } from "../parsed.ts";
import { ask, canAsk } from "../terminal/ask.ts";
import { printJson, printLines } from "../terminal/print.ts";

export const help = `contract init [options]

Adds a contract to the Express application in this folder: packages and two scripts, by your package manager, and a new folder
contract with a specification, its generated files, and middleware that validates. It writes no other file, and overwrites none: it
prints the two lines that mount the middleware, with their place. Before, it shows what it does and asks in a terminal.

  --from FILE     begin with an OpenAPI document or a TypeSpec file instead of an example
  --packages DIR  install the toolkit's packages from the archives in DIR, not from the registry
  --yes           do not ask
  --dry-run       only show
  --json          print {"steps", "lines", "isAdded"} as JSON, and do not ask

Exit status: 0 added, or only shown, 2 could not be added.
`;

/** Adds a contract to an Express application. */
export async function init(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { ...texts("from", "packages"), ...flags("yes", "dry-run", "json") },
  });
  const { from, json, "dry-run": isDry, packages, yes } = values;
  if (from !== undefined) await requireSpecification(from);
  const libraries = from === undefined ? [] : await librariesOf(from);
  const steps = await planInit(toolkitPackages(packages, libraries), packages, from);
  const lines = await additionsFor(`${folder}/index.js`);
  if (!json) printLines(["contract init will", ...steps.map(describeStep), ...preview(lines)]);
  const isAdded = !isDry && (yes || (!json && (await confirm("Do this? (y/N) "))));
  if (isAdded) for (const step of steps) await perform(step);
  if (json) printJson({ steps, lines, isAdded });
  else if (isAdded) printLines(["Added.", ...preview(lines), ...nextSteps]);
  else printLines(["Nothing was written."]);
  return 0;
}

function describeStep(step: Step): string {
  return "command" in step ? `  run  ${step.command.join(" ")}` : `  add  ${step.path}`;
}

function preview(lines: readonly Addition[]): string[] {
  return ["You add:", ...lines.flatMap(({ place, line }) => [`  to ${place}:`, `    ${line}`])];
}

/** @throws {UsageError} when there is no terminal to ask in */
async function confirm(text: string): Promise<boolean> {
  if (!canAsk(process))
    throw new UsageError("Nothing was written, because there is no terminal to ask in. Add --yes.");
  return /^y(?:es)?$/i.test((await ask(process, (question) => question(text))) ?? "");
}

const nextSteps = [
  `Then describe a route in ${folder}/spec/main.tsp, run the script contract:generate, and start the application: an invalid`,
  "request of this route is a 400, and an invalid response a 500.",
];
