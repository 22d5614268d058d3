import { valueAt } from "@contract-toolkit/contract";

/** The text at a path of names in untyped content; undefined if there is none. */
export function textAt(content: unknown, ...path: string[]): string | undefined {
  const found = valueAt(content, path.map((name) => `/${name}`).join(""));
  return typeof found === "string" ? found : undefined;
}
