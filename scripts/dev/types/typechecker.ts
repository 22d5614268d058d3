import { join, relative } from "node:path";
import { compilerOfProject } from "../../check/project.ts";
import { typecheckByProcess } from "./compiler-process.ts";
import { openCompilerSession, type CompilerSession } from "./compiler-session.ts";
import { dependentsOf } from "./dependents.ts";
import type { TypeFault } from "./type-fault.ts";
import { changedShapes, type TypeShapes } from "./type-shapes.ts";

/** What came of a check; without a compiler there is none. */
export interface Typechecked {
  readonly hasCompiler: boolean;
  readonly faults: readonly TypeFault[];
}

/** Typechecks the project as often as something changes that its types depend on. */
export interface Typechecker {
  /** Sources changed: what was found before is nothing worth. */
  readonly forget: () => void;
  /**
   * Typechecks the project with its own compiler, or what depends on the files that have another shape than before.
   *
   * @param shapes of what is generated: as long as they are the same, the result is, too
   * @returns undefined where the signal came first
   */
  readonly check: (shapes: TypeShapes, signal: AbortSignal) => Promise<Typechecked | undefined>;
  readonly close: () => Promise<void>;
}

/** What the compiler knows of the sources of its last run. */
const buildInfo = join("node_modules", ".cache", "contract", "dev.tsbuildinfo");

/**
 * A typechecker that has not checked anything yet. The whole project is checked by a process; what changes of generated types
 * afterwards, by a compiler that is kept.
 *
 * @param out the folder of what is generated
 */
export function createTypechecker(out: string): Typechecker {
  let known: { readonly shapes: TypeShapes; readonly faults: readonly TypeFault[] } | undefined;
  let session: Promise<CompilerSession | undefined> | undefined;
  const checkWhole = async (compiler: string, signal: AbortSignal) => {
    const faults = await typecheckByProcess(compiler, buildInfo, signal);
    if (session) void session.then((opened) => opened?.forget());
    // Not waited for: it is ready before somebody saves again.
    else session = openCompilerSession(compiler).catch(() => undefined);
    return faults;
  };
  const checkDependents = async (changed: readonly string[], before: readonly TypeFault[]) => {
    if (changed.length === 0) return before;
    const opened = await session;
    if (!opened) return undefined;
    try {
      const checked = dependentsOf(changed, buildInfo);
      const found = await opened.faultsIn(checked, changed);
      const isChecked = new Set(checked.map((file) => relative("", file)));
      return [...before.filter(({ file }) => !isChecked.has(file)), ...found];
    } catch {
      session = undefined;
      await opened.close();
      return undefined;
    }
  };
  return {
    forget: () => {
      known = undefined;
    },
    check: async (shapes, signal) => {
      const compiler = compilerOfProject();
      if (compiler === undefined) return { hasCompiler: false, faults: [] };
      const changed = known && changedShapes(known.shapes, shapes);
      const again = changed?.map((file) => join(out, file));
      const faults =
        (again && known && (await checkDependents(again, known.faults))) ??
        (await checkWhole(compiler, signal));
      known = faults && { shapes, faults };
      return faults && !signal.aborted ? { hasCompiler: true, faults } : undefined;
    },
    close: async () => {
      await (await session)?.close();
    },
  };
}
