import { dirname, relative, resolve } from "node:path";
import { typecheck } from "../check/project.ts";
import { CannotCompareError } from "@contract-toolkit/diff/cannot-compare-error";
import { readMergeBase, type Input } from "@contract-toolkit/diff/read/input";
import { readWorkingTree } from "./working-tree.ts";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import { watchFolders } from "./watch-folders.ts";
import { createCommand, type Command } from "./command.ts";
import { concernsOf, type Places } from "./changed-parts.ts";
import type { Emit, Feedback, OnFeedback } from "./feedback.ts";
import { serveReferences, type ReferenceServer } from "./reference-server.ts";
import { Saves, type Save } from "./file-saves.ts";
import {
  watchedSpecification,
  type SpecificationOptions,
  type WatchedSpecification,
} from "./specification.ts";

export interface DevOptions extends SpecificationOptions, Places {
  /** Empty: no command is run. */
  readonly command: readonly string[];
  /** The port of the reference pages. */
  readonly port: number;
  /** The URL that the reference pages send requests to. */
  readonly server?: string | undefined;
  /** Whether a program reads standard output, so that the command must not print there. */
  readonly isQuiet: boolean;
  readonly onFeedback: OnFeedback;
}

/** The state that is kept between saves. */
interface Session {
  readonly options: DevOptions;
  readonly specification: WatchedSpecification;
  readonly command: Command | undefined;
  readonly pages: ReferenceServer;
  /** The last result of the compiler. Undefined after a change of sources or generated files. */
  types: Extract<Feedback, { about: "types" }> | undefined;
  /** Whether the command must be started or restarted as soon as the generated files are valid. */
  isStartDue: boolean;
  /** Whether the generated files are valid: all samples fit their schemas. */
  isServable: boolean;
  isBegun: boolean;
}

/**
 * Generates, checks and serves again after each save.
 *
 * @param ended ends the session when it is aborted
 */
export async function runSession(options: DevOptions, ended: AbortSignal): Promise<void> {
  const { entry, out, onFeedback } = options;
  const before = await contractsBy(readWorkingTree, out);
  const base = await contractsBy(readMergeBase, out);
  const specification = watchedSpecification(options, before, base);
  const pages = await serveReferences(options, () => [
    ...(specification.current()?.contracts.keys() ?? []),
  ]);
  const session: Session = {
    options,
    specification,
    command: commandOf(options),
    pages,
    types: undefined,
    isStartDue: true,
    isServable: true,
    isBegun: false,
  };
  const saves = new Saves();
  const folder = dirname(entry);
  const isOutside = relative("", folder).split("/")[0] === "..";
  const unwatch = watchFolders([".", ...(isOutside ? [folder] : [])], (paths) => {
    saves.add([...concernsOf(paths, options).keys()]);
    return Promise.resolve();
  });
  ended.addEventListener("abort", () => {
    saves.end();
  });
  onFeedback({
    about: "note",
    text: `Reference pages, which reload themselves: ${pages.url}`,
    ms: 0,
  });
  saves.add([entry]);
  for await (const save of saves) await handleSave(session, save);
  unwatch();
  await Promise.all([session.command?.stop("SIGTERM"), pages.close()]);
}

async function handleSave(session: Session, { files, signal, since }: Save): Promise<void> {
  const { options } = session;
  const emit = (feedback: Feedback) => {
    options.onFeedback({ ...feedback, ms: performance.now() - since });
  };
  const concerns = [...concernsOf(files, options).values()];
  const isOfSpecification = concerns.some((concern) => concern.isOfSpecification);
  emit({ about: "saved", files: session.isBegun ? files : [] });
  session.isBegun = true;
  try {
    if (concerns.some((concern) => concern.isOfCommand)) session.isStartDue = true;
    const isWritten = isOfSpecification && (await refreshSession(session, emit, signal));
    for (const file of files)
      if (session.specification.isLoadedOnce(file))
        emit({
          about: "note",
          text: `${file} is loaded only once. Restart contract dev to use its changes.`,
        });
    const isSource = concerns.some((concern) => concern.isSource);
    if (isSource) session.types = undefined;
    await Promise.all([
      (isWritten || isSource) && checkTypes(session, emit, signal),
      startIfDue(session, emit),
    ]);
    // Errors of this save come first. They are more urgent than the summary of the branch.
    if (isWritten && !signal.aborted) await compareBranch(session, emit);
  } catch (error) {
    emit({ about: "note", text: error instanceof UsageError ? error.message : String(error) });
  }
  emit({ about: signal.aborted ? "interrupted" : "done" });
}

/** @returns whether generated files were written, which must be checked */
async function refreshSession(session: Session, emit: Emit, signal: AbortSignal): Promise<boolean> {
  const { specification, pages } = session;
  const { outcome, isChanged } = await specification.update(emit, signal);
  if (outcome === "refused" || outcome === "interrupted") return false;
  session.isServable = outcome === "good";
  if (isChanged) {
    session.isStartDue = true;
    session.types = undefined;
    pages.reload();
  }
  return true;
}

async function checkTypes(session: Session, emit: Emit, signal: AbortSignal): Promise<void> {
  if (!session.types) {
    const faults = await typecheck(signal);
    if (signal.aborted) return;
    session.types = { about: "types", hasCompiler: faults !== undefined, faults: faults ?? [] };
  }
  emit(session.types);
}

async function startIfDue(session: Session, emit: Emit): Promise<void> {
  const { command, isStartDue, isServable } = session;
  if (!command || !isStartDue) return;
  if (!isServable) {
    emit({ about: "command", state: "kept" });
    return;
  }
  session.isStartDue = false;
  await command.restart();
  emit({ about: "command", state: "started" });
}

async function compareBranch(session: Session, emit: Emit): Promise<void> {
  const report = await session.specification.sinceBase();
  if (report) emit({ about: "branch", report });
}

function commandOf({ command, out, isQuiet, onFeedback }: DevOptions): Command | undefined {
  if (command.length === 0) return undefined;
  const onEnd = (status: number) => {
    onFeedback({ about: "command", state: "ended", status, ms: 0 });
  };
  // With this variable, contract routers serve the page of their requests.
  const environment = { CONTRACT_DEV: resolve(out) };
  return createCommand(command, { isQuiet, environment, onEnd });
}

/** Reads contracts; undefined if nothing was generated, or the revision does not exist. */
function contractsBy(read: typeof readMergeBase, out: string): Promise<Input | undefined> {
  const options = { folder: process.cwd(), out, isOfCallbacks: false };
  return read(options).catch((error: unknown) => {
    if (error instanceof CannotCompareError) return undefined;
    throw error;
  });
}
