/** The sequence in which operations are tried: reads first, then what creates, then what changes, deletions last. */
import type { Operation } from "@contract-toolkit/contract";

/** Names of path parameters. */
export function pathParameters({ parameters }: Operation): string[] {
  return parameters.flatMap((parameter) => (parameter.in === "path" ? [parameter.name] : []));
}

export function inSequence(operations: readonly Operation[]): Operation[] {
  return operations.toSorted(
    (left, right) =>
      ranks.indexOf(left.method) - ranks.indexOf(right.method) ||
      pathParameters(left).length - pathParameters(right).length ||
      left.path.length - right.path.length,
  );
}

const ranks: readonly Operation["method"][] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

export function isRead({ method }: Operation): boolean {
  return method === "GET" || method === "HEAD";
}

/** The path template of the collection that a created resource is in. */
export function collectionOf({ path, method }: Operation): string {
  return method === "PUT" || method === "PATCH" ? parentOf(path) : trimmed(path);
}

/** The path template before a parameter. */
export function collectionBefore(path: string, name: string): string {
  return trimmed(path.slice(0, Math.max(0, path.indexOf(`{${name}}`))));
}

function parentOf(path: string): string {
  return trimmed(path.replace(/\{[^{}]*\}\/?$/, ""));
}

function trimmed(path: string): string {
  return path.replace(/\/$/, "");
}

/**
 * Whether an operation changes the server as a whole, and not a resource that the run can make: it replaces or deletes
 * something without an id in its path, or its name says so.
 */
export function changesServer(operation: Operation): boolean {
  if (isRead(operation)) return false;
  const words = `${operation.path.replaceAll(/\{[^{}]*\}/g, "")} ${operation.id}`
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/);
  const isOfOne = pathParameters(operation).length > 0;
  const isOfAll = !isOfOne && (operation.method !== "POST" || words.some(isChangeOfMany));
  return isOfAll || words.some((word) => switches.has(word));
}

/** What a body names instead of the path, others may have made. */
function isChangeOfMany(word: string): boolean {
  return /^(delete|remove|destroy|erase|clear|enable|disable|activate|deactivate|toggle)/.test(
    word,
  );
}

const switches: ReadonlySet<string> = new Set([
  ...["shutdown", "restart", "reboot", "stop", "reset", "logout", "maintenance", "purge", "flush"],
  ...["wipe", "truncate", "factory", "restore", "import", "upgrade", "setup", "terminate"],
]);
