import type { Operation } from "@contract-toolkit/contract";
import { isAccepted, type Learned } from "./learn.ts";

/**
 * Describes that a server accepts no request for which it wants a credential; undefined if it accepts one, or refuses none for
 * its credential.
 *
 * @param secured the operations that declare security. A few others may refuse with 403 for another reason
 * @param names of the security schemes, and of the headers, query parameters and cookies with the given credentials
 */
export function refusedCredential(
  learned: readonly Learned[],
  secured: ReadonlySet<Operation>,
  { schemes, given }: { readonly schemes: readonly string[]; readonly given: readonly string[] },
): { readonly message: string; readonly isOfAll: boolean } | undefined {
  const tried = learned.filter((item) => item.tried !== undefined);
  const isForbidden = (item: Learned) => item.tried?.response?.status === 403;
  const areMostForbidden = tried.filter(isForbidden).length * 2 > tried.length;
  const isRefused = (item: Learned) =>
    item.tried?.response?.status === 401 ||
    (isForbidden(item) && (areMostForbidden || secured.has(item.operation)));
  const refused = tried.filter(isRefused);
  const isGuarded = (item: Learned) => secured.has(item.operation) || isRefused(item);
  if (refused.length === 0 || tried.some((item) => isGuarded(item) && isAccepted(item)))
    return undefined;
  const options = [
    ...schemes.slice(0, MOST_SCHEMES).map((scheme) => `--auth ${scheme}=VALUE`),
    `--header '${given[0] ?? "Name"}: value'`,
  ].join(" or ");
  const what = `${refused.length} of ${tried.length} operations are answered with 401 or 403`;
  return {
    message:
      given.length === 0
        ? `The server requires a credential: ${what}. Give one with ${options}.`
        : `The server refuses the credential: ${what}. Give a valid one with ${options}.`,
    isOfAll: refused.length === tried.length,
  };
}

/** One line of a terminal. */
const MOST_SCHEMES = 2;
