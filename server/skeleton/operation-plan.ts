import type { IncomingMessage } from "node:http";
import {
  bodyKindOf,
  findBodyContent,
  isContainer,
  isStreamed,
  type Violation,
  type Operation,
} from "@contract-toolkit/contract/messages";
import { PreparedResponse, reply } from "./responses/response.ts";
import type { CheckResponse } from "./responses/check-response.ts";
import { runMiddleware, type Middleware } from "./middleware/middleware.ts";
import type { Engine } from "./engine.ts";
import type { Exchange } from "./exchange.ts";
import { take, type Later } from "./maybe-async.ts";
import type { RouterOptions } from "./options.ts";
import { isUnjudged, passOn } from "./pass-on.ts";
import { invalidResponse, ProblemError } from "./problem.ts";
import type { AnyHandler } from "./registration.ts";
import { createBodyReader } from "./requests/body.ts";
import { operationBodyLimits } from "./requests/limits.ts";
import { createCredentialReader } from "./requests/credentials.ts";
import { invalidRequest } from "./requests/invalid-request.ts";
import { createParameterReader } from "./requests/parameters.ts";
import { isStreamedBody, judgeBody, withoutStream } from "./requests/streams/uploaded-form.ts";

/** The steps for each request of an operation, one after another. It contains only the steps that the operation needs. */
export type OperationPlan<Context, Request extends IncomingMessage> = readonly Step<
  Context,
  Request
>[];

/** Does a part of the work and stores the result in the exchange. Throws or rejects to end the request. */
export type Step<Context, Request extends IncomingMessage> = (
  exchange: Exchange<Context, Request>,
) => Later;

export interface PlanParts<Context, Request> {
  readonly engine: Engine;
  readonly check: CheckResponse;
  readonly middleware: readonly Middleware[];
  /** Undefined: the next middleware responds. */
  readonly handler: AnyHandler<Context, Request> | undefined;
  readonly options: RouterOptions<Context, Request>;
}

/** Runs the steps of a plan, beginning with one of them. Synchronous steps cost no promise. */
export function runSteps<Context, Request extends IncomingMessage>(
  plan: OperationPlan<Context, Request>,
  exchange: Exchange<Context, Request>,
  fail: (exchange: Exchange<Context, Request>, error: unknown) => void,
  from = 0,
): void {
  try {
    for (let at = from; at < plan.length; at += 1) {
      const later = plan[at]?.(exchange);
      if (!later) continue;
      later(
        () => {
          runSteps(plan, exchange, fail, at + 1);
        },
        (error) => {
          fail(exchange, error);
        },
      );
      return;
    }
  } catch (error) {
    fail(exchange, error);
  }
}

/** Decides which steps an operation needs. */
export function planOperation<Context, Request extends IncomingMessage>(
  operation: Operation,
  { engine, check, middleware, handler, options }: PlanParts<Context, Request>,
): OperationPlan<Context, Request> {
  type Steps = Record<string, Step<Context, Request>>;
  const { body } = operation;
  const readCredentials = createCredentialReader(operation);
  const readParameters = createParameterReader(operation);
  const readBody = createBodyReader(
    operation,
    operationBodyLimits(operation, options),
    judgeBody(engine, operation),
  );
  const steps = {
    authenticate: (exchange) => {
      const { request, headers, search } = exchange;
      const credentials = readCredentials(headers, search);
      const asked = options.authenticate({ operation, headers, credentials, request });
      return take(asked, (context) => {
        exchange.context = context;
      });
    },
    runMiddleware: (exchange) => {
      const { request, response } = exchange;
      return take(runMiddleware(middleware, request, response), (release) => {
        exchange.release = release;
      });
    },
    readBody: (exchange) => readBody?.(exchange),
    judge: (exchange) => {
      const { headers, pathParameters, search, content } = exchange;
      const unread: Violation[] = [];
      const message = readParameters(pathParameters, search, headers, unread);
      if (content?.value !== undefined) {
        message.body = content.value;
        if (body?.others)
          message.contentType = findBodyContent(body, headers["content-type"])?.contentType;
      }
      exchange.message = message;
      return take(engine.request(operation, message), (judged) => {
        if (content?.rounded) message.body = content.rounded();
        const broken = hasStreams ? withoutStream(message.body, judged) : judged;
        const violations = content?.violations.length ? [...content.violations, ...unread] : unread;
        if (violations.length === 0 && broken.length === 0) return;
        const invalid = invalidRequest(violations, broken);
        if (invalid && invalid.code === undefined) throw new ProblemError(invalid);
        exchange.invalid = invalid;
      });
    },
    beforeHandler: ({ message, context, request }) =>
      take(options.beforeHandler?.({ ...message, operation, context, request }), () => undefined),
    finishBody: ({ result, message }) =>
      result.status < 400 && isStreamedBody(message.body)
        ? take(message.body.finish(isStreamOf(result.body)), () => undefined)
        : undefined,
    alter: (exchange) => {
      const { result, context } = exchange;
      const altered = options.onSend?.(result, { operation, context }) ?? result;
      const { status, headers } = altered;
      exchange.result = new PreparedResponse(status, altered.body, headers, result.contentType);
      return undefined;
    },
    check: (exchange) => {
      return take(check(operation, exchange.result), (checked) => {
        exchange.result = checked;
      });
    },
  } satisfies Steps;
  const contents = body ? [body, ...(body.others ?? [])] : [];
  const hasStreams = contents.some((content) => isStreamed(bodyKindOf(content)));
  const admit = [
    steps.authenticate,
    ...(middleware.length > 0 ? [steps.runMiddleware] : []),
    ...(body ? [steps.readBody] : []),
    steps.judge,
    ...(options.beforeHandler ? [steps.beforeHandler] : []),
  ];
  if (!handler)
    return [
      ...admit,
      requireValid,
      (exchange) => passOn(operation, exchange),
      (exchange) => (isUnjudged(exchange) ? undefined : steps.check(exchange)),
    ];
  return [
    ...admit,
    ...planHandlerSteps(operation, handler),
    ...(hasStreams ? [steps.finishBody] : []),
    ...(options.onSend ? [steps.alter] : []),
    steps.check,
  ];
}

function isStreamOf(body: unknown): boolean {
  return isContainer(body) && Symbol.asyncIterator in body;
}

/** A request that breaks only bounds with their own error code reaches no function. */
function requireValid({ invalid }: Pick<Exchange<unknown>, "invalid">): undefined {
  if (invalid) throw new ProblemError(invalid);
}

/** A handler that is a function has no preparation. */
function planHandlerSteps<Context, Request extends IncomingMessage>(
  { id }: Operation,
  handler: AnyHandler<Context, Request>,
): Step<Context, Request>[] {
  const use = (exchange: Exchange<Context, Request>, given: unknown) => {
    if (!(given instanceof PreparedResponse)) throw invalidResponse(`${id} did not reply`);
    exchange.result = given;
  };
  if (typeof handler === "function")
    return [
      (exchange) => {
        requireValid(exchange);
        return take<unknown>(handler(exchange.received(), reply), (given) => {
          use(exchange, given);
        });
      },
    ];
  return [
    (exchange) =>
      take(handler.prepare(exchange.received()), (responder) => {
        requireValid(exchange);
        exchange.responder = responder;
      }),
    (exchange) =>
      take<unknown>(exchange.responder?.(reply), (given) => {
        use(exchange, given);
      }),
  ];
}
