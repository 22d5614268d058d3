#!/usr/bin/env node
import module from "node:module";

// Generated contracts, providers and decorators are TypeScript, which Node.js runs from version 22.18 on.
if (process.features.typescript) {
  // Without a cache, the compilers of TypeSpec and TypeScript take a second to load.
  module.enableCompileCache();
  const { main } = await import("./command-line.ts");
  process.exitCode = await main(process.argv.slice(2));
} else {
  process.stderr.write(
    `contract needs Node.js 22.18 or later, and this is ${process.version}. Install node@24 in the project, and run npx contract.\n`,
  );
  process.exitCode = 2;
}
