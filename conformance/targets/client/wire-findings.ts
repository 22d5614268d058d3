import {
  findBodyContent,
  contentsOf,
  type Contract,
  isAcceptable,
  isNegotiated,
  negotiate,
  type Operation,
  pointerStep,
  preferredType,
  type Response,
  type SampleRequest,
  ownValue,
} from "@contract-toolkit/contract";
import { violationsOfRequest } from "../../contract-allows.ts";
import { credentialHeaders } from "../../credentials.ts";
import { isSameType, readContent } from "../../wire-body.ts";
import { withoutScheme } from "../../exchanges/secrets.ts";
import { compareJson } from "../../json-comparison/compare.ts";
import { headerNamed, parseQueryPairs, writePath, writeRequest } from "../../request.ts";
import { describeDifference, type Finding } from "../../verdict.ts";
import type { Recorded } from "../recording-server/recorder.ts";
import { unaskedHeaders, type CallOfClient } from "./unasked-headers.ts";

/** Differences between a received request and the expected one. */
export async function wireFindings(
  call: CallOfClient,
  contract: Contract,
  operation: Operation,
  request: SampleRequest,
  sent: Recorded,
  server: URL,
): Promise<Finding[]> {
  const expected = writeRequest(operation, request, server);
  // Not resolved, because a target such as `//[` is no reference to a URL.
  const found = new URL(server);
  found.search = sent.target.split("?").slice(1).join("?");
  const type = sent.headers["content-type"] ?? "";
  const body = await readContent(
    findBodyContent(operation.body, request.contentType),
    sent.bytes,
    type,
  );
  const path = server.pathname.replace(/\/$/, "") + writePath(operation, request);
  const parts = (method: string, target: string, { search }: URL, content: unknown) => ({
    method,
    path: plainPath(target),
    query: parseQueryPairs(operation, search).sort(),
    body: content,
  });
  const differences = [
    ...compareJson(
      parts(expected.method, path, expected.url, request.body),
      parts(sent.method, targetPath(sent), found, body),
    ),
    ...Object.entries(expected.headers).flatMap(([name, value]) =>
      (name === "Content-Type" && isSameType(value, type)) ||
      (name === "Accept" && isRatherAccepted(operation, value, sent))
        ? []
        : compareJson(value, sent.headers[name.toLowerCase()], undefined, `/headers/${name}`),
    ),
  ];
  return [
    ...differences.map((difference) => ({
      ...describeDifference("sent", difference),
      about: { pointer: difference.pointer, isSent: true } as const,
    })),
    ...Object.keys(expected.headers)
      .filter((name) => sent.repeated.includes(name.toLowerCase()))
      .map((name) => ({
        message: `sent/headers/${name}: sent more than once`,
      })),
    ...strayHeaders(contract, operation, sent).map((name) => ({
      message: `sent/headers/${name}: not documented for ${operation.id}`,
    })),
    ...unaskedHeaders(call, operation, request, sent),
    ...wrongHeaders(contract, operation, request, sent),
    ...strayCredentials(operation, expected, sent).map((place) => ({
      message: `sent${place}: holds the credential, which belongs elsewhere`,
    })),
    ...(isResponseAccepted(operation, request, sent)
      ? []
      : [{ message: "sent/headers/Accept: no documented response is acceptable" }]),
  ];
}

/** The path as it was sent. A URL would resolve its dot segments. */
function targetPath({ target }: Recorded): string {
  const [path = ""] = target.replace(/^https?:\/\/[^/]*/, "").split("?");
  return path;
}

/** A client may percent-encode more characters than necessary (RFC 3986, section 6.2.2.2). */
function plainPath(path: string): string {
  try {
    return path
      .split("/")
      .map((segment) => encodeURIComponent(decodeURIComponent(segment)))
      .join("/");
  } catch {
    return path;
  }
}

/** A client may accept other types, too, if it prefers this one. */
function isRatherAccepted(operation: Operation, type: string, { headers }: Recorded): boolean {
  const types = answeredTypes(operation).find((answeredType) => answeredType.includes(type));
  const [first, ...others] = types ?? [];
  return first !== undefined && preferredType(headers.accept, [first, ...others]) === type;
}

/** Whether the client accepts the type of a documented response (RFC 9110, section 12.5.1). */
function isResponseAccepted(
  operation: Operation,
  request: SampleRequest,
  { headers }: Recorded,
): boolean {
  // The caller gave `Accept` as a parameter.
  if (headerNamed(request.headers, "Accept") !== undefined) return true;
  const types = answeredTypes(operation).flat();
  return types.length === 0 || types.some((type) => isAcceptable(headers.accept, type));
}

function answeredTypes({ responses }: Operation): string[][] {
  return Object.values<Response>(responses).map((response) =>
    contentsOf(response).map(({ contentType }) => contentType),
  );
}

/** Headers that the contract documents only for other operations. */
function strayHeaders(contract: Contract, operation: Operation, sent: Recorded): string[] {
  const headersOf = (operation: Operation) => [
    ...operation.parameters
      .filter((parameter) => parameter.in === "header")
      .map(({ name }) => name.toLowerCase()),
    ...(operation.parameters.some((parameter) => parameter.in === "cookie") ? ["cookie"] : []),
    ...credentialHeaders(operation),
  ];
  // Every body has a type, which is documented as a header for files of any type.
  const own = new Set(["content-type", ...headersOf(operation)]);
  const others = Object.values(contract.operations).flatMap(headersOf);
  // HTTP libraries send negotiated headers by themselves.
  return [...new Set(others)].filter(
    (name) => !own.has(name) && !isNegotiated(name) && Object.hasOwn(sent.headers, name),
  );
}

/** Headers that the client makes by itself, such as the id of a request, and that violate the contract. */
function wrongHeaders(
  contract: Contract,
  operation: Operation,
  request: SampleRequest,
  { headers }: Recorded,
): Finding[] {
  return operation.parameters.flatMap((parameter) => {
    const { name, in: place, type } = parameter;
    const written = ownValue(headers, name.toLowerCase())?.toString();
    // Of a negotiated header, only the preferred value is validated.
    const isRead = written !== undefined && parameter.negotiated;
    const sent = isRead ? negotiate(parameter, written) : written;
    const isOwn =
      place === "header" && type === "string" && ownValue(request.headers, name) === undefined;
    if (!isOwn || sent === undefined) return [];
    const pointer = `/headers/${pointerStep(name)}`;
    const message = { ...request, headers: { ...request.headers, [name]: sent } };
    return violationsOfRequest(contract, operation, message)
      .filter((violation) => violation.pointer === pointer)
      .map(({ reason }) => ({ message: `sent${pointer}: ${reason}` }));
  });
}

/** Undocumented places that hold the credential of a header. Logs and caches store such places. */
function strayCredentials(
  { parameters }: Operation,
  { headers }: { readonly headers: Readonly<Record<string, string>> },
  sent: Recorded,
): string[] {
  const own = parameters.flatMap(({ name, credential }) => (credential ? [name] : []));
  return own.flatMap((name) => {
    const credential = withoutScheme(headers[name] ?? "");
    if (credential.length < SHORTEST_CREDENTIAL) return [];
    const strays = Object.entries(sent.headers).filter(
      ([key, value]) => key !== name.toLowerCase() && String(value).includes(credential),
    );
    return [
      ...strays.map(([key]) => `/headers/${key}`),
      ...(decodeTarget(sent.target).includes(credential) ? ["/target"] : []),
    ];
  });
}

/** A shorter text may occur elsewhere by chance. */
const SHORTEST_CREDENTIAL = 12;

function decodeTarget(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}
