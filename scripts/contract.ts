#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { main } from "./command-line.ts";

// The compilers of TypeSpec and TypeScript take a second to load otherwise.
enableCompileCache();
process.exitCode = await main(process.argv.slice(2));
