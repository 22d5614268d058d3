import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { CompilerHost } from "@typespec/compiler";
import { checksum, manifestName, readGeneratedManifest } from "./manifest.ts";
import {
  nearestFolderWith,
  filesBelow,
  isTool,
  fingerprintTool,
  toolsState,
} from "./tools-state.ts";
import { entriesBelow, isBelowFolder } from "./walk.ts";

/** Arguments of `contract generate`. */
export interface GenerateArguments {
  readonly entry: string;
  readonly out: string;
  readonly version: readonly string[];
  readonly keep: readonly string[];
}

/** Arguments as given. The others are options of the emitter in `tspconfig.yaml`, or have defaults. */
export type AskedArguments = Pick<GenerateArguments, "entry"> & {
  readonly [Name in "out" | "version" | "keep"]?: GenerateArguments[Name] | undefined;
};

interface Run {
  readonly tools: string;
  /** The arguments with the options of the emitter. */
  readonly args: GenerateArguments;
  /** State of each path that it looked at, before it was read; also of missing paths. */
  readonly read: Readonly<Record<string, string>>;
  /** Checksum of the manifest, which has the checksums of the other files. */
  readonly manifest: string;
  /** Whether the specification and these files have passed `contract check`. */
  readonly isChecked: boolean;
}

/**
 * The last run, if everything that it read and wrote is unchanged; undefined if the files must be generated again. It does
 * not load the compiler.
 */
export async function readLastRun(
  asked: AskedArguments,
): Promise<
  (GenerateArguments & { readonly files: number; readonly isChecked: boolean }) | undefined
> {
  const run = readRun(runRecordFile(asked) ?? "");
  if (!run || run.tools !== toolsState()) return undefined;
  if (!areUnchanged(run) || rowsBeside(asked.entry).some((path) => !(path in run.read)))
    return undefined;
  const { args } = run;
  const { checksums, keep } = await readGeneratedManifest(args.out);
  const left = new Map(checksums).set(manifestName, [run.manifest]);
  const isOurs = (path: string) =>
    ![...keep, ...args.keep].some((text) => isBelowFolder(path, text));
  for await (const { path, isFile } of entriesBelow(args.out, isOurs)) {
    const [sum] = left.get(path) ?? [];
    if (!isFile || sum !== checksumOf(join(args.out, path))) return undefined;
    left.delete(path);
  }
  if (left.size > 0) return undefined;
  return { ...args, files: checksums.size + 1, isChecked: run.isChecked };
}

/**
 * Whether a source has changed since the run that wrote `out`; undefined if there is no record of that run. It does not
 * load the compiler.
 */
export function hasChangedSource(out: string): boolean | undefined {
  const [folder, manifest] = [cacheOf(resolve(out)), join(out, manifestName)];
  if (folder === undefined || !existsSync(manifest)) return undefined;
  const written = checksumOf(manifest);
  const runs = filesBelow(folder)
    .map(readRun)
    .filter((run) => run && resolve(run.args.out) === resolve(out) && run.manifest === written);
  return runs.length > 0 ? !runs.some((run) => run && areUnchanged(run)) : undefined;
}

function areUnchanged({ read }: Run): boolean {
  return Object.entries(read).every(([path, state]) => state === fingerprintTool(path));
}

/**
 * Records what a run reads.
 *
 * @returns a host that records reads, and a function that stores the record after the files are written. Nothing is
 * stored in a project without its own `node_modules`.
 */
export function recordRun(asked: AskedArguments, host: CompilerHost) {
  const tools = toolsState();
  const read = Object.fromEntries(
    rowsBeside(asked.entry).map((path) => [path, fingerprintTool(path)]),
  );
  let isComplete = true;
  const note = (path: string) => {
    read[path] ??= fingerprintTool(path);
    return path;
  };
  return {
    host: {
      ...host,
      readFile: (path: string) => host.readFile(note(path)),
      stat: (path: string) => host.stat(note(path)),
      realpath: (path: string) => host.realpath(note(path)),
      getJsImport(path: string) {
        // Imports of a module are not recorded, so the record is complete only if all modules belong to the tools.
        isComplete &&= isTool(note(path));
        return host.getJsImport(path);
      },
    },
    keep(args: GenerateArguments, isChecked: boolean) {
      const file = runRecordFile(asked);
      if (file === undefined) return;
      // An older record would show changed sources after this run, too.
      rmSync(file, { force: true });
      if (tools === undefined || !isComplete) return;
      const manifest = checksumOf(join(args.out, manifestName));
      const run: Run = { tools, args, read, manifest, isChecked };
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(run));
    },
  };
}

function readRun(file: string): Run | undefined {
  try {
    const run = JSON.parse(readFileSync(file, "utf8")) as Run;
    // `contract check` keeps the state of the typecheck in the same folder.
    return "args" in run ? run : undefined;
  } catch {
    return undefined;
  }
}

/** The record in the project's cache folder. */
function runRecordFile(args: AskedArguments): string | undefined {
  const folder = cacheOf(dirname(resolve(args.entry)));
  const name = checksum(JSON.stringify([process.cwd(), args])).slice(0, 16);
  return folder && join(folder, `generate-${name}.json`);
}

/** A linked `node_modules` belongs to another project. */
function cacheOf(folder: string): string | undefined {
  const project = nearestFolderWith(
    folder,
    "node_modules",
    (path) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false,
  );
  return project && join(project, "node_modules/.cache/contract");
}

function checksumOf(path: string): string {
  return checksum(readFileSync(path, "utf8"));
}

/** Files of the interface's requirements and of scenarios, which the compiler does not read. */
function rowsBeside(entry: string): string[] {
  const folder = dirname(resolve(entry));
  const services = existsSync(folder) ? readdirSync(folder) : [];
  return ["requirements", ...services.map((name) => join(name, "scenarios"))].flatMap((text) =>
    filesBelow(join(folder, text)),
  );
}
