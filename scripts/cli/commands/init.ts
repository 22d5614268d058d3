import { parseArgs } from "node:util";
import type { Line } from "@contract-toolkit/contract/terminal-text";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import { planInit } from "../init/plan.ts";
import { readExpressProject, type ExpressProject } from "../init/project.ts";
import { describeStep, perform, type Step } from "../init/step.ts";
import { librariesOf, requireSpecification } from "../new/from-specification.ts";
import { toolkitPackages } from "../new/package-manifest.ts";
import { ask, canAsk } from "../terminal/ask.ts";
import { printJson, printLines } from "../terminal/print.ts";

export const help = `contract init [options]

Adds a contract to the Express application in this folder: a specification, its generated files, the packages, and the
validation in front of the routes. Routes stay where they are, and what is not described passes unchanged. It shows what it
adds, asks in a terminal, and then adds it. What is there already stays, so that you can run it again.

  --from FILE     begin with an OpenAPI document or a TypeSpec file instead of the specification in spec, or an example
  --app FILE      the file that makes the application  (default: the only one that does)
  --packages DIR  install the toolkit's packages from copies of the archives in DIR, not from the registry
  --yes           do not ask
  --dry-run       only show
  --json          print {"steps", "isAdded"} as JSON, and do not ask

Exit status: 0 added, or only shown, 2 could not be added.
`;

/** Adds a contract to an Express application. */
export async function init(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      from: { type: "string" },
      app: { type: "string" },
      packages: { type: "string" },
      yes: { type: "boolean", default: false },
      "dry-run": { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  const { from, json, "dry-run": isDry, packages, yes } = values;
  if (from !== undefined) await requireSpecification(from);
  const project = await readExpressProject(values.app);
  const libraries = await librariesOf(from ?? "spec/main.tsp");
  const steps = await planInit(project, await toolkitPackages(packages, libraries), from);
  const isComplete = steps.length === 0;
  if (!json) printLines(isComplete ? ["Nothing to add."] : describe(project, steps));
  const isShown = isComplete || isDry || (json && !yes);
  const isAdded = !isShown && (yes || (await confirm("Add this? (y/N) ")));
  if (isAdded) for (const step of steps) await perform(step);
  if (json) printJson({ steps, isAdded });
  else if (isAdded) printLines(nextSteps);
  else if (!isComplete) printLines(["Nothing was changed."]);
  return 0;
}

function describe(project: ExpressProject, steps: readonly Step[]): Line[] {
  const { app, express, isModule, typescript } = project;
  const language = typescript ? "TypeScript" : "JavaScript";
  const modules = isModule ? "ES modules" : "CommonJS";
  return [
    `${app.path} makes an application of Express ${express} (${language}, ${modules}). To add a contract:`,
    ...steps.flatMap(describeStep),
  ];
}

/** @throws {UsageError} when there is no terminal to ask in */
async function confirm(text: string): Promise<boolean> {
  if (!canAsk(process))
    throw new UsageError("Nothing was changed, because there is no terminal to ask in. Add --yes.");
  return /^y(?:es)?$/i.test((await ask(process, (question) => question(text))) ?? "");
}

const nextSteps = [
  "Added. Next: describe a route in spec/main.tsp, run npm run contract:generate, and start the application.",
  "An invalid request of this route is now a 400, and an invalid response a 500.",
];
