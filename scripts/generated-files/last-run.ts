import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { CompilerHost } from "@typespec/compiler";
import { checksum, manifestName, readManifest } from "./manifest.ts";
import { above, filesBelow, isTool, stateOf, toolsState } from "./tools-state.ts";
import { entriesBelow, isBelow } from "./walk.ts";

/** What `contract generate` is asked for. */
export interface Asked {
  readonly entry: string;
  readonly out: string;
  readonly version: readonly string[];
  readonly keep: readonly string[];
}

/** What a run read and wrote. */
interface Run {
  readonly tools: string;
  /** Each path that it looked at, as it was just before, also where nothing was there. */
  readonly read: Readonly<Record<string, string>>;
  /** Checksum of the manifest, which has those of the other files. */
  readonly manifest: string;
}

/**
 * How many files the last run wrote, if all that it looked at and all that it wrote is the same now. Undefined where
 * everything has to be done again. It does not load the compiler.
 */
export async function filesOfLastRun(asked: Asked): Promise<number | undefined> {
  const run = readRun(asked);
  if (!run || run.tools !== toolsState()) return undefined;
  const looked = [...Object.keys(run.read), ...rowsBeside(asked.entry)];
  if (looked.some((path) => run.read[path] !== stateOf(path))) return undefined;
  const { checksums, keep } = await readManifest(asked.out);
  const left = new Map(checksums).set(manifestName, [run.manifest]);
  const isOurs = (path: string) => ![...keep, ...asked.keep].some((each) => isBelow(path, each));
  for await (const { path, isFile } of entriesBelow(asked.out, isOurs)) {
    const [sum] = left.get(path) ?? [];
    if (!isFile || sum !== checksumOf(join(asked.out, path))) return undefined;
    left.delete(path);
  }
  return left.size === 0 ? checksums.size + 1 : undefined;
}

/**
 * Notes what a run looks at.
 *
 * @returns a host that reads as the given one does, and a function that keeps the record once the files are written. A
 * project without `node_modules` of its own keeps none.
 */
export function recordRun(asked: Asked, host: CompilerHost): { host: CompilerHost; keep(): void } {
  const tools = toolsState();
  const read = Object.fromEntries(rowsBeside(asked.entry).map((path) => [path, stateOf(path)]));
  let isSeen = true;
  const note = (path: string) => {
    read[path] ??= stateOf(path);
    return path;
  };
  return {
    host: {
      ...host,
      readFile: (path) => host.readFile(note(path)),
      stat: (path) => host.stat(note(path)),
      realpath: (path) => host.realpath(note(path)),
      getJsImport(path) {
        // What a module imports is not seen. The modules of packages belong to the tools.
        isSeen &&= isTool(note(path));
        return host.getJsImport(path);
      },
    },
    keep() {
      const file = fileOf(asked);
      if (file === undefined || tools === undefined || !isSeen) return;
      const run: Run = { tools, read, manifest: checksumOf(join(asked.out, manifestName)) };
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(run));
    },
  };
}

function readRun(asked: Asked): Run | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(asked) ?? "", "utf8")) as Run;
  } catch {
    return undefined;
  }
}

/** In the project's folder of caches. A link to the packages of another project is none. */
function fileOf(asked: Asked): string | undefined {
  const project = above(
    dirname(resolve(asked.entry)),
    "node_modules",
    (path) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false,
  );
  const name = checksum(JSON.stringify([process.cwd(), asked])).slice(0, 16);
  return project && join(project, "node_modules/.cache/contract", `generate-${name}.json`);
}

function checksumOf(path: string): string {
  return checksum(readFileSync(path, "utf8"));
}

/** The rows of the interface and the steps of scenarios, which the compiler does not read. */
function rowsBeside(entry: string): string[] {
  const folder = dirname(resolve(entry));
  const services = existsSync(folder) ? readdirSync(folder) : [];
  return ["interface", ...services.map((name) => join(name, "scenarios"))].flatMap((each) =>
    filesBelow(join(folder, each)),
  );
}
