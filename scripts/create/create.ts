#!/usr/bin/env node
import { help, newProject } from "@contract-toolkit/cli/new";
import { runVerb } from "@contract-toolkit/cli/run-verb";
import { argumentsFor } from "./arguments.ts";

const args = await argumentsFor(process.argv.slice(2), process);
process.exitCode = args ? await runVerb({ help, run: newProject }, [...args]) : 130;
