import { parse, YAMLParseError } from "yaml";
import { CannotCompareError } from "../cannot-compare-error.ts";

/**
 * Reads JSON or YAML.
 *
 * @throws {CannotCompareError} when it is neither
 */
export function parseText(text: string, name: string): unknown {
  if (/^\s*[{[]/.test(text)) {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      // What begins with a brace may be YAML still, which says better what is wrong with it.
    }
  }
  try {
    return parse(text, { maxAliasCount: -1, merge: true }) as unknown;
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    throw new CannotCompareError(`${name} is neither JSON nor YAML: ${error.message}`);
  }
}
