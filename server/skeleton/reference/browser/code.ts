import {
  type Credential,
  credentialsOf,
  isCredential,
  type DescribedOperation,
  type SampledRequest,
  writeRequest,
} from "./request.ts";

/** A request in the languages of the reference. Credentials are variables. */
export interface RequestCode {
  readonly curl: string;
  readonly fetch: string;
  readonly client: string;
}

/**
 * Writes the code that makes a request.
 *
 * @param contract name of its folder, such as `catalogue`
 */
export function codeOf(
  contract: string,
  operation: DescribedOperation,
  request: SampledRequest,
  address: string,
): RequestCode | undefined {
  const written = writeRequest(operation, request, address);
  if (!written) return undefined;
  const { method, url, body } = written;
  const secret = credentialsOf(operation).find((each) => each.in === "header");
  const prefix = secret?.type === undefined ? "" : `${secret.type} `;
  const headers = Object.entries(written.headers);
  const curl = [
    `curl -X ${method} ${quoted(url)}`,
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(secret ? [`-H "${secret.name}: ${prefix}$TOKEN"`] : []),
    ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]),
  ];
  const init = [
    `method: ${JSON.stringify(method)},`,
    `headers: {`,
    ...headers.map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
    ...(secret ? [`  ${JSON.stringify(secret.name)}: \`${prefix}\${token}\`,`] : []),
    `},`,
    ...(body === undefined ? [] : [`body: ${bodyCode(written.headers["Content-Type"], body)},`]),
  ];
  return {
    curl: curl.join(" \\\n  "),
    fetch: `const response = await fetch(${JSON.stringify(url)}, {\n${indented(init.join("\n"))}\n});\nconsole.log(response.status, await response.text());`,
    client: clientCode(contract, operation, request, address),
  };
}

function clientCode(
  contract: string,
  operation: DescribedOperation,
  request: SampledRequest,
  address: string,
): string {
  const { path, query, headers, cookies, contentType, body } = request;
  const own = Object.fromEntries(
    Object.entries(headers).filter(([name]) => !isCredential(operation, name)),
  );
  const isGiven = ([, value]: [string, unknown]) =>
    value !== undefined && JSON.stringify(value) !== "{}";
  const parts = { path, query, headers: own, cookies, contentType };
  const call = [
    ...Object.entries(parts).filter(isGiven),
    ...(body === undefined ? [] : [["body", body]]),
  ];
  const [secret] = credentialsOf(operation);
  const options = [
    `baseUrl: ${JSON.stringify(address)},`,
    ...(secret ? [secretOption(secret)] : []),
  ];
  const argument = JSON.stringify(Object.fromEntries(call), null, 2);
  return `import { createContractClient } from "@contract-toolkit/client";
import { operations, type Operations } from "./generated/${contract}/operations.js";

const client = createContractClient<Operations>(operations, {
${indented(options.join("\n"))}
});
const result = await client.${operation.id}(${argument === "{}" ? "" : argument});
console.log(result.status);`;
}

function secretOption({ scheme }: Credential): string {
  return scheme === undefined
    ? "credential: token,"
    : `credentials: { ${JSON.stringify(scheme)}: token },`;
}

function bodyCode(contentType: string | undefined, body: string): string {
  return /[/+]json\b/.test(contentType ?? "") ? `JSON.stringify(${body})` : JSON.stringify(body);
}

/** Quotes a text for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, "  ");
}
