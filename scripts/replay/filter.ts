import { legacyIdOf } from "@contract-toolkit/conformance";

/** Whether the id of a case, as it is today or was in version 0.1, contains a text. */
export function isChosen(filter: string): (played: { readonly id: string }) => boolean {
  return ({ id }) => [id, legacyIdOf(id)].some((each) => each.includes(filter));
}
