import { jsonText } from "@contract-toolkit/kernel";
import type { DiffReport } from "../report.ts";

/** The report as JSON. A missing source or witness is null. */
export function jsonReport({ breaking, changes }: DiffReport): string {
  const written = changes.map(
    ({ id, severity, operation, pointer, message, source, witness = null }) => ({
      id,
      severity,
      operation,
      pointer,
      message,
      source: source.old === undefined && source.new === undefined ? null : source,
      witness,
    }),
  );
  return `${jsonText({ breaking, changes: written }, 2)}\n`;
}
