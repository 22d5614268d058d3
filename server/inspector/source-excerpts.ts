import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { SourcePosition } from "@contract-toolkit/contract";
import type { SourceExcerpt } from "./recorded-request.ts";

/** Where the TypeSpec is, and how it is opened. */
export interface ExcerptOptions {
  /** Folder in which the contract was generated. Default: the working directory. */
  readonly sources?: string | undefined;
  /**
   * URL that opens a line in an editor, with `{file}` and `{line}`. Empty: none. Default: the environment variable
   * `EDITOR_URL`, or that of Visual Studio Code.
   */
  readonly editor?: string | undefined;
}

/** Makes the function that reads the lines around a position; undefined if the file is not there. */
export function createExcerpts({
  sources = process.cwd(),
  editor = process.env["EDITOR_URL"] ?? "vscode://file{file}:{line}",
}: ExcerptOptions): (position: SourcePosition) => SourceExcerpt | undefined {
  return ({ file, line }) => {
    const path = resolve(sources, file);
    try {
      const lines = readFileSync(path, "utf8").split(/\r?\n/);
      const first = Math.max(0, line - 1 - LINES_BEFORE);
      const url = editor
        .replaceAll("{file}", pathToFileURL(path).pathname)
        .replaceAll("{line}", String(line));
      return {
        from: first + 1,
        lines: lines.slice(first, line + LINES_AFTER),
        ...(url !== "" && { editor: url }),
      };
    } catch {
      return undefined;
    }
  };
}

/** The documentation of most fields fits. */
const LINES_BEFORE = 4;
const LINES_AFTER = 3;
