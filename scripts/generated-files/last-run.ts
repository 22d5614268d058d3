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
import { nearestFolderWith, filesBelow, isTool, stateOf, toolsState } from "./tools-state.ts";
import { entriesBelow, isBelow } from "./walk.ts";

/** Arguments of `contract generate`. */
export interface GenerateArguments {
  readonly entry: string;
  readonly out: string;
  readonly version: readonly string[];
  readonly keep: readonly string[];
}

interface Run {
  readonly tools: string;
  /** State of each path that it looked at, before it was read; also of missing paths. */
  readonly read: Readonly<Record<string, string>>;
  /** Checksum of the manifest, which has the checksums of the other files. */
  readonly manifest: string;
}

/**
 * The number of files that the last run wrote, if everything that it read and wrote is unchanged; undefined if the
 * files must be generated again. It does not load the compiler.
 */
export async function filesOfLastRun(args: GenerateArguments): Promise<number | undefined> {
  const run = readRun(args);
  if (!run || run.tools !== toolsState()) return undefined;
  const looked = [...Object.keys(run.read), ...rowsBeside(args.entry)];
  if (looked.some((path) => run.read[path] !== stateOf(path))) return undefined;
  const { checksums, keep } = await readManifest(args.out);
  const left = new Map(checksums).set(manifestName, [run.manifest]);
  const isOurs = (path: string) => ![...keep, ...args.keep].some((each) => isBelow(path, each));
  for await (const { path, isFile } of entriesBelow(args.out, isOurs)) {
    const [sum] = left.get(path) ?? [];
    if (!isFile || sum !== checksumOf(join(args.out, path))) return undefined;
    left.delete(path);
  }
  return left.size === 0 ? checksums.size + 1 : undefined;
}

/**
 * Records what a run reads.
 *
 * @returns a host that records reads, and a function that stores the record after the files are written. Nothing is
 * stored in a project without its own `node_modules`.
 */
export function recordRun(
  args: GenerateArguments,
  host: CompilerHost,
): { host: CompilerHost; keep(): void } {
  const tools = toolsState();
  const read = Object.fromEntries(rowsBeside(args.entry).map((path) => [path, stateOf(path)]));
  let isComplete = true;
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
        // Imports of a module are not recorded, so the record is complete only if all modules belong to the tools.
        isComplete &&= isTool(note(path));
        return host.getJsImport(path);
      },
    },
    keep() {
      const file = fileOf(args);
      if (file === undefined || tools === undefined || !isComplete) return;
      const run: Run = { tools, read, manifest: checksumOf(join(args.out, manifestName)) };
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(run));
    },
  };
}

function readRun(args: GenerateArguments): Run | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(args) ?? "", "utf8")) as Run;
  } catch {
    return undefined;
  }
}

/** The record in the project's cache folder. A linked `node_modules` belongs to another project. */
function fileOf(args: GenerateArguments): string | undefined {
  const project = nearestFolderWith(
    dirname(resolve(args.entry)),
    "node_modules",
    (path) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false,
  );
  const name = checksum(JSON.stringify([process.cwd(), args])).slice(0, 16);
  return project && join(project, "node_modules/.cache/contract", `generate-${name}.json`);
}

function checksumOf(path: string): string {
  return checksum(readFileSync(path, "utf8"));
}

/** Files of the interface's rows and of scenarios, which the compiler does not read. */
function rowsBeside(entry: string): string[] {
  const folder = dirname(resolve(entry));
  const services = existsSync(folder) ? readdirSync(folder) : [];
  return ["interface", ...services.map((name) => join(name, "scenarios"))].flatMap((each) =>
    filesBelow(join(folder, each)),
  );
}
