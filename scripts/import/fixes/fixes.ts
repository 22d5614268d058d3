import { visitParts } from "@contract-toolkit/contract";
import type { Node } from "@contract-toolkit/schemas/documents/nodes";
import type { Fix, Rule } from "./fix.ts";
import * as bodies from "./body-types.ts";
import * as limits from "./constraints.ts";
import { deepReferences } from "./deep-references.ts";
import * as names from "./names.ts";
import * as parameters from "./parameters.ts";
import * as unions from "./unions.ts";
import { prefixItems, unevaluated } from "./applicators.ts";
import * as extensions from "./extensions.ts";
import { wholeQuery } from "./whole-queries.ts";

const rules: readonly Rule[] = [
  unions.emptyList,
  unevaluated,
  prefixItems,
  names.emptyName,
  parameters.ignoredHeaders,
  bodies.bodilessResponses,
  bodies.contentTypes,
  wholeQuery,
  parameters.objectParameters,
  limits.nullableOf30,
  limits.encodedBytes,
  limits.lengthOfTime,
  limits.contradictoryLimits,
  limits.patternOfOther,
  limits.unusablePattern,
  limits.inexactValues,
  limits.rulesOfEnum,
  limits.exclusiveFlags,
  limits.fractionalDivisor,
  extensions.referenceInExtension,
  unions.equalVariants,
];

/**
 * Changes what a document says to what TypeSpec can say and `contract generate` accepts.
 *
 * @param document is changed
 * @returns what was changed, and where
 */
export function fixDocument(document: Node): Fix[] {
  const fixes: Fix[] = [
    ...deepReferences(document),
    ...parameters.fixServers(document),
    ...parameters.fixPaths(document),
    ...parameters.fixSameRoutes(document),
    ...parameters.fixPathParameters(document),
    ...names.fixNames(document),
    ...names.fixTags(document),
    ...names.fixOperationIds(document),
  ];
  visitParts(document, (part, place) => {
    const { keys } = place;
    for (const rule of rules) {
      const what = [rule(part, document, keys) ?? []].flat().join("; ");
      if (what !== "") fixes.push({ pointer: place.pointer, what });
    }
  });
  return fixes;
}
