import { existsSync, readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join, resolve } from "node:path";
import { isObject } from "@contract-toolkit/kernel";
import { runNode } from "../processes.ts";

/**
 * Typechecks the project with its own compiler.
 *
 * @param options more of the compiler's
 * @param signal ends it early
 * @returns each error with the lines that explain it; undefined where the project has no compiler
 */
export async function typecheck(
  options: readonly string[] = [],
  signal?: AbortSignal,
): Promise<string[] | undefined> {
  const compiler = compilerOfProject();
  if (compiler === undefined) return undefined;
  const args = [compiler, "--noEmit", "--pretty", "false", ...options];
  const { status, output, errors } = await runNode(args, signal);
  return status === 0 ? [] : `${output}${errors}`.trim().split(/\n(?=\S)/);
}

/**
 * The file of the compiler that the project depends on; undefined where it has none, or no settings for it. TypeScript 7
 * takes a third of the time; a project whose tools need the API of 5.9 has it beside, by this name.
 */
function compilerOfProject(): string | undefined {
  if (!existsSync("tsconfig.json")) return undefined;
  const declared = dependenciesOf("package.json");
  // What other packages bring along is no choice of the project's.
  const name = ["typescript-7", "typescript"].find((each) => declared.has(each));
  if (name === undefined) return undefined;
  try {
    return binOf(findPackageJSON(name, resolve("package.json")), "tsc");
  } catch {
    return undefined;
  }
}

/** The file of a command that comes with a package which this command itself needs. */
export function ownCommand(command: string, name: string): string {
  const file = binOf(findPackageJSON(name, import.meta.url), command);
  if (file === undefined) throw new Error(`The package ${name} has no command ${command}.`);
  return file;
}

function dependenciesOf(manifest: string): ReadonlySet<string> {
  if (!existsSync(manifest)) return new Set();
  const { dependencies, devDependencies } = readManifest(manifest);
  return new Set([dependencies, devDependencies].filter(isObject).flatMap(Object.keys));
}

function binOf(manifest: string | undefined, command: string): string | undefined {
  if (manifest === undefined) return undefined;
  const { bin } = readManifest(manifest);
  const path = isObject(bin) ? bin[command] : bin;
  return typeof path === "string" ? join(dirname(manifest), path) : undefined;
}

function readManifest(file: string): Record<string, unknown> {
  const value: unknown = JSON.parse(readFileSync(file, "utf8"));
  return isObject(value) ? value : {};
}
