/** What a schema says in words that mean nothing. */
import { visitParts } from "@contract-toolkit/contract";
import { nearestName } from "@contract-toolkit/contract/spelling";
import { allTypes, metaDataKeywords } from "@contract-toolkit/contract/schema-algebra";
import { typeOfKeyword } from "@contract-toolkit/schemas/documents/keywords";
import { takeOut, type Node } from "@contract-toolkit/schemas/documents/nodes";
import type { Fix } from "./fix.ts";

/**
 * Takes out types that JSON Schema does not have, and reports keywords that are nearly its own. Every reader ignores these, so
 * what was meant would be lost without a word.
 */
export function fixMisspeltSchemas(document: Node): Fix[] {
  const fixes: Fix[] = [];
  visitParts(document, (part, { pointer, kind }) => {
    if (kind !== "schema") return;
    const lose = (what: string, meant: string | undefined) => {
      const advice = meant === undefined ? "" : `; did you mean ${meant}?`;
      fixes.push({ pointer, what: what + advice, isLoss: true });
    };
    for (const key of Object.keys(part)) {
      const meant = isKnown(key) ? undefined : nearestName(key, keywords);
      if (meant !== undefined) lose(`the keyword ${key} says nothing`, meant);
    }
    const unknown = [part["type"] ?? []]
      .flat()
      .map(String)
      .filter((type) => !types.has(type));
    if (unknown.length > 0) takeOut(part, "type");
    for (const type of unknown) lose(`there is no type ${type}`, nearestName(type, types));
  });
  return fixes;
}

function isKnown(keyword: string): boolean {
  return keywords.has(keyword) || keyword.startsWith("x-");
}

const types: ReadonlySet<string> = new Set([...allTypes, "integer"]);

const keywords: ReadonlySet<string> = new Set([
  ...typeOfKeyword.keys(),
  ...metaDataKeywords,
  ...["$anchor", "$defs", "$dynamicAnchor", "$id", "$schema", "additionalItems", "const"],
  ...["definitions", "dependencies"],
]);
