import { isObject } from "@contract-toolkit/contract";
import type { YamlValue } from "./yaml.ts";

type Row = Readonly<Record<string, unknown>>;

/**
 * Lists the steps. Those of `each` are repeated for every row, also in the steps of another `each`.
 *
 * @throws {FileError} when a row lacks a name
 */
export function stepsIn(list: YamlValue | undefined, row: Row = {}, of?: YamlValue): YamlValue[] {
  return (list?.items() ?? []).flatMap((step) => {
    if (step.entries().some(([name]) => name === "each")) {
      const { each: rows, steps } = step.fields(["each", "steps"]);
      return (rows?.items() ?? []).flatMap((inner) => {
        const values = fillRowPlaceholders(inner.json(), row);
        return isObject(values)
          ? stepsIn(steps, { ...row, ...values }, inner)
          : inner.fail("a mapping is needed");
      });
    }
    if (!of) return [step];
    const filled = step.map((value) => fillRowPlaceholders(value, row));
    const [, missing] = placeholder.exec(JSON.stringify(filled.json())) ?? [];
    return missing === undefined ? [filled] : of.fail(`the row lacks "${missing}"`);
  });
}

const placeholder = /<([a-z]\w*)>/i;

function fillRowPlaceholders(value: unknown, row: Row): unknown {
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
