#!/usr/bin/env node
import module from "node:module";

// Generated contracts, providers and decorators are TypeScript, which Node.js runs from version 22.18 on.
if (process.features.typescript) {
  // Without a cache, the compilers of TypeSpec and TypeScript take a second to load.
  module.enableCompileCache();
  const { main, onOutputError } = await import("./command-line.ts");
  for (const stream of [process.stdout, process.stderr]) stream.on("error", onOutputError);
  process.exitCode = await main(process.argv.slice(2));
} else {
  process.stderr.write(
    `contract needs Node.js 22.18 or later, and this is ${process.version}. Run it with a newer one: npx -p node@24 -p @contract-toolkit/cli contract\n`,
  );
  process.exitCode = 2;
}
