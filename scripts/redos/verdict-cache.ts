import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Results that are kept between runs. */
export interface Memory<Value> {
  recall(key: string): Value | undefined;
  note(key: string, value: Value): void;
}

/**
 * Results that hold as long as the conditions are the same, kept in the project's folder of caches. A project without
 * `node_modules` has none: there, results are kept until the end of the run.
 *
 * @param name of the file
 * @param conditions all that a result depends on beside its key
 * @param packages where the project has its packages
 */
export function createMemory<Value>(
  name: string,
  conditions: unknown,
  packages = "node_modules",
): Memory<Value> {
  const digest = createHash("sha256").update(JSON.stringify(conditions)).digest("hex").slice(0, 16);
  const file = join(packages, ".cache", "contract", `${name}-${digest}.jsonl`);
  let known: Map<string, Value> | undefined;
  const results = () => (known ??= new Map(entriesOf<Value>(file)));
  return {
    recall: (key) => results().get(key),
    note: (key, value) => {
      results().set(key, value);
      if (!existsSync(packages)) return;
      mkdirSync(dirname(file), { recursive: true });
      // A line at a time: several processes may write at once.
      appendFileSync(file, `${JSON.stringify([key, value])}\n`);
    },
  };
}

/** A line that cannot be read was not written to its end, and is judged again. */
function entriesOf<Value>(file: string): [string, Value][] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as [string, Value]];
      } catch {
        return [];
      }
    });
}
