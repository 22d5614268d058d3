import { existsSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { extname } from "node:path";
import { nodeOrEmpty } from "@contract-toolkit/schemas/documents/nodes";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import { readPackageJson } from "../package-json.ts";
import { readExpressSource, type ExpressSource } from "./express-source.ts";
import { readTypeScript, type TypeScriptSettings } from "./typescript-settings.ts";

/** The Express project in the working folder. */
export interface ExpressProject {
  readonly manifest: Readonly<Record<string, unknown>>;
  /** The major version of Express. */
  readonly express: number;
  /** The file that makes the application. */
  readonly app: Application;
  /** Whether the application is an ES module. */
  readonly isModule: boolean;
  /** Undefined if the application is JavaScript. */
  readonly typescript: TypeScriptSettings | undefined;
  /** The command that installs dependencies. */
  readonly install: readonly string[];
}

interface Application {
  readonly path: string;
  readonly text: string;
  readonly source: ExpressSource;
}

/**
 * Reads the project in the working folder.
 *
 * @param named the file that makes the application; default: the only one that does
 * @throws {UsageError} when there is no such project, or several files make an application
 */
export async function readExpressProject(named: string | undefined): Promise<ExpressProject> {
  if (!existsSync("package.json"))
    throw new UsageError(
      "There is no package.json here. Run contract init in the folder of your application, or begin with contract new.",
    );
  const manifest = readPackageJson();
  const { express: version } = nodeOrEmpty(manifest["dependencies"]);
  if (typeof version !== "string")
    throw new UsageError(
      "package.json has no dependency express. For other frameworks see docs/guides/frameworks.md; contract new makes a new project.",
    );
  const express = Number(/\d+/.exec(version)?.[0] ?? 5);
  if (express < 4) throw new UsageError(`Express ${express} is not supported: use 4 or 5.`);
  const app = await findApp(named);
  const extension = extname(app.path);
  return {
    manifest,
    express,
    app,
    isModule: /^\.m/.test(extension) || (!/^\.c/.test(extension) && manifest["type"] === "module"),
    typescript: /ts$/.test(extension) ? readTypeScript(app.path) : undefined,
    install: installers.find(({ lock }) => existsSync(lock))?.command ?? npmInstall,
  };
}

const npmInstall = ["npm", "install", "--no-audit", "--no-fund"];
const installers = [
  { lock: "package-lock.json", command: npmInstall },
  { lock: "pnpm-lock.yaml", command: ["pnpm", "install"] },
  { lock: "yarn.lock", command: ["yarn", "install"] },
];

async function findApp(named: string | undefined) {
  const paths = named === undefined ? await sources() : [named];
  const all = await Promise.all(paths.map(readApp));
  const found = all.filter((app) => app !== undefined);
  const [app, another] = found.some(isValidated) ? found.filter(isValidated) : found;
  if (!app)
    throw new UsageError(
      `${named ?? "No source file here"} makes no Express application, as const app = express(); does. Name the file that does with --app FILE.`,
    );
  if (another)
    throw new UsageError(
      `Several files make an Express application: ${found.map(({ path }) => path).join(", ")}. Choose one with --app FILE.`,
    );
  return app;
}

async function readApp(path: string) {
  const text = await readFile(path, "utf8");
  const source = /\bexpress\b/.test(text) ? readExpressSource(text, path) : undefined;
  return source && { path, text, source };
}

/** Whether an application has the validation already. */
export function isValidated({ text }: Application): boolean {
  return text.includes("validateWith(");
}

async function sources(): Promise<string[]> {
  const found: string[] = [];
  const exclude = (path: string) => skipped.test(path);
  for await (const path of glob("**/*.{js,cjs,mjs,ts,cts,mts}", { exclude }))
    if (!skipped.test(path)) found.push(path);
  return found.sort();
}

/** Hidden folders, what is installed or built, tests, and declarations. */
const skipped =
  /(?:^|[\\/])(?:\..+|node_modules|dist|build|coverage|generated|tests?|__tests__)(?:$|[\\/])|\.(?:test|spec|d)\.[cm]?[jt]s$/;
