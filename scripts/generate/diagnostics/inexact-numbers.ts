import type { CompilerHost, SourceFile } from "@typespec/compiler";
import { specFault } from "../spec-checks/spec-fault.ts";

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

/** What to say of a number at which the compiler gives up; undefined where that is not the reason. */
export function inexactNumber(error: unknown, read: readonly SourceFile[]): string | undefined {
  const message = error instanceof Error ? error.message : "";
  if (message === "Invalid numeric value: Infinity") {
    const told = "this number is too large; write a smaller one.";
    return faultAt(read, (number) => !Number.isFinite(Number(number)), told);
  }
  const [, number] = /Numeric value '([^']+)' is not able to convert/.exec(message) ?? [];
  if (number === undefined) return undefined;
  const told = `${number} cannot be read exactly from JSON; use a number of at most 9007199254740991.`;
  return faultAt(read, (each) => each === number, told);
}

/** A fault at the first number of the specification that is meant. */
function faultAt(
  read: readonly SourceFile[],
  isMeant: (number: string) => boolean,
  told: string,
): string {
  for (const file of read.filter(({ path }) => !path.includes("/node_modules/"))) {
    for (const { 0: number, index: pos } of file.text.matchAll(numbers))
      if (isMeant(number))
        return specFault({ file, pos, end: pos + number.length }, "inexact-number", told);
  }
  return told;
}

const numbers = /(?<![\w.])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.])/gi;
