#!/usr/bin/env node
import { SpecError } from "./generate/compile.ts";

/** The verbs of the command, loaded when they are asked for. */
const verbs: Record<
  string,
  () => Promise<{ help: string; run: (args: string[]) => Promise<number> }>
> = {
  generate: async () => {
    const { generate, help } = await import("./commands/generate.ts");
    return { help, run: generate };
  },
};

const usage = `contract <verb> [options]

  generate   write everything that follows from the TypeSpec
  check      fail when something generated is not current, not formatted, or does not typecheck
  replay     replay the documented samples against a server

contract <verb> --help tells the options of a verb.
Exit status: 0 good, 1 the contract is not kept, 2 could not run.
`;

process.exitCode = await main(process.argv.slice(2));

async function main([name = "--help", ...args]: string[]): Promise<number> {
  if (name === "--help" || name === "-h") {
    console.log(usage);
    return 0;
  }
  const load = verbs[name];
  if (!load) {
    console.error(`contract has no verb "${name}".\n\n${usage}`);
    return 2;
  }
  try {
    const verb = await load();
    if (args.includes("--help") || args.includes("-h")) {
      console.log(verb.help);
      return 0;
    }
    return await verb.run(args);
  } catch (error) {
    console.error(error instanceof SpecError ? error.message : error);
    return 2;
  }
}
