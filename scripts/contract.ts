#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { main } from "./command-line.ts";

// Without a cache, the compilers of TypeSpec and TypeScript take a second to load.
enableCompileCache();
process.exitCode = await main(process.argv.slice(2));
