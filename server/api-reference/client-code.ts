import type { Operation, Sample } from "@contract-toolkit/contract";
import { clientCall } from "@contract-toolkit/inspector/client-call";

/**
 * Writes the call of the typed client that sends a sample's request. The variable `token` has the credential.
 *
 * @param setup the code that makes the client
 * @example
 * clientCode(operations.findItem, sample, genericClient("catalogue", operations.findItem, "http://127.0.0.1:3000"));
 */
export function clientCode(operation: Operation, { request }: Sample, setup: string): string {
  const { path, query, headers, cookies, contentType, body } = request;
  const isCredential = (header: string) =>
    declaredCredentials(operation).some(
      (credential) =>
        credential.in === "header" && credential.name.toLowerCase() === header.toLowerCase(),
    );
  const own = Object.fromEntries(Object.entries(headers).filter(([name]) => !isCredential(name)));
  const call = clientCall(operation.id, { path, query, headers: own, cookies, contentType, body });
  return `${setup}
${call}
console.log(result.status, result.body);`;
}

/** The code that makes a client of a generated contract. */
export function genericClient(contract: string, operation: Operation, baseUrl: string): string {
  const [secret] = declaredCredentials(operation);
  const credential = !secret
    ? ""
    : secret.scheme === undefined
      ? "\n  credential: token,"
      : `\n  credentials: { ${JSON.stringify(secret.scheme)}: token },`;
  return `import { createContractClient } from "@contract-toolkit/client";
import { operations, type Operations } from "./generated/${contract}/operations.js";

const client = createContractClient<Operations>(operations, {
  baseUrl: ${JSON.stringify(baseUrl)},${credential}
});`;
}

/** The credentials of all alternatives: a caller may have any of them. */
function declaredCredentials({ parameters, security = [] }: Operation) {
  const declared = parameters
    .filter(({ credential }) => credential)
    .map(({ in: place, name }) => ({ in: place, name, scheme: undefined }));
  return [...declared, ...security.flat()];
}
