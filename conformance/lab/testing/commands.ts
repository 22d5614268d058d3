import { resolve } from "node:path";

/** Command of the client in Perl, for the service whose document is in a folder. */
export function perlClient(folder: string): string {
  return quoted(["perl", inSuite("examples/perl/client.pl"), folder]);
}

/** Command of a client in TypeScript: a file of the suite, and its arguments. */
export function nodeClient(file: string, ...args: readonly string[]): string {
  return quoted([process.execPath, inSuite(file), ...args]);
}

function inSuite(file: string): string {
  return resolve(import.meta.dirname, "../..", file);
}

function quoted(words: readonly string[]): string {
  return words.map((each) => `"${each}"`).join(" ");
}
