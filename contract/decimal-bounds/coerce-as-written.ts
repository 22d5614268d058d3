import type { ScalarType } from "../operation.ts";
import { coerce } from "../http/coerce.ts";
import { asWritten } from "./bound-safe-number.ts";

/**
 * Reads what a client has sent (`coerce`). A number that is rounded to an integer without being one is the double next to
 * that, so that it is within no bound that its text is beyond.
 *
 * @example
 * coerceAsWritten("number", "1.0000000000000000001"); // 1.0000000000000002
 */
export function coerceAsWritten(type: ScalarType, text: string): unknown {
  const nearest = coerce(type, text);
  const isRounded = type === "number" && typeof nearest === "number" && Number.isInteger(nearest);
  if (!isRounded) return nearest;
  const written = asWritten(text);
  return Math.abs(written - nearest) < 1 && !Number.isInteger(written) ? written : nearest;
}
