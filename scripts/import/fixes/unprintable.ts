/** Invisible characters, and characters that change how a line is read, in text that becomes TypeSpec source. */
import { joinPointer, printable, printableLines, visitParts } from "@contract-toolkit/contract";
import { takeOut, type Node } from "@contract-toolkit/schemas/documents/nodes";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import type { Fix } from "./fix.ts";
import { summarizePlaces, walkValues } from "../values.ts";

/**
 * Escapes such characters in texts for readers as `\uXXXX`, and removes rules whose values have them.
 *
 * @throws {UsageError} if they are in a name or another value, which would change its meaning
 */
export function fixUnprintable(document: Node, file: string): Fix[] {
  const fixes = fixUnwritableRules(document);
  const refused: string[] = [];
  for (const { node, key, value, path } of walkValues(document)) {
    const isPlain = typeof value !== "string" || isWritten(value, "");
    if (isPlain && printable(key) === key) continue;
    const pointer = joinPointer(path);
    if (printable(key) !== key) refused.push(pointer);
    else if (typeof value !== "string" || isWritten(value, pointer)) continue;
    else if (!isText.test(pointer)) refused.push(pointer);
    else {
      const text = isData.test(pointer)
        ? value.replaceAll(/[^\n\r\t]+/g, printableLines)
        : printableLines(value.replaceAll("\r\n", "\n").replaceAll("\t", "  "));
      Reflect.set(node, key, text);
      if (text !== value) fixes.push({ pointer, what: "invisible characters: escaped" });
    }
  }
  if (refused.length > 0) throw new UsageError(refusal(file, refused.sort()));
  return fixes;
}

/** Removes rules whose values have invisible characters. */
function fixUnwritableRules(document: Node): Fix[] {
  const fixes: Fix[] = [];
  visitParts(document, (part, place) => {
    for (const keyword of ["const", "default", "enum", "pattern"]) {
      const given = [...walkValues({ [keyword]: part[keyword] })].map(({ value }) => value);
      if (given.every((value) => typeof value !== "string" || isWritten(value, `#/${keyword}`)))
        continue;
      takeOut(part, keyword);
      const what = `${keyword} with invisible characters: removed`;
      fixes.push({ pointer: place.pointer, what, isLoss: true });
    }
  });
  return fixes;
}

/** Whether TypeSpec can write a value unchanged. In data, line ends and tabs become escapes. */
function isWritten(value: string, pointer: string): boolean {
  const text = isData.test(pointer) ? value.replaceAll(/[\n\r\t]/g, "") : value;
  return printableLines(text) === text && !text.includes("\n");
}

const isData = /\/(example|examples|default|enum|const|x-[^/]*)(\/|$)/;

/** Examples and extensions inform readers, too. */
const isText =
  /\/(description|summary|title|scopes\/[^/]*)$|(?<!\/properties)\/(example|examples|x-[^/]*)(\/|$)/;

function refusal(file: string, pointers: readonly string[]): string {
  return [
    "TypeSpec cannot hold names and values with invisible characters. Change them in the document first:",
    ...summarizePlaces(pointers.map((pointer) => `${file}${printable(pointer)}`)),
  ].join("\n");
}
