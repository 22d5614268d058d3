import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { parse } from "yaml";
import { diff } from "../diff/diff.ts";
import { readOpenApi } from "../diff/read/openapi.ts";

export const help = `contract diff OLD NEW`;

export async function runDiff(args: string[]): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
  const [old, now] = await Promise.all(
    positionals.map(async (file) => readOpenApi(parse(await readFile(file, "utf8")))),
  );
  if (!old || !now) return 2;
  const changes = diff(old, now, { today: new Date() });
  for (const { severity, id, operation, pointer, message } of changes)
    console.log(`${severity} ${operation} ${pointer} ${id}: ${message}`);
  return changes.some(({ severity }) => severity === "error") ? 1 : 0;
}
