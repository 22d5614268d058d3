import { existsSync, statSync } from "node:fs";
import { basename, dirname, extname, relative } from "node:path";
import { isBelow } from "../generated-files/walk.ts";

/** Where the parts of a project are, from the working folder. */
export interface Places {
  readonly entry: string;
  readonly out: string;
  /** Folders whose sources the command is made of. */
  readonly restart: readonly string[];
}

/** What a saved file is part of. */
export interface Concerns {
  readonly isOfSpecification: boolean;
  readonly isOfCommand: boolean;
  /** It may be compiled. */
  readonly isSource: boolean;
}

/** What files are part of, those left out that are part of nothing, such as the temporary ones of editors. */
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
  if (isBelow(path, out) || name.startsWith(".") || name.endsWith("~")) return nothing;
  const isFolder = extname(name) === "" && mayBeFolder(path);
  const folder = relative("", dirname(entry));
  const isInSpec = folder !== "" && isBelow(path, folder);
  return {
    isOfSpecification:
      isFolder || name.endsWith(".tsp") || name === "tspconfig.yaml"
        ? !isFolder || isInSpec || folder === ""
        : isInSpec && /\.([cm]?[jt]s|ya?ml|json)$/.test(name),
    isOfCommand: (isFolder || extname(name) !== "") && restart.some((each) => isBelow(path, each)),
    isSource: isFolder || /\.[cm]?tsx?$/.test(name) || name === "tsconfig.json",
  };
}

/** Of a folder that was moved away nothing else is known; nor of a temporary file, which does no harm. */
function mayBeFolder(path: string): boolean {
  return !existsSync(path) || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
