import { isObject } from "@contract-toolkit/contract";
import { nodeOrEmpty } from "@contract-toolkit/schemas/documents/nodes";
import { readPackageJson } from "../package-json.ts";
import { UsageError } from "@contract-toolkit/schemas/usage-error";

/** The command that starts a server, and the path below which it serves the contract. */
interface ServerSetting {
  readonly command: string;
  readonly basePath?: string;
}

/** The server of a contract; undefined if none is set. */
export type ServerOf = (contract: string) => ServerSetting | undefined;

/**
 * Reads `contract.check.replay` of the package.json in the working folder: the server of every contract, or an
 * object with one server for each contract. A server is a command, or an object with `command` and `basePath`.
 *
 * @throws {UsageError} when it is anything else
 */
export function readReplaySettings(): ServerOf {
  const { replay } = nodeOrEmpty(nodeOrEmpty(readPackageJson()["contract"])["check"]);
  if (replay === undefined) return () => undefined;
  const every = serverIn(replay);
  if (every) return () => every;
  const servers = new Map(
    Object.entries(nodeOrEmpty(replay)).map(([name, value]) => [name, serverIn(value)]),
  );
  if (isObject(replay) && [...servers.values()].every(Boolean))
    return (contract) => servers.get(contract);
  throw new UsageError(
    'contract.check.replay of package.json must be a command, an object such as { "command": "node server/main.ts", "basePath": "/api/v1" }, or an object such as { "notes": "node server/main.ts" }.',
  );
}

function serverIn(value: unknown): ServerSetting | undefined {
  if (typeof value === "string") return { command: value };
  const { command, basePath, ...others } = nodeOrEmpty(value);
  if (typeof command !== "string" || Object.keys(others).length > 0) return undefined;
  if (basePath === undefined) return { command };
  return typeof basePath === "string" ? { command, basePath } : undefined;
}
