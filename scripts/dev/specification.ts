import { type CompilerHost, NodeHost, type SourceFile } from "@typespec/compiler";
import { dirname, join, relative } from "node:path";
import { readAcceptedFile } from "../diff/accepted.ts";
import { CannotCompareError } from "../diff/cannot-compare-error.ts";
import type { Input } from "../diff/read/input.ts";
import { report, type DiffReport } from "../diff/report.ts";
import { SpecError } from "../spec-error.ts";
import { generateFrom, readSpecification, type Specification } from "../generate/index.ts";
import { sampleFaults } from "../generate/samples/faults.ts";
import { isBelow } from "../generated-files/walk.ts";
import { writeFolder } from "../generated-files/write.ts";
import { contractsOf } from "./contracts.ts";
import type { Feedback } from "./feedback.ts";

export interface SpecificationOptions {
  readonly entry: string;
  readonly out: string;
  readonly versions: readonly string[];
  readonly keep: readonly string[];
}

/**
 * What came of a save of the specification. Nothing was written when it was refused or interrupted; when it is faulty, so
 * that sources can be checked against it, but its samples do not keep it.
 */
export interface Update {
  readonly outcome: "refused" | "interrupted" | "faulty" | "good";
  /** Whether a generated file changed. */
  readonly isChanged: boolean;
}

/** A specification that is read again after each save. */
export type WatchedSpecification = ReturnType<typeof watchedSpecification>;

/** @param before the contracts that the first save is compared with; undefined where nothing has been generated yet */
export function watchedSpecification(
  { entry, out, versions, keep }: SpecificationOptions,
  before: Input | undefined,
) {
  const host = cachingHost();
  let last = before;
  let modules: readonly string[] = [];
  const compare = async (read: Specification): Promise<Feedback> => {
    const contracts = await contractsOf("this save", read);
    const previous = last;
    last = { ...contracts, name: "the last save" };
    if (!previous) return { about: "note", text: "There was no contract to compare with." };
    const result = await compared(previous, contracts);
    if (!result) return { about: "note", text: "The names of the contracts have changed." };
    // That the version says what changed is asked once for a branch, not at each save.
    const changes = result.changes.filter(({ id }) => id !== "version-too-low");
    return { about: "contract", report: { ...result, changes } };
  };
  return {
    /**
     * Reads it again, and writes what follows from it.
     *
     * @param say told what was found out, the fastest first
     * @param signal ends the work early, between two of them
     */
    update: async (say: (feedback: Feedback) => void, signal: AbortSignal): Promise<Update> => {
      const isInterrupted = () => signal.aborted;
      const read = await readOrSay(entry, { host, versions }, say);
      if (!read) return { outcome: "refused", isChanged: false };
      if (isInterrupted()) return interrupted;
      modules = [...read.spec.program.jsSourceFiles.keys()].filter(
        (module) => !module.includes("/node_modules/"),
      );
      say(await compare(read));
      if (isInterrupted()) return interrupted;
      const faults = sampleFaults(read.spec, read.services);
      say({ about: "samples", faults });
      const { files } = await generateFrom(read.spec, read.services);
      if (isInterrupted()) return interrupted;
      const changed = await writeFolder(out, files, keep);
      say({ about: "generated", files: changed.map(({ file }) => join(out, file)) });
      const outcome = faults.length === 0 ? "good" : "faulty";
      return { outcome, isChanged: changed.length > 0 };
    },
    /** What changed since `base`; undefined while there has been no contract. */
    since: async (base: Input) => last && compared(base, { ...last, name: "now" }),
    /** The contracts that there are now; undefined while there have been none. */
    current: () => last,
    /** Whether a file is, or belongs to, a module with decorators: Node.js loads such a module once in a process. */
    isLoadedOnce: (file: string) =>
      /\.[cm]?[jt]s$/.test(file) &&
      modules.some((module) => isBelow(relative("", file), relative("", dirname(module)))),
  };
}

const interrupted: Update = { outcome: "interrupted", isChanged: false };

async function readOrSay(
  entry: string,
  options: { readonly host: CompilerHost; readonly versions: readonly string[] },
  say: (feedback: Feedback) => void,
): Promise<Specification | undefined> {
  try {
    return await readSpecification(entry, options);
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    say({ about: "specification", faults: error.message.split("\n") });
    return undefined;
  }
}

/** Undefined where it is not told which contract of one is which of the other. */
async function compared(old: Input, now: Input): Promise<DiffReport | undefined> {
  const accepted = await readAcceptedFile(process.cwd(), undefined);
  try {
    return report(old, now, { today: new Date(), noticeDays: 0, accepted, isGate: false });
  } catch (error) {
    if (error instanceof CannotCompareError) return undefined;
    throw error;
  }
}

/**
 * A host for compiling the same specification again and again: a file whose text is as before is not parsed again, nor is
 * one of a package read again.
 */
function cachingHost(): CompilerHost {
  const files = new Map<string, SourceFile>();
  return {
    ...NodeHost,
    parseCache: new WeakMap(),
    async readFile(path) {
      const before = files.get(path);
      if (before && path.includes("/node_modules/")) return before;
      const read = await NodeHost.readFile(path);
      const file = before?.text === read.text ? before : read;
      files.set(path, file);
      return file;
    },
  };
}
