import { isOfPattern } from "@contract-toolkit/conformance/internal";
import type { ReplayOptions } from "./options.ts";

/** Which cases are played: those of one of the included patterns, or all if there is none, but for the excluded ones. */
export function isChosen({
  include,
  exclude,
}: Pick<ReplayOptions, "include" | "exclude">): (played: { readonly id: string }) => boolean {
  return ({ id }) => {
    const isOfOne = (patterns: readonly string[]) =>
      patterns.some((pattern) => isOfPattern(pattern, id));
    return (include.length === 0 || isOfOne(include)) && !isOfOne(exclude);
  };
}
