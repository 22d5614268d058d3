import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { basename, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { librariesOf, requireSpecification, takeSpecification } from "../new/from-specification.ts";
import { packageManifest, toolkitPackages } from "../new/package-manifest.ts";
import { writeTemplate } from "../new/template.ts";
import { flags, parsed, texts } from "../parsed.ts";
import { runVisibly } from "../processes.ts";
import { printLines, printToStderr } from "../terminal/print.ts";
import { UsageError } from "@contract-toolkit/schemas/usage-error";

export const help = `contract new NAME [options]

Makes a small project in the folder NAME: one resource with samples, handlers, a client, a test that replays the samples,
a workflow for GitHub Actions and settings for editors. It installs the dependencies and generates the files of the
specification. Outside a git repository it makes one.

  --from FILE     begin with an OpenAPI document or a TypeSpec file instead of the example: a server without handlers, a client
                  and tests
  --packages DIR  install the toolkit's packages from copies of the archives in DIR, not from the registry
  --no-install    only write the files

Exit status: 0 the project was made, 2 it could not be made.
`;

/** Makes a project that passes its checks. */
export async function newProject(args: string[]): Promise<number> {
  const { values, positionals } = parsed(args, {
    ...texts("from", "packages"),
    ...flags("no-install"),
  });
  const [name, ...others] = positionals;
  if (name === undefined || others.length > 0)
    throw new UsageError("new needs exactly one folder name.", { isOfCall: true });
  const { from } = values;
  if (from !== undefined && values["no-install"])
    throw new UsageError("--from needs what is installed; leave out --no-install.", {
      isOfCall: true,
    });
  if (from !== undefined) await requireSpecification(from);
  const folder = resolve(name);
  await requireEmpty(folder);
  const libraries = from === undefined ? [] : await librariesOf(from);
  const packages = toolkitPackages(values.packages, libraries);
  const manifest = packageManifest(packageName(folder), packages, !(await userRunsTypeScript()));
  await writeTemplate(folder, manifest, packages.archives);
  await makeRepository(folder);
  const isReady = !values["no-install"];
  if (isReady) {
    await install(folder);
    if (from === undefined) await runVisibly(["npm", "run", "--silent", "generate"], folder);
    else await takeSpecification(folder, from);
  }
  printLines(nextSteps(relative(process.cwd(), folder), isReady));
  return 0;
}

/** Whether the Node.js of the user runs TypeScript. A project that installs its own Node.js may run this one. */
async function userRunsTypeScript(): Promise<boolean> {
  // npm and npx run under the Node.js of the user.
  const { npm_node_execpath: node = process.execPath } = process.env;
  const { stdout } = await promisify(execFile)(node, ["--print", "process.features.typescript"]);
  return stdout.trim() === "strip" || stdout.trim() === "transform";
}

async function requireEmpty(folder: string): Promise<void> {
  const found = await readdir(folder).catch(() => []);
  if (found.length > 0)
    throw new UsageError(
      `${folder} is not empty. Give the name of a folder that does not exist yet.`,
    );
}

/** A valid package name that is made from the name of a folder. */
function packageName(folder: string): string {
  return (
    basename(folder)
      .toLowerCase()
      .replace(/[^a-z0-9._-]+/g, "-")
      .replace(/^[._-]+/, "") || "notes"
  );
}

/** The gate compares with a git revision. If git is not installed, the project has no repository. */
async function makeRepository(folder: string): Promise<void> {
  const git = (...args: string[]) =>
    promisify(execFile)("git", args, { cwd: folder }).catch(() => undefined);
  if (!(await git("rev-parse", "--git-dir"))) await git("init", "-q", "--initial-branch", "main");
}

async function install(folder: string): Promise<void> {
  const advice = `The project stays in ${folder}. Run there: npm install && npm run generate`;
  const stop = () => {
    printToStderr(["The installation was interrupted.", advice]);
    process.exit(EXIT_AFTER_SIGINT);
  };
  process.once("SIGINT", stop);
  printLines(["Installing dependencies…"]);
  try {
    // npm warns of each package that needs a newer Node.js, although the project brings one.
    await runVisibly(["npm", "install", "--no-audit", "--no-fund", "--loglevel=error"], folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${reason}\n${advice}`);
  } finally {
    process.off("SIGINT", stop);
  }
}

/** Shells expect 128 and the number of the signal. */
const EXIT_AFTER_SIGINT = 130;

/** Quotes an argument for a shell. */
function quoteArgument(text: string): string {
  return /^[\w./@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function nextSteps(folder: string, isReady: boolean): string[] {
  const install = isReady ? [] : ["  npm install", "  npm run generate"];
  return [
    `Created ${folder}. Next:`,
    `  cd ${quoteArgument(folder)}`,
    ...install,
    "  npm test",
    "Then commit the project. `npx contract check` compares the contract with that commit after each change.",
    "README.md describes how to change the contract.",
  ];
}
