import type { Operation } from "@contract-toolkit/contract";
import { isScenarioPlaceholder } from "@contract-toolkit/conformance/internal";
import type { KnownSample } from "./samples.ts";

/**
 * Whether a request has the required credentials: all schemes of one security alternative, and each required credential
 * header. Any text is accepted, but it must have the prefix that samples have, as in `Bearer <TOKEN>`.
 */
export function hasCredential(
  { security = [[]], parameters }: Operation,
  credentials: Readonly<Record<string, string | undefined>>,
  samples: readonly KnownSample[],
): boolean {
  const isGiven = (name: string) => (credentials[name] ?? "").trim() !== "";
  const alternatives = security.length === 0 ? [[]] : security;
  const hasScheme = alternatives.some((alternative) =>
    alternative.every(({ scheme }) => isGiven(scheme)),
  );
  const headers = parameters.filter(({ credential, required }) => credential && required);
  return (
    hasScheme &&
    headers.every(({ name }) => resemblesCredential(name, credentials[name] ?? "", samples))
  );
}

/** Whether a header has the form that samples show, except samples of a 401. */
function resemblesCredential(
  name: string,
  given: string,
  samples: readonly KnownSample[],
): boolean {
  const shown = samples
    .filter(({ case: { response } }) => response.status !== 401)
    .map(({ case: { call } }) => call.headers[name])
    .filter((value) => typeof value === "string")
    .filter(isScenarioPlaceholder);
  const isLike = (text: string) => {
    const before = text.slice(0, text.indexOf("<")).toLowerCase();
    return given.toLowerCase().startsWith(before) && given.length > before.length;
  };
  return given.trim() !== "" && (shown.length === 0 || shown.some(isLike));
}
