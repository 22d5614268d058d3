import { existsSync, readFileSync } from "node:fs";
import { isObject } from "@contract-toolkit/contract";
import { UsageError } from "@contract-toolkit/schemas/usage-error";

/**
 * Reads a `package.json`; a file that does not exist has no entries.
 *
 * @throws {UsageError} when it is not a JSON object
 */
export function readPackageJson(file = "package.json"): Record<string, unknown> {
  if (!existsSync(file)) return {};
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (isObject(value)) return value;
  } catch (error) {
    throw new UsageError(`${file} is not valid JSON: ${String(error)}`);
  }
  throw new UsageError(`${file} is not a JSON object.`);
}
