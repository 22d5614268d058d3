import type { IncomingMessage, ServerResponse } from "node:http";
import type {
  Contract,
  CredentialNames,
  Operation,
  OperationMap,
} from "@contract-toolkit/contract";
import { writeResponse } from "./responses/write-response.ts";
import { discard } from "./responses/write-stream.ts";
import { createResponseCheck } from "./responses/check-response.ts";
import { compiledEngine } from "./compiled-engine.ts";
import { createCors, preflightMethodOf } from "./middleware/cors.ts";
import { Exchange } from "./exchange.ts";
import { devInspector } from "./dev-inspector.ts";
import type { ResponseInfo, HandlersOf, RouterOptions } from "./options.ts";
import { hasStreams, sendOriginal } from "./pass-on.ts";
import { problemDetails } from "./responses/problem-details.ts";
import { take, type Later } from "./maybe-async.ts";
import { runSteps, planOperation, type OperationPlan } from "./operation-plan.ts";
import { ProblemError, type Problem } from "./problem.ts";
import { refuseRequest } from "./responses/response-problem.ts";
import { handlersByOperation, middlewareByOperation } from "./registration.ts";
import { giveUp, reportResponse } from "./response-hook.ts";
import { SkeletonError } from "./errors.ts";
import { createRoutingTable } from "./routes.ts";
import { defaultIdleTimeoutMs } from "./requests/limits.ts";
import { requireXmlParser } from "./requests/xml-parser.ts";

/** Express middleware. It answers every request, except unknown paths with `notFound: "next"`. */
export type ContractRouter<Request extends IncomingMessage = IncomingMessage> = (
  request: Request,
  response: ServerResponse,
  next?: () => void,
) => void;

/** Options that contain the handlers. Write them after `authenticate`. */
export interface OptionsWithHandlers<
  Types extends OperationMap<Types>,
  Context,
  Request,
> extends RouterOptions<Context, Request, keyof Types, CredentialNames<Types>> {
  handlers: HandlersOf<Types, Context, Request>;
}

/**
 * Serves a contract with its handlers. Every request is validated before its handler runs, every response before it is sent.
 * Unknown paths and methods are refused. Mounted at a path, it serves the contract's paths below that path.
 *
 * Mount it before `express.json()` and other body parsers. Behind one, it takes `request.body`, and cannot check that the bytes
 * were UTF-8. A body that was read but not stored is answered with 500, and `onResponse` gets the reason.
 *
 * @throws {TypeError} if the contract has no operation, the handlers are not exactly its operations, or requests have XML and
 * `@xmldom/xmldom` is not installed
 * @example
 * app.use(createContractRouter(contract, handlers, { authenticate: () => ({}) }));
 */
export function createContractRouter<
  Types extends OperationMap<Types>,
  // Inferred from `authenticate`. Every handler accepts `never`.
  Context = never,
  Request extends IncomingMessage = IncomingMessage,
>(
  contract: Contract<Types>,
  handlers: HandlersOf<Types, Context, Request>,
  options: RouterOptions<Context, Request, keyof Types, CredentialNames<Types>>,
): ContractRouter<Request>;

/**
 * Makes the router with handlers in the options. Their context is inferred from the `authenticate` before them.
 *
 * @example
 * app.use(createContractRouter(contract, {
 *   authenticate: ({ headers }) => ({ user: headers["x-user"] }),
 *   handlers: { readUser: ({ context }, reply) => reply(200, { name: context.user }) },
 * }));
 */
export function createContractRouter<
  Types extends OperationMap<Types>,
  Context = never,
  Request extends IncomingMessage = IncomingMessage,
>(
  contract: Contract<Types>,
  options: OptionsWithHandlers<Types, Context, Request>,
): ContractRouter<Request>;

export function createContractRouter<
  Types extends OperationMap<Types>,
  Context,
  Request extends IncomingMessage,
>(
  contract: Contract<Types>,
  ...given:
    | [HandlersOf<Types, Context, Request>, RouterOptions<Context, Request, keyof Types>]
    | [OptionsWithHandlers<Types, Context, Request>]
): ContractRouter<Request> {
  const [handlers, options] = given.length === 1 ? [given[0].handlers, given[0]] : given;
  return createRouter(contract, handlers, options, false);
}

/** @param isPartial requests of operations without a handler are validated and passed on, and so are their responses */
export function createRouter<
  Types extends OperationMap<Types>,
  Context,
  Request extends IncomingMessage,
>(
  contract: Contract<Types>,
  handlers: Partial<HandlersOf<Types, Context, Request>>,
  options: RouterOptions<Context, Request, keyof Types>,
  isPartial: boolean,
): ContractRouter<Request> {
  if (!("groupBy" in Map))
    throw new Error(
      `@contract-toolkit/skeleton needs Node.js 22 or later, and this is ${process.version}.`,
    );
  const operations = Object.values<Operation>(contract.operations);
  requireXmlParser(contract.name, operations);
  const handlerOf = handlersByOperation<Context, Request>(
    contract.name,
    operations,
    handlers,
    isPartial,
  );
  const middlewareOf = middlewareByOperation(contract.name, operations, options.middleware ?? {});
  const routes = createRoutingTable(operations);
  const engine = options.engine ?? compiledEngine(contract);
  const check = createResponseCheck(engine, options);
  const refusal = {
    check,
    errorHandler: (problem: Problem) =>
      options.errorHandler ? options.errorHandler(problem) : problemDetails(problem),
    refusals: contract.refusals,
  };
  const plans = new Map<Operation, OperationPlan<Context, Request>>();
  const cors = options.cors && createCors(options.cors);
  const streams = { check, idleTimeoutMs: options.idleTimeoutMs ?? defaultIdleTimeoutMs };
  const inspector = devInspector(contract.name);

  const router: ContractRouter<Request> = (request, response, next) => {
    const exchange = new Exchange<Context, Request>(request, response);
    if (next && isPartial && isLeftToOthers(exchange)) {
      next();
      return;
    }
    exchange.next = next;
    if (next && options.notFound === "next" && !routes.has(exchange.pathname)) {
      next();
      return;
    }
    serve(exchange);
  };
  if (!inspector) return router;
  return (request, response, next) => {
    inspector.page(request, response, () => {
      router(request, response, next);
    });
  };

  /** An application may respond to methods and streams of which the router knows nothing. */
  function isLeftToOthers({ request, pathname, search, headers }: Exchange<Context, Request>) {
    const { operation } = routes.find(request.method ?? "", pathname, { search, headers }) ?? {};
    return !operation || (!handlerOf.has(operation.id) && hasStreams(operation));
  }

  function serve(exchange: Exchange<Context, Request>): void {
    let plan;
    try {
      plan = planFor(exchange);
    } catch (error) {
      fail(exchange, error);
      return;
    }
    runSteps(plan, exchange, fail);
  }

  function fail(exchange: Exchange<Context, Request>, error: unknown): void {
    respondToFailure(exchange, error).catch((reason: unknown) => {
      giveUp(exchange.response, reason);
    });
  }

  function planFor(exchange: Exchange<Context, Request>): OperationPlan<Context, Request> {
    const { request, response, pathname } = exchange;
    if (cors) {
      cors.allow(request, response);
      const asked = preflightMethodOf(request);
      if (asked !== undefined && routes.has(pathname)) {
        const { operation } = routes.find(asked, pathname) ?? {};
        exchange.result = cors.preflight(routes.methodsOf(pathname), operation);
        return [sendResult];
      }
    }
    const route = routes.find(request.method ?? "", pathname, exchange);
    if (!route) throw new ProblemError(noRoute(routes.methodsOf(pathname)));
    const { operation, path } = route;
    exchange.operation = operation;
    exchange.pathParameters = path;
    cors?.expose(operation, response);
    return plans.get(operation) ?? createOperationPlan(operation);
  }

  function createOperationPlan(operation: Operation): OperationPlan<Context, Request> {
    const handler = handlerOf.get(operation.id);
    const middleware = middlewareOf.get(operation.id) ?? [];
    const steps = planOperation(operation, { engine, check, middleware, handler, options });
    const plan = [...steps, handler ? sendResult : sendHeldBack];
    plans.set(operation, plan);
    return plan;
  }

  function sendResult(exchange: Exchange<Context, Request>): Later {
    const { response, result } = exchange;
    if (response.headersSent) {
      discard(result.body);
      reportOutcome(exchange.outcome(response.statusCode, answeredElsewhere));
      return undefined;
    }
    return take(writeResponse(exchange, result, streams), (problem) => {
      reportOutcome(exchange.outcome(result.status, problem));
    });
  }

  function sendHeldBack(exchange: Exchange<Context, Request>): undefined {
    const { response, original } = exchange;
    if (!original) return;
    sendOriginal(response, original);
    reportOutcome(exchange.outcome(original.status));
  }

  async function respondToFailure(
    exchange: Exchange<Context, Request>,
    error: unknown,
  ): Promise<void> {
    const answered = await respondToError(exchange, error);
    discard(answered.reply?.body);
    reportOutcome(answered);
  }

  async function respondToError(
    exchange: Exchange<Context, Request>,
    error: unknown,
  ): Promise<ResponseInfo<Context, Request>> {
    const { response } = exchange;
    if (isClientGone(error, response)) return exchange.outcome(clientGone);
    if (response.headersSent) return exchange.outcome(response.statusCode, answeredElsewhere);
    return refuseRequest(exchange, problemOfError(error), refusal);
  }

  function reportOutcome(answered: ResponseInfo<Context, Request>): void {
    inspector?.record(answered);
    reportResponse(options, answered);
  }
}

/** The reported status if the client left before the response. */
const clientGone = 0;

/** Whether the client left while sending, or a handler stopped at its signal because it had left. */
function isClientGone(error: unknown, response: ServerResponse): boolean {
  const stopped = error instanceof Error && error.name === "AbortError" && response.destroyed;
  return stopped || (error instanceof SkeletonError && error.code === "client-gone");
}

/** Middleware before the router also has the response, and can answer after a time limit. */
const answeredElsewhere: Problem = {
  kind: "invalid-response",
  detail: "something other than the router has answered",
};

function problemOfError(error: unknown): Problem {
  return error instanceof ProblemError ? error.problem : { kind: "thrown", error };
}

function noRoute(allow: readonly string[]): Problem {
  return allow.length === 0 ? { kind: "unknown-path" } : { kind: "method-not-allowed", allow };
}
