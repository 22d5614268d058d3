import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { checksum } from "./manifest.ts";

/** Where npm writes down what it has installed. */
const lock = "node_modules/.package-lock.json";

/** What generates, beside installed packages, where it is linked to its sources. */
const tools = ["cli", "conformance", "kernel", "typespec"];

/** Tells whether other tools are installed than before; undefined where npm has not installed them. */
export function toolsState(): string | undefined {
  const root = above(import.meta.dirname, lock);
  if (root === undefined) return undefined;
  const sources = linkedTools(root)
    .flatMap(filesBelow)
    .map((path) => `${path} ${statSync(path).ctimeMs}`);
  return checksum([process.version, stateOf(join(root, lock)), ...sources].join("\n"));
}

/** Whether a module can only change with the tools. */
export function isTool(path: string): boolean {
  const root = above(import.meta.dirname, lock);
  const real = realpathSync(path);
  return (
    root !== undefined &&
    [join(root, "node_modules"), ...linkedTools(root)].some((each) => real.startsWith(each + sep))
  );
}

function linkedTools(root: string): string[] {
  const packages = join(root, "node_modules") + sep;
  return tools
    .map((name) => join(packages, "@contract-toolkit", name))
    .filter((folder) => existsSync(folder))
    .map((folder) => realpathSync(folder))
    .filter((folder) => !folder.startsWith(packages));
}

/** The nearest folder above that has something. */
export function above(
  folder: string,
  name: string,
  isMeant: (path: string) => boolean = existsSync,
): string | undefined {
  if (isMeant(join(folder, name))) return folder;
  return dirname(folder) === folder ? undefined : above(dirname(folder), name, isMeant);
}

/** Files in a folder and in its folders, if there is one. */
export function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name));
}

/** What is at a path: the checksum of a file with its place, a folder, or nothing. */
export function stateOf(path: string): string {
  try {
    const real = realpathSync(path);
    return statSync(real).isDirectory() ? real : `${real} ${checksum(readFileSync(real, "utf8"))}`;
  } catch {
    return "";
  }
}
