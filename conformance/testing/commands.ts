import { resolve } from "node:path";

/** The command of the Perl client, for the service whose document is in the folder. */
export function perlClient(folder: string): string {
  return quoted(["perl", inSuite("examples/client-perl/client.pl"), folder]);
}

/** The command of a TypeScript client: a file of the suite, and its arguments. */
export function nodeClient(file: string, ...args: readonly string[]): string {
  return quoted([process.execPath, inSuite(file), ...args]);
}

function inSuite(file: string): string {
  return resolve(import.meta.dirname, "..", file);
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(" ");
}
