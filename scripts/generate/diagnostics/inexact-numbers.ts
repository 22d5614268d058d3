import { NoTarget, type CompilerHost, type Diagnostic, type SourceFile } from "@typespec/compiler";
import { specFault } from "../spec-checks/spec-fault.ts";

/** Returns a host that records the files it reads, because an error that the compiler throws has no position. */
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

/** The fault of a number that makes the compiler throw; none if the error has another cause. */
export function inexactNumber(error: unknown, read: readonly SourceFile[]): Diagnostic[] {
  const thrown = error instanceof Error ? error.message : "";
  if (thrown === "Invalid numeric value: Infinity") {
    const message = "this number is too large; write a smaller one.";
    return faultAt(read, (number) => !Number.isFinite(Number(number)), message);
  }
  const [, number] = /Numeric value '([^']+)' is not able to convert/.exec(thrown) ?? [];
  if (number === undefined) return [];
  const message = `${number} cannot be read exactly from JSON; use a number of at most 9007199254740991.`;
  return faultAt(read, (text) => text === number, message);
}

function faultAt(
  read: readonly SourceFile[],
  isMeant: (number: string) => boolean,
  message: string,
): Diagnostic[] {
  for (const file of read.filter(({ path }) => !path.includes("/node_modules/"))) {
    for (const { 0: number, index: pos } of file.text.matchAll(numbers))
      if (isMeant(number))
        return [specFault({ file, pos, end: pos + number.length }, "inexact-number", message)];
  }
  return [specFault(NoTarget, "inexact-number", message)];
}

const numbers = /(?<![\w.])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.])/gi;
