import { formatDiagnostic, type DiagnosticTarget } from "@typespec/compiler";
import { SpecError } from "../../spec-error.ts";

/**
 * One thing that is wrong with a specification, in the form of the compiler's messages: file, line, column, a code and what to
 * write instead.
 */
export function specFault(target: DiagnosticTarget, code: string, message: string): string {
  return formatDiagnostic(
    { target, code, message, severity: "error" },
    { pathRelativeTo: process.cwd() },
  );
}

/** The error of one thing that is wrong with a specification. */
export function specError(...fault: Parameters<typeof specFault>): SpecError {
  return new SpecError(specFault(...fault));
}

/** Each item whose key an earlier one has, with that one. */
export function repeated<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): [item: Item, first: Item][] {
  return [...Map.groupBy(items, keyOf).values()].flatMap(([first, ...others]) =>
    others.flatMap((item): [Item, Item][] => (first === undefined ? [] : [[item, first]])),
  );
}
