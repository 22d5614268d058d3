import type { Node } from "../documents/nodes.ts";
import type { Fix, Rule } from "./fix.ts";
import * as allOf from "./all-of.ts";
import * as bodies from "./body-types.ts";
import * as components from "./components.ts";
import { deepReferences } from "./deep-references.ts";
import * as defaults from "./defaults.ts";
import * as limits from "./constraints.ts";
import * as names from "./names.ts";
import * as parameters from "./parameters.ts";
import { visitParts } from "./visit-document.ts";
import * as texts from "./texts.ts";
import * as unions from "./unions.ts";

const rules: readonly Rule[] = [
  texts.openCode,
  texts.textOfOneLine,
  unions.emptyList,
  names.emptyName,
  names.operationId,
  parameters.ignoredHeaders,
  bodies.contentTypes,
  parameters.deepObjects,
  parameters.objectParameters,
  unions.nullOfEnum,
  defaults.defaultOfOtherType,
  unions.variantsOfRequired,
  defaults.defaultOfReference,
  defaults.defaultOfItems,
  allOf.otherParts,
  allOf.joinedParts,
  texts.emptyExtension,
  unions.discriminatorWithoutValue,
  limits.lengthOfTime,
  limits.lengthOfEnum,
  limits.patternOfOther,
  limits.unusablePattern,
  unions.unionOfValues,
  unions.equalVariants,
  unions.unionOfOne,
  components.namedReference,
  components.namedValue,
  components.nullableModel,
  allOf.requiredOfParts,
  unions.discriminatorOfBase,
  allOf.unionPart,
  allOf.inheritedProperty,
  unions.namelessUnion,
];

/**
 * Changes a document so that the TypeSpec that `tsp-openapi3` makes of it compiles.
 *
 * @param document is changed
 * @returns what was changed, and where
 */
export function fix(document: Node): Fix[] {
  const fixes: Fix[] = [
    ...deepReferences(document),
    ...parameters.fixServers(document),
    ...parameters.fixPaths(document),
    ...names.fixNames(document),
    ...bodies.fixAnswers(document),
    ...components.fixNullable(document),
    ...components.fixComponents(document),
  ];
  visitParts(document, (part, pointer, keys) => {
    for (const rule of rules) {
      const what = [rule(part, document, keys) ?? []].flat().join("; ");
      if (what !== "") fixes.push({ pointer, what });
    }
  });
  texts.escapeTexts(document);
  return fixes;
}
