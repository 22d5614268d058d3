import { ownValue } from "@contract-toolkit/contract";
import { ownManifest } from "./new/package-manifest.ts";
import { runVerb, splitTextLines, suggestion, type Verb } from "./run-verb.ts";
import { printLines, printToStderr } from "./terminal/print.ts";

/** Modules of verbs. One is loaded only when it is used. */
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
    printLines([ownManifest().version]);
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
  return runVerb(await load(), args);
}

/** A reader such as `head` may end first. The work goes on, and the exit status is that of the work. */
export function onOutputError(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") return;
  printToStderr([`The output cannot be written: ${error.message}`]);
  process.exit(2);
}
