import type { CompilerHost, SourceFile } from "@typespec/compiler";
import { specFault } from "../refusals/spec-fault.ts";

/** A host that keeps what it has read: a compiler that gives up tells no place. */
export function recordingReads(host: CompilerHost, read: SourceFile[]): CompilerHost {
  return {
    ...host,
    async readFile(path) {
      const file = await host.readFile(path);
      read.push(file);
      return file;
    },
  };
}

/** What to say of a number in a sample at which the compiler gives up; undefined where that is not the reason. */
export function inexactNumber(error: unknown, read: readonly SourceFile[]): string | undefined {
  const message = error instanceof Error ? error.message : "";
  const [, number] = /Numeric value '([^']+)' is not able to convert/.exec(message) ?? [];
  if (number === undefined) return undefined;
  const literal = new RegExp(`(?<![\\w.])${number.replaceAll(".", "\\.")}(?![\\w.])`);
  const told = `${number} is no number that readers of JSON keep exactly; give the sample one of at most 9007199254740991.`;
  const file = read.find(
    ({ path, text }) => !path.includes("/node_modules/") && literal.test(text),
  );
  const pos = file?.text.search(literal) ?? -1;
  return file ? specFault({ file, pos, end: pos + number.length }, "inexact-number", told) : told;
}
