import { getSourceLocation, type Diagnostic, type SourceLocation } from "@typespec/compiler";

/** Where a diagnostic is; undefined if it is about no place. */
export function locationOf({ target }: Diagnostic): SourceLocation | undefined {
  return typeof target === "symbol" ? undefined : getSourceLocation(target, { locateId: true });
}

/** Whether a place is inside another one. */
export function isInside(
  inner: SourceLocation | undefined,
  outer: Omit<SourceLocation, "isSynthetic"> | undefined,
): boolean {
  return (
    inner !== undefined &&
    inner.file === outer?.file &&
    inner.pos >= outer.pos &&
    inner.end <= outer.end
  );
}
