import { type CompilerHost, NodeHost, type SourceFile } from "@typespec/compiler";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { readAcceptedFile } from "@contract-toolkit/diff/accepted";
import { CannotCompareError } from "@contract-toolkit/diff/cannot-compare-error";
import { changePlaces, type Change, type Place } from "@contract-toolkit/diff/change";
import type { Input } from "@contract-toolkit/diff/read/input";
import { isOfContract, reportChanges, type DiffReport } from "@contract-toolkit/diff/report";
import { SpecError } from "@contract-toolkit/generate/spec-error";
import { warningsOf } from "@contract-toolkit/generate/compile";
import { lines } from "@contract-toolkit/generate/spec-checks/spec-fault";
import { generateFrom, readSpecification, type Specification } from "@contract-toolkit/generate";
import { sampleViolations } from "@contract-toolkit/generate/samples/violations";
import { gapsOf } from "@contract-toolkit/generate/traceability/interface-coverage";
import { isBelowFolder } from "@contract-toolkit/generate/generated-files/walk";
import { writeFolder } from "@contract-toolkit/generate/generated-files/write";
import { contractsOf } from "./contracts.ts";
import type { Emit, Feedback } from "./feedback.ts";

export interface SpecificationOptions {
  readonly entry: string;
  readonly out: string;
  readonly versions: readonly string[];
  readonly keep: readonly string[];
}

/** The result of a save of the specification. */
interface Update {
  /**
   * `refused`: it does not compile. `interrupted`: another save came. In both cases nothing was written. `faulty`: samples do
   * not fit their schemas, but files were written, so that sources can be checked against them.
   */
  readonly outcome: "refused" | "interrupted" | "faulty" | "good";
  /** Whether a generated file changed. */
  readonly isChanged: boolean;
}

/** A specification that is read again after each save. */
export type WatchedSpecification = ReturnType<typeof watchedSpecification>;

/**
 * Opens a specification that is saved repeatedly.
 *
 * @param before the contracts that the first save is compared with; undefined if nothing has been generated yet
 * @param base the contracts where the branch left the main one; default: those at the start
 */
export function watchedSpecification(
  { entry, out, versions, keep }: SpecificationOptions,
  before: Input | undefined,
  base = before,
) {
  const host = cachingHost();
  let last = before;
  let first = base;
  let modules: readonly string[] = [contractPackage];
  const compare = async (read: Specification): Promise<Feedback> => {
    const contracts = await contractsOf("this save", read);
    const previous = last;
    last = { ...contracts, name: "the last save" };
    first ??= last;
    if (!previous) return { about: "note", text: "There is no earlier contract to compare with." };
    const result = await compareDocuments(previous, contracts);
    if (!result)
      return { about: "note", text: "The contracts have new names, so they are not compared." };
    const branch = result.breaking > 0 ? await sinceBase() : undefined;
    return { about: "contract", report: ofSave(result, branch) };
  };
  const sinceBase = async () => first && last && compareDocuments(first, { ...last, name: "now" });
  return {
    /**
     * Reads the specification again and writes its generated files.
     *
     * @param emit receives the results, the fastest first
     * @param signal ends the work early
     */
    update: async (emit: Emit, signal: AbortSignal): Promise<Update> => {
      const isInterrupted = () => signal.aborted;
      const read = await readOrEmit(entry, { host, versions }, emit);
      if (!read) return { outcome: "refused", isChanged: false };
      if (isInterrupted()) return interrupted;
      modules = [contractPackage, ...read.spec.program.jsSourceFiles.keys()].filter(
        (module) => !module.includes("/node_modules/"),
      );
      emit(await compare(read));
      if (isInterrupted()) return interrupted;
      const faults = lines(sampleViolations(read.spec, read.services));
      emit({ about: "samples", faults });
      const { files, coverage } = await generateFrom(read.spec, read.services);
      if (isInterrupted()) return interrupted;
      const changed = await writeFolder(out, files, keep);
      emit({ about: "generated", files: changed.map(({ file }) => join(out, file)) });
      const gaps = coverage ? gapsOf(coverage) : [];
      emit({ about: "rules", faults: [...warningsOf(read.spec), ...gaps] });
      const outcome = faults.length === 0 ? "good" : "faulty";
      return { outcome, isChanged: changed.length > 0 };
    },
    /** The changes since the base; undefined before the first contract. */
    sinceBase,
    /** The current contracts; undefined before the first contract. */
    current: () => last,
    /** Whether a file belongs to a module with decorators or field rules. Node.js loads a module only once in a process. */
    isLoadedOnce: (file: string) =>
      /\.[cm]?[jt]s$/.test(file) &&
      modules.some((module) => isBelowFolder(relative("", file), relative("", dirname(module)))),
  };
}

/** In a project it is in `node_modules`; in the repository of the toolkit its field rules can be edited. */
const contractPackage = fileURLToPath(import.meta.resolve("@contract-toolkit/contract"));

const interrupted: Update = { outcome: "interrupted", isChanged: false };

async function readOrEmit(
  entry: string,
  options: { readonly host: CompilerHost; readonly versions: readonly string[] },
  emit: Emit,
): Promise<Specification | undefined> {
  try {
    return await readSpecification(entry, options);
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    emit({ about: "specification", faults: error.message.split("\n") });
    return undefined;
  }
}

/**
 * The changes of a save. A change since the last save that does not break the base of the branch counts as compatible, such as a
 * limit of a field that the branch has added. The version is checked for the whole branch.
 */
function ofSave(save: DiffReport, branch: DiffReport | undefined): DiffReport {
  const broken = new Set(
    branch?.changes.filter(isBreakingChange).flatMap(changePlaces).map(describeOperationPlace),
  );
  const changes = save.changes.filter(isOfContract).map((change): Change => {
    const isNew =
      branch && !changePlaces(change).some((place) => broken.has(describeOperationPlace(place)));
    return isBreakingChange(change) && isNew ? { ...change, severity: "info" } : change;
  });
  const breaking = changes.filter(isBreakingChange).length;
  return { ...save, changes, breaking, isPassed: breaking === 0 };
}

function isBreakingChange({ severity }: Change): boolean {
  return severity === "error";
}

function describeOperationPlace({ operation, pointer }: Place): string {
  return `${operation} ${pointer}`;
}

/** Compares contracts; undefined if it is not clear which of them belong together. */
async function compareDocuments(old: Input, now: Input): Promise<DiffReport | undefined> {
  const accepted = await readAcceptedFile(process.cwd(), undefined);
  try {
    return reportChanges(old, now, { today: new Date(), noticeDays: 0, accepted, isGate: true });
  } catch (error) {
    if (error instanceof CannotCompareError) return undefined;
    throw error;
  }
}

/**
 * A compiler host for repeated compilation. Files of packages are read once, and unchanged files are parsed once.
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
