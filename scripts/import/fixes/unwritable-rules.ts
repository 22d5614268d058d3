import { printableLines, visitParts } from "@contract-toolkit/contract";
import { takeOut, type Node } from "@contract-toolkit/schemas/documents/nodes";
import { walkValues } from "../values.ts";
import type { Fix } from "./fix.ts";

/** Removes rules whose values have invisible characters. */
export function fixUnwritableRules(document: Node): Fix[] {
  const fixes: Fix[] = [];
  visitParts(document, (part, { pointer }) => {
    for (const keyword of ["const", "default", "enum", "pattern"]) {
      const given = [...walkValues({ [keyword]: part[keyword] })].map(({ value }) => value);
      if (given.every((value) => typeof value !== "string" || isWritten(value, `#/${keyword}`)))
        continue;
      takeOut(part, keyword);
      fixes.push({ pointer, what: `${keyword} with invisible characters: removed`, isLoss: true });
    }
  });
  return fixes;
}

/** Whether TypeSpec can write a value unchanged. In data, line ends and tabs become escapes. */
export function isWritten(value: string, pointer: string): boolean {
  const text = isData.test(pointer) ? value.replaceAll(/[\n\r\t]/g, "") : value;
  return printableLines(text) === text && !text.includes("\n");
}

export const isData = /\/(example|examples|default|enum|const|x-[^/]*)(\/|$)/;
