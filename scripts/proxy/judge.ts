import type { IncomingMessage } from "node:http";
import type { Suite } from "@contract-toolkit/conformance";
import {
  judgeResponse,
  parseRawHeaders,
  readHttpResponse,
  undocumentedStatus,
} from "@contract-toolkit/conformance/internal";
import {
  documentedOf,
  headerText,
  namedType,
  ruleOfField,
  type Operation,
  type SampleRequest,
  type SampleResponse,
  type SourcePosition,
} from "@contract-toolkit/contract";
import type { Problem, RequestMessage, ResponseInfo } from "@contract-toolkit/skeleton";
import type { WireExchange } from "./exchange.ts";
import { createRequestJudge, RecordedRequest, type JudgedRequest } from "./request-judge.ts";

/** A suite, and what its document allows although the contract that was made of it does not. */
export interface JudgingSuite {
  readonly suite: Suite;
  /** Default: nothing. */
  readonly isAllowed?: (operation: Operation, finding: Finding) => boolean;
}

type Finding = ReturnType<typeof judgeResponse>["findings"][number];

/** What a contract says of an exchange. */
export interface JudgedExchange {
  readonly wire: WireExchange;
  /** Undefined if the contract does not have the path and method. */
  readonly operation: Operation | undefined;
  /** In the form of samples; undefined if it could not be read. */
  readonly request: SampleRequest | undefined;
  readonly response: SampleResponse | undefined;
  readonly violations: readonly TrafficViolation[];
  /** Why a message was not judged. */
  readonly unjudged: readonly string[];
  /** For a recorder of requests. */
  readonly answered: ResponseInfo<unknown>;
}

/** A rule that a message breaks. */
export interface TrafficViolation {
  readonly in: "request" | "response";
  /** JSON pointer from the message's root. */
  readonly pointer: string;
  readonly reason: string;
  /** Position of the rule, or else of the operation. */
  readonly source: SourcePosition;
}

/** A request that was judged before its response came. */
export type ReceivedRequest = JudgedRequest & { readonly request: IncomingMessage };

export type Judge = ReturnType<typeof createJudge>;

/** Makes a judge of exchanges. Requests are judged as on a server of the contract, responses as the suite judges those of a server. */
export function createJudge(judging: JudgingSuite) {
  const judgeRequest = createRequestJudge(judging.suite);
  return {
    judgeRequest,
    /** @param received the request with its judgement, if it is known already */
    async judgeExchange(wire: WireExchange, received?: ReceivedRequest): Promise<JudgedExchange> {
      const { body } = wire.request;
      const request = received?.request ?? new RecordedRequest(wire.request);
      const judged = received ?? (await judgeRequest(request, typeof body !== "string"));
      const { operation, message } = judged;
      const result = operation ? judgeWireResponse(judging, operation, wire) : nothingJudged;
      const { response, violations, unjudged } = result;
      const reply = response && {
        ...response,
        headers: shownHeaders(response),
        body: response.body,
      };
      const problem = judged.problem ?? problemOfResponse(violations);
      return {
        wire,
        operation,
        response,
        request: message && sampleOf(message),
        violations: [...requestViolations(judging.suite, judged), ...violations],
        unjudged: [...(typeof body === "string" ? [`of the request, ${body}`] : []), ...unjudged],
        answered: {
          method: wire.request.method,
          path: wire.request.target.replace(/\?.*/s, ""),
          status: typeof wire.response === "string" ? 0 : wire.response.status,
          receivedAt: wire.receivedAt,
          durationMs: wire.durationMs,
          request,
          reply,
          received: message,
          // It was sent, although it may be invalid.
          refusal: reply,
          ...(operation && { operation }),
          ...(problem && { problem }),
        },
      };
    },
  };
}

function sampleOf({ contentType, ...message }: RequestMessage): SampleRequest {
  return { ...message, ...(contentType !== undefined && { contentType }) };
}

interface JudgedResponse {
  readonly response?: SampleResponse;
  readonly violations: readonly TrafficViolation[];
  readonly unjudged: readonly string[];
}

const nothingJudged: JudgedResponse = { violations: [], unjudged: [] };

/** Documented headers, without credentials. */
function shownHeaders({ headers }: SampleResponse): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.toLowerCase() === "set-cookie" ? [] : [[name, headerText(value)]],
    ),
  );
}

/** Judges a response by its operation. */
export function judgeWireResponse(
  { suite, isAllowed = () => false }: JudgingSuite,
  operation: Operation,
  { request, response }: Pick<WireExchange, "request" | "response">,
): JudgedResponse {
  if (typeof response === "string") return { violations: [], unjudged: [response] };
  const { status, headers, body } = response;
  if (typeof body === "string") return { violations: [], unjudged: [`of the response, ${body}`] };
  const raw = readHttpResponse(status, parseRawHeaders(headers), body);
  const judged = judgeResponse(suite, operation, raw);
  // RFC 9110, sections 9.3.2 and 15.4.5: they have the headers of a body that is not there.
  const hasNoBody = request.method === "HEAD" || status === 304;
  const isConditional = request.headers.some(
    (name, index) => index % 2 === 0 && /^if-(none-match|modified-since)$/i.test(name),
  );
  const isDocumented = judged.isDocumented || (status === 304 && isConditional);
  const findings = [
    ...(isDocumented ? [] : [undocumentedStatus(operation, judged)]),
    ...judged.findings.filter(({ violation }) => !hasNoBody || violation?.part === "headers"),
  ].filter((finding) => !isAllowed(operation, finding));
  return {
    response: {
      status,
      headers: judged.headers,
      ...namedType(documentedOf(operation.responses, status), judged.contentType),
      ...(judged.body !== undefined && { body: judged.body }),
    },
    violations: findings.map(({ message, source = operation.source, violation }) => {
      const { pointer, reason } = violation?.broken ?? {
        pointer: pointers[violation?.part ?? "body"],
        reason: message.replace(/^\/body /, ""),
      };
      return { in: "response", pointer, reason, source };
    }),
    unjudged: [],
  };
}

/** Of parts that are judged as a whole. */
const pointers = {
  status: "/status",
  "content type": "/headers/content-type",
  headers: "/headers",
  body: "/body",
} as const;

function requestViolations(
  suite: Suite,
  { operation, problem }: JudgedRequest,
): readonly TrafficViolation[] {
  if (!operation || !problem) return [];
  const { source } = operation;
  if (problem.kind !== "invalid-request")
    return [{ in: "request", pointer: "", reason: problem.kind.replaceAll("-", " "), source }];
  return problem.violations.map(({ field, reason, pointer = `/${field}`, rule }) => ({
    in: "request",
    pointer,
    reason,
    source:
      (rule === undefined ? undefined : suite.positionOf(ruleOfField(pointer, rule))) ?? source,
  }));
}

function problemOfResponse(violations: readonly TrafficViolation[]): Problem | undefined {
  if (violations.length === 0) return undefined;
  const detail = violations.map(({ pointer, reason }) => `${pointer} ${reason}`).join("; ");
  return { kind: "invalid-response", detail, violations };
}
