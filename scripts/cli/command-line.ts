import { ownValue } from "@contract-toolkit/contract";
import { inspect } from "node:util";
import { nearestName } from "@contract-toolkit/generate/diagnostics/spelling";
import { ownManifest } from "./new/package-manifest.ts";
import { printLines, printToStderr } from "./terminal/print.ts";
import { UsageError } from "@contract-toolkit/schemas/usage-error";

/** A verb of the command. Its module is loaded only when the verb is used. */
interface Verb {
  readonly help: string;
  /** Returns the exit status. */
  readonly run: (args: string[]) => Promise<number>;
}

const verbs: Readonly<Record<string, () => Promise<Verb>>> = {
  new: () => import("./commands/new.ts").then(({ help, newProject: run }) => ({ help, run })),
  init: () => import("./commands/init.ts").then(({ help, init: run }) => ({ help, run })),
  import: () =>
    import("./commands/import.ts").then(({ help, importDocument: run }) => ({ help, run })),
  generate: () =>
    import("./commands/generate.ts").then(({ help, generate: run }) => ({ help, run })),
  dev: () => import("./commands/dev.ts").then(({ help, dev: run }) => ({ help, run })),
  check: () => import("./commands/check.ts").then(({ help, check: run }) => ({ help, run })),
  diff: () => import("./commands/diff.ts").then(({ help, runDiff: run }) => ({ help, run })),
  replay: () => import("./commands/replay.ts").then(({ help, replay: run }) => ({ help, run })),
  mock: () => import("./commands/mock.ts").then(({ help, mock: run }) => ({ help, run })),
  proxy: () => import("./commands/proxy.ts").then(({ help, proxy: run }) => ({ help, run })),
  mcp: () => import("./commands/mcp.ts").then(({ help, mcp: run }) => ({ help, run })),
  docs: () => import("./commands/docs.ts").then(({ help, docs: run }) => ({ help, run })),
};

const usage = `contract <verb> [options]

  new        make a small project that passes its own checks
  init       add a contract to an existing Express application
  import     convert an OpenAPI document to TypeSpec
  generate   generate documents, types, validators and samples from the TypeSpec
  dev        generate, check and serve again after each save
  check      check that specification, generated files, sources, versions and server fit together
  diff       list the changes between two contracts, and what they break
  replay     replay the documented samples against a server, a client or a receiver
  mock       answer requests with the documented samples, without a server
  proxy      judge the traffic between any client and any server
  mcp        answer questions of programs that write code (Model Context Protocol)
  docs       serve or export reference pages that can send requests

contract help <verb>, or contract <verb> --help, lists the options of a verb. contract --version prints the version.
Exit status: 0 good, 1 the contract is violated, 2 could not run.`;

/**
 * Runs a command line and prints its errors.
 *
 * @param line the arguments of `contract`
 * @returns the exit status
 */
export async function main([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined) {
    printToStderr(splitTextLines(usage));
    return 2;
  }
  if (name === "--version") {
    printLines([(await ownManifest()).version]);
    return 0;
  }
  if (name === "help" && args[0] !== undefined) return main([args[0], "--help"]);
  if (name === "help" || name === "--help" || name === "-h") {
    printLines(splitTextLines(usage));
    return 0;
  }
  const load = ownValue(verbs, name);
  if (!load) {
    const advice = suggestion(name, Object.keys(verbs));
    printToStderr([`contract has no verb "${name}".${advice}`, "", ...splitTextLines(usage)]);
    return 2;
  }
  const verb = await load();
  if (args.includes("--help") || args.includes("-h")) {
    printLines(splitTextLines(verb.help));
    return 0;
  }
  try {
    return await verb.run(args);
  } catch (error) {
    printToStderr(splitTextLines(explainFailure(error, verb.help)));
    return 2;
  }
}

function explainFailure(error: unknown, help: string): string {
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
  if (process.env["CONTRACT_DEBUG"] === "1") return inspect(error);
  if (isNodeError(error) && error.code === "ERR_MODULE_NOT_FOUND")
    return `${error.message}. Install what is missing: npm install.`;
  if (isNodeError(error) && "syscall" in error)
    return `The operating system refused: ${error.message}. Check the path or address, and your permissions.`;
  const [first = ""] = String(error).split("\n");
  return `contract failed because of a bug: ${first}\nReport it with the output of the same command under CONTRACT_DEBUG=1.`;
}

function suggestion(written: string, names: Iterable<string>): string {
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

function splitTextLines(text: string): string[] {
  return text.trimEnd().split("\n");
}
