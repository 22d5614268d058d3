import {
  type BodyContent,
  type BodyContents,
  bodyKindOf,
  findBodyContent,
  contentsOf,
  documentedOf,
  explainErrors,
  isBinaryType,
  responseHeader,
  isJsonType,
  isStatusWithoutBody,
  mediaTypeOf,
  namedType,
  type Operation,
  type SampleRequest,
  valueAt,
  type Violation,
  parseJson,
} from "@contract-toolkit/contract";
import { parseEventTexts, readXmlText } from "../wire-body.ts";
import { secretsOf, shownExchange, type Trace } from "../exchanges/exchange.ts";
import { withCredentials } from "../credentials.ts";
import { fillPlaceholders, writeRequest, type WireRequest } from "../request.ts";
import type { Suite } from "../suite.ts";
import { describeViolation, shorten, type Finding, type ResponseViolation } from "../verdict.ts";
import { PATIENCE_MS, sendWireRequest, type HttpResponse } from "./send.ts";

export interface JudgedResponse {
  readonly status: number;
  /** Whether the operation documents the status, or the contract documents it as a refusal of every operation. */
  readonly isDocumented: boolean;
  /** The documented headers of the response, with their documented types. */
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** As sent; undefined if there was none. */
  readonly contentType: string | undefined;
  readonly isEmpty: boolean;
  readonly findings: readonly Finding[];
  /** JSON pointers of the places that violate the contract. */
  readonly faulty: ReadonlySet<string>;
}

/**
 * Sends a request with its credentials.
 *
 * @throws {ConformanceError} `no-response`, when the response is late
 */
export async function sendRequest(
  server: URL,
  operation: Operation,
  request: SampleRequest,
  headers: Readonly<Record<string, string>>,
  credentials: Readonly<Record<string, string>>,
  trace: Trace = {},
  changed = (wire: WireRequest) => wire,
): Promise<HttpResponse> {
  const wire = changed(securedRequest(server, operation, request, headers, credentials));
  const secrets = secretsOf(operation, headers, credentials);
  trace.exchange = () => shownExchange(wire, secrets);
  const response = await sendWireRequest(wire, PATIENCE_MS);
  trace.exchange = () => shownExchange(wire, secrets, response);
  return response;
}

/** A request as it is sent, with credentials and with the headers of provider states. */
export function securedRequest(
  server: URL,
  operation: Operation,
  request: SampleRequest,
  headers: Readonly<Record<string, string>>,
  credentials: Readonly<Record<string, string>>,
): WireRequest {
  const secured = withCredentials(operation, request, headers);
  const added = Object.entries(headers).filter(([name]) => !Object.hasOwn(credentials, name));
  const filled = { ...fillPlaceholders(secured.headers, headers), ...Object.fromEntries(added) };
  return writeRequest(operation, { ...secured, headers: filled }, server);
}

/** Judges a response by the contract alone. Its content type, headers and body must be documented for its status. */
export function judgeResponse(
  { contract, positionOf }: Pick<Suite, "contract" | "positionOf">,
  operation: Operation,
  response: HttpResponse,
): JudgedResponse {
  const { status } = response;
  const documented = documentedOf(operation.responses, status);
  const type = mediaType(response);
  const content = findBodyContent(documented, type ?? "");
  const { body, violation } = readBody(response, content);
  const own = contract.validators[operation.id]?.responses;
  const validate = (own && documentedOf(own, status)) ?? contract.refusals[status];
  const isDocumented = validate !== undefined;
  const headers = Object.fromEntries(
    (documented?.headers ?? []).flatMap((name) => {
      const value = responseHeader(response.headers, name, documented?.headerTypes?.[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const isEmpty = response.text === "" && response.illegible === undefined;
  const judged = { status, isDocumented, headers, contentType: type, isEmpty };
  const findingAs = (part: ResponseViolation["part"], finding: Finding, broken?: Violation) => ({
    ...finding,
    violation: { part, ...seenOf(judged), ...(broken && { broken }) },
  });
  const ofType = contentTypeFindings(documented, type);
  // An empty body has no type, and a body of another type is not judged by the schema.
  const findings = (isEmpty && type === undefined ? [] : ofType).map((finding) =>
    findingAs("content type", finding),
  );
  if (violation !== undefined) {
    // The schema would give a misleading violation for a text that is not JSON, or even accept it.
    findings.push(findingAs("body", { message: violation }));
    const faulty = new Set(["/body"]);
    return { ...judged, body: response.text || undefined, findings, faulty };
  }
  const message = { headers, ...namedType(documented, content?.contentType), body };
  const found = validate?.(message) === false ? explainErrors(validate.errors ?? []) : [];
  const hasNoContent = isEmpty && isStatusWithoutBody(status);
  const violations = found.filter(
    ({ pointer }) => !((hasNoContent || findings.length > 0) && /^\/body(\/|$)/.test(pointer)),
  );
  findings.push(
    ...violations.map((violation) =>
      findingAs(
        violation.pointer.startsWith("/headers") ? "headers" : "body",
        describeViolation(violation, positionOf),
        violation,
      ),
    ),
  );
  const faulty = new Set(found.map(({ pointer }) => pointer));
  return { ...judged, body, findings, faulty };
}

function seenOf({ status, contentType, isEmpty }: Seen): Omit<ResponseViolation, "part"> {
  return { status, ...(contentType !== undefined && { contentType }), isEmpty };
}

type Seen = Pick<JudgedResponse, "status" | "contentType" | "isEmpty">;

/** Finding for a status that the operation does not document. */
export function undocumentedStatus({ source }: Operation, seen: Seen): Finding {
  const violation = { part: "status", ...seenOf(seen) } as const;
  const message = `status ${seen.status} is not documented`;
  return { message, source, violation, ...(isRefusal(seen.status) && { about: "refusal" }) };
}

/** Finding for a message whose content type is not documented. Parameters of the type may differ. */
export function contentTypeFindings(
  documented: Partial<BodyContents> | undefined,
  sent: string | undefined,
): Finding[] {
  const types = contentsOf(documented).map(({ contentType }) => contentType);
  if (types.length === 0 || findBodyContent(documented, sent ?? "")) return [];
  const found = sent === undefined ? "none" : mediaTypeOf(sent);
  return [{ message: `content type: expected ${types.join(" or ")}, found ${found}` }];
}

export function wrongStatus(
  operation: Operation,
  expected: number,
  response: HttpResponse,
): Finding {
  const { status, text } = response;
  const start = `status: expected ${expected}, found `;
  return {
    message: `${start}${status} ${shorten(text)}`,
    repeatable: start + statusAndCode(operation, status, readBody(response).body),
    ...(isRefusal(expected) && isRefusal(status) && { about: "refusal" }),
  };
}

/** Whether a request is refused: not a success, a redirect or an error of the server. */
export function isRefusal(status: number): boolean {
  return isFailure(status) && status < 500;
}

/** Whether a request had no success: it is refused, or an error of the server. */
export function isFailure(status: number): boolean {
  return status >= 400;
}

/** Describes an error response by its status and error code. The rest of its body belongs to the server. */
export function statusAndCode({ responses }: Operation, status: number, body: unknown): string {
  const property = documentedOf(responses, status)?.errorCode?.property;
  const code = property === undefined ? undefined : valueAt(body, `/${property}`);
  return property !== undefined && typeof code === "number"
    ? `${status} with ${property} ${code}`
    : String(status);
}

function mediaType({ headers }: HttpResponse): string | undefined {
  const type = headers.get("content-type");
  return type === null ? undefined : mediaTypeOf(type);
}

/** Parses the body of a response by its content type, and reports what is wrong with its bytes. */
function readBody(
  response: HttpResponse,
  content?: BodyContent,
): { readonly body: unknown; readonly violation?: string } {
  const { text, illegible, isUtf8 } = response;
  if (illegible !== undefined) return { body: undefined, violation: illegible };
  const violation = "/body is not JSON in UTF-8 (RFC 8259)";
  if (content && bodyKindOf(content) === "events") {
    const body = parseEventTexts(text, content.contentType);
    return body ? { body } : { body: text, violation };
  }
  if (content && bodyKindOf(content) === "xml") {
    const { value, violations } = readXmlText(text, content);
    const [first] = isUtf8 ? violations : [{ pointer: "/body", reason: "is not UTF-8" }];
    return first
      ? { body: text, violation: `${first.pointer} ${first.reason}, in XML` }
      : { body: value };
  }
  const type = mediaType(response) ?? "";
  if (text === "") return { body: undefined };
  const isJson = isJsonType(type);
  if (!isJson && (type.startsWith("text/") || isBinaryType(type))) return { body: text };
  const body = parseJson(text);
  if (body === undefined) return isJson ? { body: text, violation } : { body: text };
  return isJson && !isUtf8 ? { body, violation } : { body };
}
