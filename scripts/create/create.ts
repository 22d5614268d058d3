#!/usr/bin/env node
import { argumentsFor } from "./arguments.ts";

if (process.features.typescript) {
  const { main } = await import("@contract-toolkit/cli/command-line");
  const args = await argumentsFor(process.argv.slice(2), process);
  process.exitCode = args ? await main(["new", ...args]) : 130;
} else {
  process.stderr.write(
    `npm create @contract-toolkit needs Node.js 22.18 or later, and this is ${process.version}.\n`,
  );
  process.exitCode = 2;
}
