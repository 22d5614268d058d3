import { jsonText } from "@contract-toolkit/contract";
import { placesOf } from "../change.ts";
import type { DiffReport } from "../report.ts";

/** The report as JSON. A missing source or counterexample is null. */
export function jsonReport({ breaking, changes }: DiffReport): string {
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
      ...{ id, severity, operation, pointer, message },
      source: source.old === undefined && source.new === undefined ? null : source,
      counterexample,
      counterexamplePointer,
      places: placesOf(change),
    };
  });
  return `${jsonText({ breaking, changes: written }, 2)}\n`;
}
