import { printableJson } from "@contract-toolkit/contract";
import { changePlaces } from "../change.ts";
import type { DiffReport } from "../report.ts";

/** The report as JSON. A missing source or counterexample is null. */
export function renderDiffJson({ breaking, changes }: DiffReport): string {
  const written = changes.map((change) => {
    const {
      id,
      severity,
      operation,
      pointer,
      message,
      source,
      counterexample = null,
      counterexamplePointer = null,
    } = change;
    return {
      id,
      severity,
      operation,
      pointer,
      message,
      source: source.old === undefined && source.new === undefined ? null : source,
      counterexample,
      counterexamplePointer,
      places: changePlaces(change),
    };
  });
  return `${printableJson({ breaking, changes: written }, 2)}\n`;
}
