/** Credentials that the user gives for somebody's server. */
import type { Operation, SchemeCredential } from "@contract-toolkit/contract";
import type { Suite } from "@contract-toolkit/conformance";
import { UsageError } from "@contract-toolkit/schemas/usage-error";

interface Given {
  /** By header (`--header`). */
  readonly headers: Readonly<Record<string, string>>;
  /** By name of the security scheme (`--auth`). */
  readonly auth: Readonly<Record<string, string>>;
}

/**
 * Sends the given credentials with every request, whether or not the document declares security, because many documents
 * leave it out.
 *
 * @returns the values by name of the header, query parameter or cookie, the operations that declare security, and the names of
 * their schemes
 * @throws {UsageError} if the contract has no such scheme
 */
export function giveCredentials(
  { contract }: Suite,
  { headers, auth }: Given,
): {
  readonly values: Record<string, string>;
  readonly secured: ReadonlySet<Operation>;
  readonly schemes: readonly string[];
} {
  const operations = Object.values(contract.operations);
  const credentials = operations.flatMap(({ security = [] }) => security.flat());
  const schemes = [...new Set(credentials.map(({ scheme }) => scheme))];
  const used = new Map<string, SchemeCredential>();
  const values: Record<string, string> = {};
  for (const [scheme, value] of Object.entries(auth)) {
    const found = credentials.find(
      (credential) => credential.scheme.toLowerCase() === scheme.toLowerCase(),
    );
    if (!found)
      throw new UsageError(
        `There is no security scheme "${scheme}". The contract uses ${schemes.join(", ") || "none"}; other credentials are given with --header.`,
      );
    used.set(found.name.toLowerCase(), found);
    const isBasic = found.type?.toLowerCase() === "basic" && value.includes(":");
    values[found.name] = isBasic ? btoa(value) : value;
  }
  for (const [name, value] of Object.entries(headers)) {
    const found = credentials.find(
      (credential) => credential.name.toLowerCase() === name.toLowerCase(),
    );
    // What is given with a scheme of authentication is whole.
    const isWhole = found === undefined || /^[A-Za-z][\w-]* \S/.test(value);
    used.set(name.toLowerCase(), isWhole ? { scheme: name, in: "header", name } : found);
    values[name] = value;
  }
  const secured = securedOperations({ contract });
  const all = [...used.values()];
  for (const operation of operations)
    Object.assign(operation, { security: all.length > 0 ? [all] : [] });
  return { values, secured, schemes };
}

/** The operations that declare security, without which they cannot be called. */
export function securedOperations({ contract }: Pick<Suite, "contract">): ReadonlySet<Operation> {
  return new Set(
    Object.values<Operation>(contract.operations).filter(
      ({ security = [] }) =>
        security.length > 0 && security.every((requirement) => requirement.length > 0),
    ),
  );
}
