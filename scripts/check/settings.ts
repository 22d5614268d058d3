import { existsSync, readFileSync } from "node:fs";
import { isObject } from "@contract-toolkit/kernel";
import { nodeOf, textOf } from "../documents/nodes.ts";
import { UsageError } from "../usage-error.ts";

/** What starts the server of a contract; undefined where none is named for it. */
export type ServerOf = (contract: string) => string | undefined;

/**
 * Reads `contract.check` of the package.json in the working folder: `replay` is the command that starts the server of every
 * contract, or an object of one for each.
 *
 * @throws {UsageError} when it is something else
 */
export function readSettings(): ServerOf {
  const manifest: unknown = existsSync("package.json")
    ? JSON.parse(readFileSync("package.json", "utf8"))
    : {};
  const { replay } = nodeOf(nodeOf(nodeOf(manifest)["contract"])["check"]);
  if (replay === undefined || typeof replay === "string") return () => replay;
  const commands = Object.entries(nodeOf(replay));
  if (isObject(replay) && commands.every(([, each]) => typeof each === "string"))
    return (contract) => textOf(new Map(commands).get(contract));
  throw new UsageError(
    "contract.check.replay of package.json is neither a command nor an object with one for each contract.",
  );
}
