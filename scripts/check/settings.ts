import { isObject } from "@contract-toolkit/kernel";
import { nodeOf, textOf } from "../documents/nodes.ts";
import { readPackageJson } from "../package-json.ts";
import { UsageError } from "../usage-error.ts";

/** The command that starts the server of a contract; undefined if none is set. */
export type ServerOf = (contract: string) => string | undefined;

/**
 * Reads `contract.check.replay` of the package.json in the working folder: the command that starts the server of every
 * contract, or an object with one command for each contract.
 *
 * @throws {UsageError} when it is anything else
 */
export function readSettings(): ServerOf {
  const { replay } = nodeOf(nodeOf(readPackageJson()["contract"])["check"]);
  if (replay === undefined || typeof replay === "string") return () => replay;
  const commands = Object.entries(nodeOf(replay));
  if (isObject(replay) && commands.every(([, each]) => typeof each === "string"))
    return (contract) => textOf(new Map(commands).get(contract));
  throw new UsageError(
    'contract.check.replay of package.json must be a command, or an object such as { "notes": "node server/main.ts" }.',
  );
}
