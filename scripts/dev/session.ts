import { mkdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { typecheck } from "../check/project.ts";
import { CannotCompareError } from "../diff/cannot-compare-error.ts";
import { readMergeBase, readWorkingTree, type Input } from "../diff/read/input.ts";
import { UsageError } from "../usage-error.ts";
import { watchFolders } from "../watch.ts";
import { createCommand, type Command } from "./command.ts";
import { concernsOf, type Places } from "./changed-parts.ts";
import type { Feedback, Tell } from "./feedback.ts";
import { serveReferences, type ReferenceServer } from "./reference-server.ts";
import { Saves, type Save } from "./file-saves.ts";
import {
  watchedSpecification,
  type SpecificationOptions,
  type WatchedSpecification,
} from "./specification.ts";

export interface DevOptions extends SpecificationOptions, Places {
  /** Empty where nothing is run. */
  readonly command: readonly string[];
  /** Of the reference pages. */
  readonly port: number;
  /** URL of the server that requests of the reference pages are sent to. */
  readonly server?: string | undefined;
  /** Standard output is for a program. */
  readonly isQuiet: boolean;
  readonly tell: Tell;
}

/** What one save leaves to the next. */
interface Session {
  readonly options: DevOptions;
  readonly specification: WatchedSpecification;
  readonly command: Command | undefined;
  readonly pages: ReferenceServer;
  /** What does not compile. Undefined as soon as something changes that the types depend on. */
  types: Extract<Feedback, { about: "types" }> | undefined;
  /** What the branch is compared with: where it left the main one or, where there is none, what this began with. */
  base: Input | undefined;
  /** Whether the command is to be started (again) as soon as what is generated may be served. */
  isStartDue: boolean;
  /** What is generated may be served. */
  isServable: boolean;
  isBegun: boolean;
}

/**
 * Generates, checks and serves again after each save, until it is ended.
 *
 * @param ended aborted when it is to end
 */
export async function runSession(options: DevOptions, ended: AbortSignal): Promise<void> {
  const { entry, out, tell } = options;
  const before = await contractsBy(readWorkingTree, out);
  const base = await contractsBy(readMergeBase, out);
  const specification = watchedSpecification(options, before);
  const pages = await serveReferences(options, () => [
    ...(specification.current()?.contracts.keys() ?? []),
  ]);
  const session: Session = {
    options,
    specification,
    command: commandOf(options),
    pages,
    types: undefined,
    base: base ?? before,
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
  tell({ about: "note", text: `Reference pages, which reload themselves: ${pages.url}`, ms: 0 });
  saves.add([entry]);
  for await (const save of saves) await handle(session, save);
  unwatch();
  await Promise.all([session.command?.stop("SIGTERM"), pages.close()]);
}

async function handle(session: Session, { files, signal, since }: Save): Promise<void> {
  const { options } = session;
  const say = (feedback: Feedback) => {
    options.tell({ ...feedback, ms: performance.now() - since });
  };
  const concerns = [...concernsOf(files, options).values()];
  const isOfSpecification = concerns.some((each) => each.isOfSpecification);
  say({ about: "saved", files: session.isBegun ? files : [] });
  session.isBegun = true;
  try {
    if (concerns.some((each) => each.isOfCommand)) session.isStartDue = true;
    const isWritten = isOfSpecification && (await update(session, files, say, signal));
    const isSource = concerns.some((each) => each.isSource);
    if (isSource) session.types = undefined;
    await Promise.all([
      (isWritten || isSource) && checkTypes(session, say, signal),
      startIfDue(session, say),
    ]);
    // What the author has broken is told before what others will get.
    if (isWritten && !signal.aborted) await compareBranch(session, say);
  } catch (error) {
    say({ about: "note", text: error instanceof UsageError ? error.message : String(error) });
  }
  say({ about: signal.aborted ? "interrupted" : "done" });
}

/** @returns whether there is something new to check */
async function update(
  session: Session,
  files: readonly string[],
  say: (feedback: Feedback) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const { specification, pages } = session;
  const { outcome, isChanged } = await specification.update(say, signal);
  for (const file of files)
    if (specification.isLoadedOnce(file))
      say({
        about: "note",
        text: `${file} is loaded only once. Restart the command to use its changes.`,
      });
  if (outcome === "refused" || outcome === "interrupted") return false;
  session.isServable = outcome === "good";
  if (isChanged) {
    session.isStartDue = true;
    session.types = undefined;
    pages.reload();
  }
  return true;
}

async function checkTypes(
  session: Session,
  say: (feedback: Feedback) => void,
  signal: AbortSignal,
): Promise<void> {
  if (!session.types) {
    mkdirSync(dirname(buildInfo), { recursive: true });
    const faults = await typecheck(["--incremental", "--tsBuildInfoFile", buildInfo], signal);
    if (signal.aborted) return;
    session.types = { about: "types", hasCompiler: faults !== undefined, faults: faults ?? [] };
  }
  say(session.types);
}

/** What the compiler knows of its last run: only what a change affects is checked again. */
const buildInfo = join("node_modules", ".cache", "contract", "dev.tsbuildinfo");

async function startIfDue(session: Session, say: (feedback: Feedback) => void): Promise<void> {
  const { command, isStartDue, isServable } = session;
  if (!command || !isStartDue) return;
  if (!isServable) {
    say({ about: "command", state: "kept" });
    return;
  }
  session.isStartDue = false;
  await command.restart();
  say({ about: "command", state: "started" });
}

async function compareBranch(session: Session, say: (feedback: Feedback) => void): Promise<void> {
  const { specification } = session;
  session.base ??= specification.current();
  const report = session.base && (await specification.since(session.base));
  if (report) say({ about: "branch", report });
}

function commandOf({ command, out, isQuiet, tell }: DevOptions): Command | undefined {
  if (command.length === 0) return undefined;
  const onEnd = (status: number) => {
    tell({ about: "command", state: "ended", status, ms: 0 });
  };
  // Routers show their requests then.
  const environment = { CONTRACT_DEV: resolve(out) };
  return createCommand(command, { isQuiet, environment, onEnd });
}

/** Undefined where nothing was generated, or there is no such revision. */
function contractsBy(read: typeof readMergeBase, out: string): Promise<Input | undefined> {
  const options = { folder: process.cwd(), out, isOfCallbacks: false };
  return read(options).catch((error: unknown) => {
    if (error instanceof CannotCompareError) return undefined;
    throw error;
  });
}
