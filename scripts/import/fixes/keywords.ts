/** What a schema says that means nothing. */
import { visitParts } from "@contract-toolkit/contract";
import { nearestName } from "@contract-toolkit/contract/spelling";
import { allTypes, asSchema, metaDataKeywords } from "@contract-toolkit/contract/schema-algebra";
import { takeOutMistyped, typeOfKeyword } from "@contract-toolkit/schemas/documents/keywords";
import {
  isOpenApi30,
  itemsOrEmpty,
  takeOut,
  type Node,
} from "@contract-toolkit/schemas/documents/nodes";
import { annotationsOf, isAnnotationOnly } from "../plain-schema.ts";
import type { Fix } from "./fix.ts";

/**
 * Takes out unions that any value fits and types that JSON Schema does not have, and reports keywords that are nearly its own.
 * Every reader ignores these, so what was meant would be lost without a word. Beside a reference of 3.0, `nullable` is meant, too.
 */
export function fixMisspeltSchemas(document: Node): Fix[] {
  const fixes: Fix[] = [];
  visitParts(document, (part, place) => {
    if (place.kind !== "schema") return;
    const tell = (what: string) => fixes.push({ pointer: place.pointer, what });
    const lose = (what: string, meant: string | undefined) => {
      const advice = meant === undefined ? "" : `; did you mean ${meant}?`;
      fixes.push({ pointer: place.pointer, what: what + advice, isLoss: true });
    };
    for (const fault of takeOutMistyped(part)) lose(`${fault}; removed`, undefined);
    if (part["nullable"] === true && "$ref" in part && isOpenApi30(document)) {
      const { $ref, ...notes } = annotationsOf(part);
      takeOut(part, ...Object.keys(part));
      Object.assign(part, notes, { allOf: [{ $ref }] });
      tell("nullable beside a reference, which OpenAPI 3.0 ignores: null is allowed");
    }
    if (
      itemsOrEmpty(part["anyOf"])
        .map(asSchema)
        .some((variant) => !("$ref" in variant) && isAnnotationOnly(variant))
    ) {
      takeOut(part, "anyOf");
      tell("anyOf with a schema that allows any value: removed");
    }
    for (const key of Object.keys(part)) {
      const meant =
        keywords.has(key) || key.startsWith("x-") ? undefined : nearestName(key, keywords);
      if (meant !== undefined) lose(`the keyword ${key} says nothing`, meant);
    }
    const unknown = [part["type"] ?? []]
      .flat()
      .map(String)
      .filter((type) => !types.has(type));
    if (unknown.length > 0) takeOut(part, "type");
    for (const type of unknown)
      lose(
        `there is no type ${type}`,
        nearestName(type, types) ?? [...types].find((name) => name.startsWith(type)),
      );
  });
  return fixes;
}

const types: ReadonlySet<string> = new Set([...allTypes, "integer"]);

const keywords: ReadonlySet<string> = new Set([
  ...typeOfKeyword.keys(),
  ...metaDataKeywords,
  ...["$anchor", "$defs", "$dynamicAnchor", "$id", "$schema", "additionalItems", "const"],
  ...["definitions", "dependencies"],
]);
