import { formatDiagnostic, type DiagnosticTarget } from "@typespec/compiler";
import { SpecError } from "../spec-error.ts";

/** Formats a fault of a specification like a compiler message: file, line, column, code and advice. */
export function specFault(target: DiagnosticTarget, code: string, message: string): string {
  return formatDiagnostic(
    { target, code, message, severity: "error" },
    { pathRelativeTo: process.cwd() },
  );
}

/** A `SpecError` with one fault. */
export function specError(...fault: Parameters<typeof specFault>): SpecError {
  return new SpecError(specFault(...fault));
}

/** The items whose key an earlier item has, each with that item. */
export function findRepeated<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): [item: Item, first: Item][] {
  return [...Map.groupBy(items, keyOf).values()].flatMap(([first, ...others]) =>
    others.flatMap((item): [Item, Item][] => (first === undefined ? [] : [[item, first]])),
  );
}
