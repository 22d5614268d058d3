import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Schema } from "@contract-toolkit/contract";

/** Tests of one schema. */
export interface Group {
  /** `minLength 2`: the file of the suite, and the number of the group in it. */
  readonly name: string;
  /** `minLength`, `optional/format/date` */
  readonly file: string;
  readonly schema: boolean | Schema;
  readonly valid: readonly unknown[];
  readonly invalid: readonly unknown[];
}

/** All groups of the suite whose schema can be in a contract. */
export function readGroups(): Group[] {
  const numbers = new Map<string, number>();
  const lines = readFileSync(join(import.meta.dirname, "suite.jsonl"), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => {
    const group = JSON.parse(line) as Omit<Group, "name">;
    const number = numbers.get(group.file) ?? 0;
    numbers.set(group.file, number + 1);
    return { ...group, name: `${group.file} ${number}` };
  });
}
