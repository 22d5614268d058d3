import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { checksum } from "./manifest.ts";

/** npm's record of the installed packages. */
const lock = "node_modules/.package-lock.json";

/** The packages of the toolkit, which may be linked to their sources. */
const tools = ["cli", "conformance", "contract", "diff", "generate", "schemas", "typespec"];

/** A checksum of the installed tools; undefined if npm did not install them. */
export function toolsState(): string | undefined {
  const root = nearestFolderWith(import.meta.dirname, lock);
  if (root === undefined) return undefined;
  const sources = linkedTools(root)
    .flatMap(filesBelow)
    .map((path) => `${path} ${statSync(path).ctimeMs}`);
  return checksum([process.version, fingerprintTool(join(root, lock)), ...sources].join("\n"));
}

/** Whether a module belongs to the tools, so that `toolsState` covers it. */
export function isTool(path: string): boolean {
  const root = nearestFolderWith(import.meta.dirname, lock);
  const real = realpathSync(path);
  return (
    root !== undefined &&
    [join(root, "node_modules"), ...linkedTools(root)].some((linkedTool) =>
      real.startsWith(linkedTool + sep),
    )
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

/** The nearest folder, from `folder` upwards, that contains `name`. */
export function nearestFolderWith(
  folder: string,
  name: string,
  isMeant: (path: string) => boolean = existsSync,
): string | undefined {
  if (isMeant(join(folder, name))) return folder;
  return dirname(folder) === folder ? undefined : nearestFolderWith(dirname(folder), name, isMeant);
}

/** All files below a folder; none if it does not exist. */
export function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((dirent) => dirent.isFile())
    .map((dirent) => join(dirent.parentPath, dirent.name));
}

/** The state of a path: real path and checksum of a file, real path of a folder, or an empty string. */
export function fingerprintTool(path: string): string {
  try {
    const real = realpathSync(path);
    return statSync(real).isDirectory() ? real : `${real} ${checksum(readFileSync(real, "utf8"))}`;
  } catch {
    return "";
  }
}
