import type { IncomingMessage } from "node:http";
import { bodyKindOf, isStreamed, type Operation } from "@contract-toolkit/kernel";
import { Answer, reply } from "./answers/answer.ts";
import type { CheckAnswer } from "./answers/check-answer.ts";
import { runMiddleware, type Middleware } from "./application/middleware.ts";
import type { Engine, RequestMessage } from "./engine.ts";
import type { Exchange } from "./exchange.ts";
import type { RouterOptions } from "./options.ts";
import { invalidResponse, ProblemError } from "./problem.ts";
import type { Prepare } from "./registration.ts";
import { createBodyReader, type BodyLimits } from "./requests/body.ts";
import { readCredentials } from "./requests/credentials.ts";
import { invalidRequest } from "./requests/invalid-request.ts";
import { readParameters } from "./requests/parameters.ts";
import { isStreamedBody, judgeForm, withoutForm } from "./requests/streams/uploaded-form.ts";

/** The steps of an operation's requests, one after the other; what the operation does not have is no step of it. */
export type OperationPlan<Context, Request extends IncomingMessage> = readonly Step<
  Context,
  Request
>[];

/** Does a part of the work, and notes in the exchange what came of it. Throws, or rejects, with what ends the request. */
export type Step<Context, Request extends IncomingMessage> = (
  exchange: Exchange<Context, Request>,
) => Later;

/** Undefined: it is done already. */
type Later = Promise<void> | undefined;

/** What plans are made of. */
export interface PlanParts<Context, Request> {
  readonly engine: Engine;
  readonly check: CheckAnswer;
  readonly limits: BodyLimits;
  readonly middleware: readonly Middleware[];
  readonly prepare: Prepare<Context, Request> | undefined;
  readonly options: Pick<
    RouterOptions<Context, Request>,
    "authenticate" | "beforeHandler" | "onSend"
  >;
}

/** Takes the steps of a plan, from one of them on. One that is done at once costs no promise. */
export function follow<Context, Request extends IncomingMessage>(
  plan: OperationPlan<Context, Request>,
  exchange: Exchange<Context, Request>,
  from = 0,
): Later {
  for (let at = from; at < plan.length; at += 1) {
    const later = plan[at]?.(exchange);
    if (later) return later.then(() => follow(plan, exchange, at + 1));
  }
  return undefined;
}

/** Decides for an operation what is done for each of its requests. */
export function planOperation<Context, Request extends IncomingMessage>(
  operation: Operation,
  { engine, check, limits, middleware, prepare, options }: PlanParts<Context, Request>,
): OperationPlan<Context, Request> {
  type Steps = Record<string, Step<Context, Request>>;
  const { body } = operation;
  const readBody = createBodyReader(operation, limits, judgeForm(engine, operation));
  const steps = {
    authenticate: (exchange) => {
      const { request, search } = exchange;
      const { headers } = request;
      const credentials = readCredentials(operation, headers, search);
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
    readBody: (exchange) => {
      return take(readBody?.(exchange.request), (content) => {
        exchange.content = content;
        exchange.isBodyRead = content !== undefined && !isStreamedBody(content.value);
      });
    },
    judge: (exchange) => {
      const { request, pathParameters, search, content } = exchange;
      const read = readParameters(operation, pathParameters, search, request.headers);
      const { path, query, headers, cookies, faults } = read;
      const message: RequestMessage = { path, query, headers };
      if (cookies) message.cookies = cookies;
      if (content?.value !== undefined) {
        message.body = content.value;
        if (body?.others) message.contentType = content.contentType;
      }
      exchange.message = message;
      return take(engine.request(operation, message), (judged) => {
        const broken = hasStreams ? withoutForm(message.body, judged) : judged;
        if (content?.rounded) message.body = content.rounded();
        const unread = content ? [...content.faults, ...faults] : faults;
        const invalid = invalidRequest(unread, broken);
        if (invalid && invalid.code === undefined) throw new ProblemError(invalid);
        exchange.invalid = invalid;
      });
    },
    beforeHandler: ({ message, context, request }) => {
      return take(
        options.beforeHandler?.({ ...message, operation, context, request }),
        () => undefined,
      );
    },
    prepare: (exchange) => {
      const { message, context, invalid } = exchange;
      return take(prepare?.(exchange.received(message, context)), (answering) => {
        if (invalid) throw new ProblemError(invalid);
        exchange.answering = answering;
      });
    },
    answer: (exchange) => {
      return take<unknown>(exchange.answering?.(reply), (given) => {
        if (!(given instanceof Answer)) throw invalidResponse(`${operation.id} did not reply`);
        exchange.answer = given;
      });
    },
    finishBody: ({ answer, message }) => {
      return answer.status < 400 && isStreamedBody(message.body)
        ? message.body.finish()
        : undefined;
    },
    alter: (exchange) => {
      const { answer, context } = exchange;
      const altered = options.onSend?.(answer, { operation, context }) ?? answer;
      const { status, headers } = altered;
      exchange.answer = new Answer(status, altered.body, headers, answer.contentType);
      return undefined;
    },
    check: (exchange) => {
      return take(check(operation, exchange.answer), (checked) => {
        exchange.answer = checked;
      });
    },
  } satisfies Steps;
  const contents = body ? [body, ...(body.others ?? [])] : [];
  const hasStreams = contents.some((content) => isStreamed(bodyKindOf(content)));
  return [
    steps.authenticate,
    ...(middleware.length > 0 ? [steps.runMiddleware] : []),
    ...(body ? [steps.readBody] : []),
    steps.judge,
    ...(options.beforeHandler ? [steps.beforeHandler] : []),
    steps.prepare,
    steps.answer,
    ...(hasStreams ? [steps.finishBody] : []),
    ...(options.onSend ? [steps.alter] : []),
    steps.check,
  ];
}

/** Uses a value at once if it is there, and otherwise when it comes. */
export function take<Value>(value: Value | PromiseLike<Value>, use: (value: Value) => void): Later {
  if (isPromised(value)) return Promise.resolve(value).then(use);
  use(value);
  return undefined;
}

function isPromised<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  return (
    value instanceof Promise ||
    (typeof value === "object" &&
      value !== null &&
      "then" in value &&
      typeof value.then === "function")
  );
}
