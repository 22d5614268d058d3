import type { Sample, SampleRequest } from "./sample.ts";
import { withoutValue, withValue } from "./pointer.ts";

/** Changes of a request: `set` by JSON pointer, `remove` by list of pointers. */
export interface RequestEdits {
  readonly set?: Readonly<Record<string, unknown>>;
  readonly remove?: readonly string[];
}

/** Name of the provider state with edits for a sample's request, for requests that TypeSpec would refuse. */
export const editState = "edit";

/**
 * Sets and removes values of a request.
 *
 * @example
 * editedRequest(request, { set: { "/body/size": -1 }, remove: ["/body/name"] });
 */
export function editedRequest(request: SampleRequest, edits: RequestEdits): SampleRequest {
  const removed = (edits.remove ?? []).reduce<unknown>(withoutValue, request);
  return Object.entries(edits.set ?? {}).reduce<unknown>(
    (changed, [pointer, value]) => withValue(changed, pointer, value),
    removed,
  ) as SampleRequest;
}

/**
 * The request that a sample sends: the documented request with the sample's edits.
 *
 * @example
 * const { body } = sentRequest(sample);
 */
export function sentRequest({ request, providerStates }: Sample): SampleRequest {
  return providerStates
    .filter(({ name }) => name === editState)
    .reduce((edited, { values }) => editedRequest(edited, values), request);
}
