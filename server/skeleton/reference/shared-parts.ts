import { html, type Html, type OpenApiParameter } from "@contract-toolkit/kernel";
import type { ReferenceOperation } from "./contract.ts";

/** What a long page describes once and links to. */
export type SharedParts = ReturnType<typeof sharedPartsOf>;

/**
 * Finds what a long page describes once: components, as they are asked for, and parameters that several operations have
 * alike. Unfolded wherever they are used, they would make the page as long as operations times components.
 */
export function sharedPartsOf(operations: readonly ReferenceOperation[]) {
  // Of the components that are linked to; grows while the page is written.
  const schemas = new Set<string>();
  const known = Map.groupBy(
    operations.flatMap(({ parameters }) => parameters),
    (parameter) => JSON.stringify(parameter),
  );
  const shared = [...known].filter(([, alike]) => alike.length > 1);
  const ids = new Map(shared.map(([text], index) => [text, `parameter-${index + 1}`]));
  return {
    schemas,
    parameters: shared.flatMap(([, [first]]) => (first ? [first] : [])),
    /** A link to where a component is described. */
    schemaLink(name: string): Html {
      schemas.add(name);
      return html`<a href="#schema-${name}">${name}</a>`;
    },
    /** The id of where a parameter is described; undefined for that of one operation. */
    parameterId: (parameter: OpenApiParameter) => ids.get(JSON.stringify(parameter)),
  };
}
