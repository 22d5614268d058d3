import type { Operation, SampleRequest } from "@contract-toolkit/kernel";
import { withCredentials } from "../../credentials.ts";
import { fillPlaceholders } from "../../request.ts";

const sampleCredential = "sample.credential.value";

/** A call of a case with credentials, as far as the operation demands any. */
export function callWithCredentials(
  operation: Operation,
  call: SampleRequest,
  { isAnonymous = false, credential = sampleCredential } = {},
): SampleRequest {
  const documented = Object.fromEntries(
    operation.parameters.filter((each) => each.credential).map(({ name }) => [name, credential]),
  );
  const secured = isAnonymous
    ? call
    : withCredentials(operation, call, schemeCredentials(operation, credential));
  return { ...secured, headers: fillPlaceholders(secured.headers, documented) };
}

/** Credentials of the first alternative of an operation that has any; of Basic, as they are written. */
function schemeCredentials(
  { security = [] }: Operation,
  credential: string,
): Record<string, string> {
  const chosen = security.find((each) => each.length > 0) ?? [];
  return Object.fromEntries(
    chosen.map(({ name, type }) => [
      name,
      type?.toLowerCase() === "basic" ? `${type} ${btoa(`user:${credential}`)}` : credential,
    ]),
  );
}
