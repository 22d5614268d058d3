import { existsSync, statSync } from "node:fs";
import { basename, dirname, extname, relative } from "node:path";
import { isBelowFolder } from "@contract-toolkit/generate/generated-files/walk";

/** Paths of the parts of a project. */
export interface Places {
  readonly entry: string;
  readonly out: string;
  /** Folders with sources of the command. */
  readonly restart: readonly string[];
}

/** The parts of the project that a saved file belongs to. */
interface Concerns {
  readonly isOfSpecification: boolean;
  readonly isOfCommand: boolean;
  /** Whether the project's compiler may read it. */
  readonly isSource: boolean;
}

/** The parts that each file belongs to. Files that belong to none, such as temporary files of editors, are left out. */
export function concernsOf(files: Iterable<string>, places: Places): ReadonlyMap<string, Concerns> {
  const all = [...files].map((file) => {
    const path = relative("", file);
    return [path, concernOf(path, places)] as const;
  });
  return new Map(all.filter(([, concerns]) => Object.values(concerns).includes(true)));
}

const nothing: Concerns = { isOfSpecification: false, isOfCommand: false, isSource: false };

function concernOf(path: string, { entry, out, restart }: Places): Concerns {
  const name = basename(path);
  if (isBelowFolder(path, out) || name.startsWith(".") || name.endsWith("~")) return nothing;
  const isFolder = extname(name) === "" && mayBeFolder(path);
  const folder = relative("", dirname(entry));
  const isInSpec = folder !== "" && isBelowFolder(path, folder);
  return {
    isOfSpecification:
      isFolder || name.endsWith(".tsp") || name === "tspconfig.yaml"
        ? !isFolder || isInSpec || folder === ""
        : isInSpec && /\.([cm]?[jt]s|ya?ml|json)$/.test(name),
    isOfCommand:
      (isFolder || extname(name) !== "") && restart.some((text) => isBelowFolder(path, text)),
    isSource: isFolder || /\.[cm]?tsx?$/.test(name) || name === "tsconfig.json",
  };
}

/** A path that no longer exists may have been a folder. Treating a removed temporary file as one is harmless. */
function mayBeFolder(path: string): boolean {
  return !existsSync(path) || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
