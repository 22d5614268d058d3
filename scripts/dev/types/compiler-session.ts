import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import type { API, Diagnostic, DiagnosticCategory, Project } from "typescript-7/unstable/async";
import type { TypeFault } from "./type-fault.ts";

/** A compiler that keeps its program between two changes, and so has neither to start nor to read again what has not changed. */
export interface CompilerSession {
  /**
   * Typechecks some files after some have changed.
   *
   * @param changed since the last call
   * @param checked files whose faults are asked for
   */
  readonly faultsIn: (
    checked: readonly string[],
    changed: readonly string[],
  ) => Promise<TypeFault[]>;
  /** Any file may have changed: all are looked at before the next check. */
  readonly forget: () => void;
  readonly close: () => Promise<void>;
}

/**
 * Opens the project in a folder, which has a `tsconfig.json`.
 *
 * @param compiler file of the command `tsc`
 * @returns undefined where the compiler cannot be kept: only TypeScript 7 has an API for it, which is not declared stable
 */
export async function openCompilerSession(
  compiler: string,
  folder = process.cwd(),
): Promise<CompilerSession | undefined> {
  const Api = await apiOf(compiler);
  if (!Api) return undefined;
  const api = new Api({ cwd: folder });
  const settings = join(folder, "tsconfig.json");
  let snapshot = await api.updateSnapshot({ openProjects: [settings] });
  let isForgotten = false;
  return {
    async faultsIn(checked, changed) {
      const fileChanges = isForgotten
        ? { invalidateAll: true as const }
        : { changed: [...changed] };
      isForgotten = false;
      const before = snapshot;
      snapshot = await api.updateSnapshot({ fileChanges });
      await before.dispose();
      const project = snapshot.getProject(settings);
      if (!project) throw new Error(`The compiler does not know ${settings} any more.`);
      const found = await Promise.all(checked.map((file) => diagnosticsOf(file, project)));
      return found.flat().flatMap((each) => faultOf(each, folder));
    },
    forget: () => {
      isForgotten = true;
    },
    close: () => api.close(),
  };
}

async function apiOf(compiler: string): Promise<typeof API | undefined> {
  try {
    const file = createRequire(compiler).resolve("typescript/unstable/async");
    return ((await import(pathToFileURL(file).href)) as { readonly API: typeof API }).API;
  } catch {
    return undefined;
  }
}

/** What `tsc` tells of a file. */
async function diagnosticsOf(
  file: string,
  { program, compilerOptions }: Project,
): Promise<readonly Diagnostic[]> {
  const { declaration, composite } = compilerOptions;
  const syntax = await program.getSyntacticDiagnostics(file);
  if (syntax.length > 0) return syntax;
  const semantics = await program.getSemanticDiagnostics(file);
  if (!declaration && !composite) return semantics;
  return [...semantics, ...(await program.getDeclarationDiagnostics(file))];
}

const isError: DiagnosticCategory = 1;

function faultOf({ category, fileName, pos, ...rest }: Diagnostic, folder: string): TypeFault[] {
  if (category !== isError || fileName === undefined) return [];
  const before = readFileSync(fileName, "utf8").slice(0, pos).split(/\r?\n/);
  const place = { line: before.length, column: (before.at(-1) ?? "").length + 1 };
  const message = `TS${rest.code}: ${explained(rest, "\n  ")}`;
  return [{ file: relative(folder, fileName), ...place, message }];
}

/** A message and, each a step further in, what it is because of. */
function explained(
  { text, messageChain = [] }: Pick<Diagnostic, "text" | "messageChain">,
  lineBreak: string,
): string {
  return [text, ...messageChain.map((cause) => explained(cause, `${lineBreak}  `))].join(lineBreak);
}
