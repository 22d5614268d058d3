import { html, type Html, type OpenApiParameter } from "@contract-toolkit/kernel";
import type { ReferenceOperation } from "./contract.ts";

/** The parts that a long page describes once. */
export type SharedParts = ReturnType<typeof sharedPartsOf>;

/**
 * Finds the parts that a long page describes once: components that are linked to, and equal parameters of several operations.
 * Otherwise the length of the page would be operations times components.
 */
export function sharedPartsOf(operations: readonly ReferenceOperation[]) {
  // Names of linked components. It grows while the page is written.
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
    /** Links to the description of a component. */
    schemaLink(name: string): Html {
      schemas.add(name);
      return html`<a href="#schema-${name}">${name}</a>`;
    },
    /** The id of a shared parameter; undefined if only one operation has it. */
    parameterId: (parameter: OpenApiParameter) => ids.get(JSON.stringify(parameter)),
  };
}
