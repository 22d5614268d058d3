import {
  bodyKindOf,
  findBodyContent,
  contentsOf,
  documentedOf,
  isContainer,
  type BodyContent,
  type Operation,
} from "@contract-toolkit/contract/messages";
import { invalidResponse } from "../problem.ts";
import { findResponseHeader, type PreparedResponse } from "./response.ts";

/** How responses of one status and content are checked and written. */
export interface ResponsePlan {
  /** Undefined if they have no body. */
  readonly content: ContentPlan | undefined;
  /** The content type in the message that is checked; undefined if the status has only one. */
  readonly namedType: string | undefined;
}

export type ContentPlan = ReturnType<typeof planOfContent>;

/** The plan of a response. Throws for a content type that its status does not have. */
export function planOfResponse(
  operation: Operation | undefined,
  response: PreparedResponse,
): ResponsePlan {
  if (response.contentType !== undefined)
    return { content: planOfContent({ contentType: response.contentType }), namedType: undefined };
  if (!operation) return undocumented;
  const named = findResponseHeader(response, "content-type");
  if (named !== undefined) return createResponsePlan(operation, response.status, String(named));
  const plans = plansByStatus.get(operation) ?? new Map<number, ResponsePlan>();
  const known = plans.get(response.status);
  if (known) return known;
  const plan = createResponsePlan(operation, response.status);
  plansByStatus.set(operation, plans.set(response.status, plan));
  return plan;
}

/** Plans of responses that name no content type, which are nearly all. */
const plansByStatus = new WeakMap<Operation, Map<number, ResponsePlan>>();

function createResponsePlan(operation: Operation, status: number, named?: string): ResponsePlan {
  const documented = documentedOf(operation.responses, status);
  if (!documented) return undocumented;
  const content = findBodyContent(documented, named);
  if (content) {
    // A file of any type has the type that the handler names.
    const sent =
      content.contentType === "*/*" && named ? { ...content, contentType: named } : content;
    return { content: planOfContent(sent), namedType: documented.others && content.contentType };
  }
  const types = contentsOf(documented).map(({ contentType }) => contentType);
  if (types.length === 0) return { content: undefined, namedType: undefined };
  throw invalidResponse(`${operation.id} ${status}: content-type has to be ${types.join(" or ")}`);
}

function planOfContent(content: BodyContent) {
  const { contentType, xml } = content;
  const kind = bodyKindOf(content);
  const isText = kind !== "bytes" && kind !== "events";
  const hasCharset = isText && !basedOnJson.test(contentType) && !/;\s*charset=/i.test(contentType);
  const header = hasCharset ? `${contentType}; charset=utf-8` : contentType;
  return { ...(xml && { xml }), contentType, kind, header };
}

/**
 * Types based on JSON have no charset (RFC 8259, section 11), and JSON:API refuses parameters that it does not know.
 * `application/json` keeps the charset that servers usually send.
 */
const basedOnJson = /\+json\s*(?:;|$)/i;

const undocumented: ResponsePlan = {
  content: planOfContent({ contentType: "application/json" }),
  namedType: undefined,
};

export function isEvents(body: unknown): body is AsyncIterable<unknown> | Iterable<unknown> {
  return isContainer(body) && (Symbol.asyncIterator in body || Symbol.iterator in body);
}
