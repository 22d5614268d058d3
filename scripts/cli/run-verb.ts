import { inspect } from "node:util";
import { nearestName } from "@contract-toolkit/contract/spelling";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import { printLines, printToStderr } from "./terminal/print.ts";

/** A verb of the command. */
export interface Verb {
  readonly help: string;
  /** Returns the exit status. */
  readonly run: (args: string[]) => Promise<number>;
}

/**
 * Runs a verb, or prints its help, and prints its errors.
 *
 * @returns the exit status
 */
export async function runVerb({ help, run }: Verb, args: string[]): Promise<number> {
  if (args.includes("--help") || args.includes("-h")) {
    printLines(splitTextLines(help));
    return 0;
  }
  try {
    requireNoEmpty(args);
    return await run(args);
  } catch (error) {
    printToStderr(splitTextLines(explainFailure(error, help)));
    return 2;
  }
}

/** A variable of a script that is not set makes an empty argument, which no verb takes. */
function requireNoEmpty(args: readonly string[]): void {
  const index = args.findIndex((arg) => /^(?:--|--[\w-]+=)?$/.test(arg));
  if (index < 0 || args[index] === "--") return;
  const place = args[index]?.slice(0, -1) || args[index - 1];
  const what = place === undefined ? "The first argument" : `The argument after ${place}`;
  throw new UsageError(`${what} is empty.`);
}

function explainFailure(error: unknown, help: string): string {
  if (process.env["CONTRACT_DEBUG"] === "1") return inspect(error);
  if (error instanceof UsageError)
    return error.isOfCall ? `${shortOf(help)}\n\n${error.message}` : error.message;
  if (isNodeError(error) && error.code.startsWith("ERR_PARSE_ARGS")) {
    // Node.js adds advice about arguments that begin with "-", which no verb takes.
    const mistake = error.message.replace(/\.(?: To specify .*)?$/s, "");
    const [option = ""] = /--[\w-]+/.exec(mistake) ?? [];
    const isUnknown = error.code === "ERR_PARSE_ARGS_UNKNOWN_OPTION";
    const advice = isUnknown ? suggestion(option, help.match(/--[a-z-]+/g) ?? []) : "";
    return `${shortOf(help)}\n\n${mistake}.${advice}`;
  }
  if (error instanceof RangeError && error.message.startsWith("Maximum call stack"))
    return "The input is nested too deeply, or refers to itself too often. Make it flatter.";
  if (isNodeError(error) && error.code === "ERR_MODULE_NOT_FOUND")
    return `${error.message}. Install what is missing: npm install.`;
  if (isNodeError(error) && "syscall" in error)
    return `The operating system refused: ${error.message}. Check the path or address, and your permissions.`;
  const [first = ""] = String(error).split("\n");
  return `contract failed because of a bug: ${first}\nReport it with the output of the same command under CONTRACT_DEBUG=1.`;
}

/** A name that was probably meant, as a sentence. */
export function suggestion(written: string, names: Iterable<string>): string {
  const meant = nearestName(written, names);
  return meant === undefined ? "" : ` Did you mean ${meant}?`;
}

function isNodeError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && "code" in error && typeof error.code === "string";
}

/** The usage line only, so that the message below it stays on the screen. */
function shortOf(help: string): string {
  const [first = ""] = help.split("\n\n");
  return `${first}\nAdd --help for more.`;
}

/** The lines of a text. */
export function splitTextLines(text: string): string[] {
  return text.trimEnd().split("\n");
}
