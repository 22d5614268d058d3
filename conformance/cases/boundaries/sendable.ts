import { headerText, negotiate, pointerStep, type Parameter } from "@contract-toolkit/kernel";
import type { Proposal } from "./values/boundary-values.ts";
import type { Rule } from "./rules.ts";

/**
 * Whether HTTP can carry a value at the place of a rule: not every text can stand in a header or in a path, and a negotiated
 * header says nothing with a value that nobody documented.
 */
export function isSendable(
  { place, asText }: Rule,
  proposal: Proposal,
  parameters: readonly Parameter[],
): boolean {
  if (typeof proposal === "string") {
    // Without a value, a path is another path.
    return !(proposal === "remove" && place.startsWith("/path/"));
  }
  const { value } = proposal;
  // Without an item there is nothing to send, or one that is empty.
  if (asText && Array.isArray(value) && value.length === 0) return false;
  const text = String(value);
  const negotiated = parameters.find(
    (each) => each.negotiated && place === `/headers/${pointerStep(each.name)}`,
  );
  if (negotiated && negotiate(negotiated, headerText(value)) !== headerText(value)) return false;
  if (place.startsWith("/headers/")) return /^([\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?)?$/.test(text);
  if (place.startsWith("/path/")) return !["", ".", ".."].includes(text);
  return true;
}
