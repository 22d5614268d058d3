import { AsyncLocalStorage } from "node:async_hooks";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Suite } from "@contract-toolkit/conformance";
import { decompressBody, parseRawHeaders } from "@contract-toolkit/conformance/internal";
import type { Handler, Operation, OperationTypes } from "@contract-toolkit/contract";
import { sampledBody } from "@contract-toolkit/mock/bodies";
import { makeRefusal } from "@contract-toolkit/mock/refusals";
import { createResponses } from "@contract-toolkit/mock/responses";
import { groupKnownSamples } from "@contract-toolkit/mock/samples";
import {
  createContractRouter,
  type HandlerResponse,
  type Problem,
  type RequestMessage,
} from "@contract-toolkit/skeleton";
import { MOST_BODY_BYTES, withoutHeaders, type WireExchange } from "./exchange.ts";

/** What a contract says of a request. */
export interface JudgedRequest {
  /** Undefined if no operation has the path and method. */
  readonly operation?: Operation | undefined;
  /** Undefined if it could not be read. */
  readonly message?: RequestMessage | undefined;
  /** Undefined if it is valid, or if its body is not known. */
  readonly problem?: Problem | undefined;
  /** The response to an invalid request, in the contract's form. */
  readonly refusal?: HandlerResponse | undefined;
}

/**
 * Judges a request.
 *
 * @param isBodyKnown otherwise only its operation is found
 * @param response where the refusal of an invalid request is written. Default: nowhere
 */
export type JudgeRequest = (
  request: IncomingMessage,
  isBodyKnown?: boolean,
  response?: ServerResponse,
) => Promise<JudgedRequest>;

/** Makes a judge of requests: a server of the contract, whose handlers only notice the requests that reach them. */
export function createRequestJudge(suite: Suite): JudgeRequest {
  const { contract } = suite;
  const samples = groupKnownSamples(suite);
  const responses = createResponses(suite);
  const judgements = new AsyncLocalStorage<Judgement>();

  const handlerOf =
    (operation: Operation): Handler<OperationTypes, object, IncomingMessage> =>
    async ({ body: received }) => {
      const judgement = judgements.getStore();
      const body = await sampledBody(received);
      judgement?.settle({
        operation,
        message: judgement.message && { ...judgement.message, body },
      });
      return neverResponds();
    };

  const serve = createContractRouter(
    contract,
    Object.fromEntries(
      Object.values(contract.operations).map((operation) => [operation.id, handlerOf(operation)]),
    ),
    {
      // The server judges credentials.
      authenticate({ operation }) {
        const judgement = judgements.getStore();
        if (judgement) judgement.operation = operation;
        if (judgement?.isBodyKnown !== false) return {};
        judgement.settle({ operation });
        return neverResponds();
      },
      beforeHandler({ path, query, headers, cookies = {}, contentType }) {
        const judgement = judgements.getStore();
        if (judgement) judgement.message = { path, query, headers, cookies, contentType };
      },
      errorHandler(problem) {
        const operation = judgements.getStore()?.operation;
        return makeRefusal(
          {
            problem,
            operation,
            asked: new Map(),
            preference: {},
            samples: samples.get(operation?.id ?? "") ?? [],
            elsewhere: [...samples.values()].flat(),
          },
          contract,
          responses,
        ).response;
      },
      onResponse({ operation, received, problem, refusal }) {
        judgements.getStore()?.settle({ operation, message: received, problem, refusal });
      },
      bodyLimitBytes: MOST_BODY_BYTES,
      uploads: { limitBytes: MOST_BODY_BYTES },
    },
  );

  return (request, isBodyKnown = true, response = new ServerResponse(request)) =>
    new Promise((settle) => {
      const judgement = { settle, isBodyKnown, operation: undefined, message: undefined };
      judgements.run(judgement, () => {
        serve(request, response);
      });
    });
}

interface Judgement {
  readonly settle: (judged: JudgedRequest) => void;
  readonly isBodyKnown: boolean;
  operation: Operation | undefined;
  message: RequestMessage | undefined;
}

/** The request is forgotten. */
function neverResponds(): Promise<never> {
  return new Promise(() => undefined);
}

/** A request that was received before, for whoever reads requests of Node.js. */
export class RecordedRequest extends IncomingMessage {
  constructor({ method, target, headers, body }: WireExchange["request"]) {
    super(new Socket());
    const encoding = parseRawHeaders(headers).get("content-encoding") ?? "";
    const bytes = typeof body === "string" ? undefined : decompressBody(body, encoding);
    this.method = method;
    this.url = target;
    this.httpVersion = "1.1";
    const isDecoded = bytes !== undefined;
    this.rawHeaders.push(
      ...withoutHeaders(headers, (name) => ofLength.has(name) || (isDecoded && name === ENCODING)),
    );
    if (bytes && bytes.length > 0) {
      this.rawHeaders.push("Content-Length", String(bytes.length));
      this.push(bytes);
    }
    this.headers = Object.fromEntries(parseRawHeaders(this.rawHeaders));
    this.push(null);
    this.complete = true;
  }

  /** Everything was pushed. */
  override _read(): void {}
}

const ENCODING = "content-encoding";
const ofLength: ReadonlySet<string> = new Set(["content-length", "transfer-encoding"]);
