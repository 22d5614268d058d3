import { isObject } from "@contract-toolkit/contract";
import type { YamlValue } from "./yaml.ts";

/**
 * Lists the steps. Those of `each` are repeated for every row.
 *
 * @throws {FileError} when a row lacks a name
 */
export function stepsIn(list: YamlValue | undefined): YamlValue[] {
  return (list?.items() ?? []).flatMap((step) => {
    if (!step.entries().some(([name]) => name === "each")) return [step];
    const { each: rows, steps } = step.fields(["each", "steps"]);
    return (rows?.items() ?? []).flatMap((row) => {
      const values = row.json();
      if (!isObject(values)) return row.fail("a mapping is needed");
      return (steps?.items() ?? []).map((item) => {
        const filled = item.map((value) => fillRowPlaceholders(value, values));
        const [, missing] = placeholder.exec(JSON.stringify(filled.json())) ?? [];
        return missing === undefined ? filled : row.fail(`the row lacks "${missing}"`);
      });
    });
  });
}

const placeholder = /<([a-z]\w*)>/i;

function fillRowPlaceholders(value: unknown, row: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(value)) return value.map((value) => fillRowPlaceholders(value, row));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, value]) => [
        String(fillRowPlaceholders(key, row)),
        fillRowPlaceholders(value, row),
      ]),
    );
  if (typeof value !== "string") return value;
  const [whole, name = ""] = placeholder.exec(value) ?? [];
  if (whole === value && name in row) return row[name];
  return value.replaceAll(/<([a-z]\w*)>/gi, (text, key: string) =>
    key in row ? String(row[key]) : text,
  );
}
