/** Finds failures that the run itself has caused, on a server whose state it does not set up. */
import type { SampleRequest, SchemeCredential } from "@contract-toolkit/contract";
import type { Case, CaseHead, ConstraintCase } from "../cases/case.ts";
import type { Operation } from "@contract-toolkit/contract";
import type { Suite } from "../suite.ts";
import { sendRequest } from "../targets/response.ts";
import { verdictWithStates, type ServerUnderTest } from "../targets/state-setup.ts";
import type { Verdict } from "../verdict.ts";
import { pathParameters } from "./sequence.ts";

/**
 * Whether a server only says that a resource is gone or that a value is used, which an earlier case may have caused, or that
 * it does not know a text of unusual characters.
 */
export function isBlameless(played: Case | ConstraintCase, { findings }: Verdict): boolean {
  if (findings.length === 0) return false;
  const isText =
    played.kind === "constraint" &&
    played.boundary === "valid" &&
    played.constraint.keyword === "characters";
  const isInPath = pathParameters(played.operation).length > 0;
  const statuses = isText ? /4\d\d/ : isInPath ? /40[49]|410|412/ : /409|412/;
  return findings.every(({ message }) => {
    const status = /^status (\d+) is not documented/.exec(message)?.[1];
    return status !== undefined && statuses.test(status);
  });
}

/** A creation with another token in its body, because a name may be unique. The length stays the same. */
export function withNewToken<Played extends Case | ConstraintCase>(
  played: Played,
  token: string,
  count: number,
): Played {
  if (played.operation.method !== "POST") return played;
  const digits = String(count);
  const next = token.slice(0, token.length - digits.length) + digits;
  const renew = <Message>(message: Message): Message => {
    const { body } = message as { readonly body?: unknown };
    if (body === undefined) return message;
    return {
      ...message,
      body: JSON.parse(JSON.stringify(body).replaceAll(token, next)) as unknown,
    };
  };
  return played.kind === "constraint"
    ? { ...played, message: renew(played.message) }
    : { ...played, request: renew(played.request) };
}

/** Plays a request without the credentials that its operation requires. */
export function playWithoutCredential(
  _: Suite,
  played: CaseHead & { readonly operation: Operation; readonly request: SampleRequest },
  { url }: Pick<ServerUnderTest, "url">,
): Promise<Verdict> {
  const security: readonly (readonly SchemeCredential[])[] = [];
  const operation = { ...played.operation, security };
  return verdictWithStates(played, async (__, trace) => {
    const { status } = await sendRequest(url, operation, played.request, {}, {}, trace);
    return status < 400
      ? [{ message: `a request without a credential is accepted with ${status}` }]
      : [];
  });
}
