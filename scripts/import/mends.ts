import type { Node } from "../documents/nodes.ts";
import type { Mend, Rule } from "./mend.ts";
import {
  inheritedProperty,
  joinedParts,
  otherParts,
  requiredOfParts,
  unionPart,
} from "./all-of.ts";
import { contentTypes, mendAnswers } from "./body-types.ts";
import {
  mendComponents,
  mendNullable,
  namedReference,
  namedValue,
  nullableModel,
} from "./components.ts";
import { deepReferences } from "./deep-references.ts";
import { defaultOfItems, defaultOfOtherType, defaultOfReference } from "./defaults.ts";
import {
  invalidPattern,
  lengthOfEnum,
  lengthOfTime,
  patternOfOther,
  weakPattern,
} from "./limits.ts";
import { emptyName, mendNames, operationId } from "./names.ts";
import {
  deepObjects,
  ignoredHeaders,
  mendPaths,
  mendServers,
  objectParameters,
} from "./parameters.ts";
import { visitParts } from "./parts.ts";
import { emptyExtension, escapeTexts, openCode, textOfOneLine } from "./texts.ts";
import {
  discriminatorOfBase,
  discriminatorWithoutValue,
  emptyList,
  equalVariants,
  namelessUnion,
  nullOfEnum,
  unionOfOne,
  unionOfValues,
  variantsOfRequired,
} from "./unions.ts";

const rules: readonly Rule[] = [
  openCode,
  textOfOneLine,
  emptyList,
  emptyName,
  operationId,
  ignoredHeaders,
  contentTypes,
  deepObjects,
  objectParameters,
  nullOfEnum,
  defaultOfOtherType,
  variantsOfRequired,
  defaultOfReference,
  defaultOfItems,
  otherParts,
  joinedParts,
  emptyExtension,
  discriminatorWithoutValue,
  lengthOfTime,
  lengthOfEnum,
  patternOfOther,
  invalidPattern,
  weakPattern,
  unionOfValues,
  equalVariants,
  unionOfOne,
  namedReference,
  namedValue,
  nullableModel,
  requiredOfParts,
  discriminatorOfBase,
  unionPart,
  inheritedProperty,
  namelessUnion,
];

/**
 * Changes a document so that what `tsp-openapi3` makes of it compiles.
 *
 * @param document is changed
 * @returns what was changed, and where
 */
export function mend(document: Node): Mend[] {
  const mends: Mend[] = [
    ...deepReferences(document),
    ...mendServers(document),
    ...mendPaths(document),
    ...mendNames(document),
    ...mendAnswers(document),
    ...mendNullable(document),
    ...mendComponents(document),
  ];
  visitParts(document, (part, pointer, keys) => {
    for (const rule of rules) {
      const what = rule(part, document, keys);
      if (what !== undefined) mends.push({ pointer, what });
    }
  });
  escapeTexts(document);
  return mends;
}
