import type { IncomingMessage, ServerResponse } from "node:http";
import type { Contract, CredentialNames, Operation, OperationMap } from "@contract-toolkit/kernel";
import { Answer, reply } from "./answers/answer.ts";
import { writeAnswer } from "./answers/write-answer.ts";
import { createAnswerCheck } from "./answers/check-answer.ts";
import { compiledEngine } from "./compiled-engine.ts";
import { createCors, preflightMethodOf } from "./application/cors.ts";
import { Exchange } from "./exchange.ts";
import { runMiddleware } from "./application/middleware.ts";
import type { Answered, HandlersOf, RouterOptions } from "./options.ts";
import { problemDetails } from "./answers/problem-details.ts";
import { planOperation, type OperationPlan } from "./operation-plan.ts";
import { invalidResponse, ProblemError, type Problem } from "./problem.ts";
import { refuse } from "./answers/answer-problem.ts";
import { middlewareByOperation, preparationsByOperation } from "./registration.ts";
import { giveUp, report } from "./report.ts";
import { ClientGoneError } from "./requests/streams/chunks.ts";
import { invalidRequest } from "./requests/invalid-request.ts";
import { readCredentials } from "./requests/credentials.ts";
import { isStreamedBody } from "./requests/streams/uploaded-form.ts";
import { createRoutes } from "./routes.ts";
import { createLimits, defaultStallMs } from "./requests/limits.ts";

/** Ordinary Express middleware. It answers every request it is given, unless it was told to pass on unknown paths. */
export type ContractRouter<Request extends IncomingMessage = IncomingMessage> = (
  request: Request,
  response: ServerResponse,
  next?: () => void,
) => void;

/** Options with the handlers among them, after `authenticate`. */
export interface OptionsWithHandlers<
  Types extends OperationMap<Types>,
  Context,
  Request,
> extends RouterOptions<Context, Request, keyof Types, CredentialNames<Types>> {
  handlers: HandlersOf<Types, Context, Request>;
}

/**
 * Serves a contract with its handlers. Every request is validated before a handler sees it, every answer before it
 * leaves; a path or method that the contract does not have is refused. Mounted at a path, it serves the contract's paths
 * below that path.
 *
 * It is best mounted before `express.json()` and other body parsers. Behind one it takes `request.body`, of which it cannot
 * tell any more whether the bytes were UTF-8; a body that was read and left nowhere answers 500, and `onAnswered` is told why.
 *
 * @throws {TypeError} when the contract has no operation, or the handlers are not exactly its operations.
 * @example
 * app.use(createContractRouter(contract, handlers, { authenticate: () => ({}) }));
 */
export function createContractRouter<
  Types extends OperationMap<Types>,
  // Nothing is known of it until `authenticate` is, and every handler takes that.
  Context = never,
  Request extends IncomingMessage = IncomingMessage,
>(
  contract: Contract<Types>,
  handlers: HandlersOf<Types, Context, Request>,
  options: RouterOptions<Context, Request, keyof Types, CredentialNames<Types>>,
): ContractRouter<Request>;

/**
 * The same with the handlers in the options. Handlers that are written there know their context from the `authenticate`
 * above them.
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
    | [
        RouterOptions<Context, Request, keyof Types> & {
          handlers: HandlersOf<Types, Context, Request>;
        },
      ]
): ContractRouter<Request> {
  const [handlers, options] = given.length === 1 ? [given[0].handlers, given[0]] : given;
  const operations = Object.values<Operation>(contract.operations);
  const prepareOf = preparationsByOperation<Context, Request>(contract.name, operations, handlers);
  const middlewareOf = middlewareByOperation(contract.name, operations, options.middleware ?? {});
  const routes = createRoutes(operations);
  const engine = options.engine ?? compiledEngine(contract);
  const check = createAnswerCheck(engine, options);
  const refusal = {
    check,
    errors: (problem: Problem) =>
      options.errors ? options.errors(problem) : problemDetails(problem),
    refusals: contract.refusals,
  };
  const plans = new Map<Operation, OperationPlan<Context, Request>>();
  const cors = options.cors && createCors(options.cors);
  const limitsOf = createLimits(options);
  const stallMs = options.stallMs ?? defaultStallMs;

  return (request, response, next) => {
    const exchange = new Exchange<Context, Request>(request, response);
    if (next && options.unknown === "next" && !routes.has(exchange.pathname)) {
      next();
      return;
    }
    serve(exchange).catch((error: unknown) => {
      giveUp(response, error);
    });
  };

  async function serve(exchange: Exchange<Context, Request>): Promise<void> {
    report(options, await answer(exchange));
  }

  async function answer(exchange: Exchange<Context, Request>): Promise<Answered<Context, Request>> {
    const { response } = exchange;
    try {
      const made = await handle(exchange);
      if (!response.headersSent) {
        const writing = writeAnswer(exchange, made, { check, stallMs });
        return exchange.outcome(made.status, writing && (await writing));
      }
    } catch (error) {
      if (isClientGone(error, response)) return exchange.outcome(clientGone);
      if (!response.headersSent) return refuse(exchange, problemOf(error), refusal);
    }
    return exchange.outcome(response.statusCode, answeredElsewhere);
  }

  async function handle(exchange: Exchange<Context, Request>): Promise<Answer> {
    const { request, response, pathname, search } = exchange;
    if (cors) {
      cors.allow(request, response);
      const asked = preflightMethodOf(request);
      if (asked !== undefined && routes.has(pathname))
        return cors.preflight(routes.methodsOf(pathname), routes.find(asked, pathname)?.operation);
    }
    const { headers: sent } = request;
    const route = routes.find(request.method ?? "", pathname, { search, headers: sent });
    if (!route) throw new ProblemError(noRoute(routes.methodsOf(pathname)));
    const operation = (exchange.operation = route.operation);
    const plan = planOf(operation);
    cors?.expose(operation, response);
    const credentials = readCredentials(operation, sent, search);
    const asked = options.authenticate({ operation, headers: sent, credentials, request });
    const context = (exchange.context = asked instanceof Promise ? await asked : asked);
    if (plan.middleware) exchange.release = await runMiddleware(plan.middleware, request, response);

    const reading = plan.readBody?.(request);
    const content = reading instanceof Promise ? await reading : reading;
    const { message, unread } = plan.readMessage(request, route.path, search, content);
    const judged = plan.judge(message);
    const broken = judged instanceof Promise ? await judged : judged;
    const invalid = invalidRequest(unread, broken);
    if (invalid && invalid.code === undefined) throw new ProblemError(invalid);
    if (options.admit) await options.admit({ ...message, operation, context, request });
    const prepared = plan.prepare?.(exchange.received(message, context));
    const answering = prepared instanceof Promise ? await prepared : prepared;
    if (invalid) throw new ProblemError(invalid);

    const replied: unknown = answering?.(reply);
    const given = replied instanceof Answer ? replied : await replied;
    if (!(given instanceof Answer)) throw invalidResponse(`${operation.id} did not reply`);
    if (given.status < 400 && isStreamedBody(message.body)) await message.body.finish();
    return check(operation, altered(given, { operation, context }));
  }

  /** The plan of an operation, made when it is first used. */
  function planOf(operation: Operation): OperationPlan<Context, Request> {
    let plan = plans.get(operation);
    if (plan) return plan;
    plan = planOperation(operation, {
      engine,
      limits: limitsOf(operation),
      middleware: middlewareOf.get(operation.id) ?? [],
      prepare: prepareOf.get(operation.id),
    });
    plans.set(operation, plan);
    return plan;
  }

  function altered(given: Answer, by: { operation: Operation; context: Context }): Answer {
    if (!options.replied) return given;
    const { status, body, headers } = options.replied(given, by);
    return new Answer(status, body, headers, given.contentType);
  }
}

/** Stands for the status of an answer that nobody is there to receive. */
const clientGone = 0;

/** Whether the client went away while it was sending, or a handler stopped at its signal because it had. */
function isClientGone(error: unknown, response: ServerResponse): boolean {
  const stopped = error instanceof Error && error.name === "AbortError" && response.destroyed;
  return stopped || error instanceof ClientGoneError;
}

/** Middleware before the router still has the response, and may have lost patience. */
const answeredElsewhere: Problem = {
  kind: "invalid-response",
  detail: "something other than the router has answered",
};

function problemOf(error: unknown): Problem {
  return error instanceof ProblemError ? error.problem : { kind: "thrown", error };
}

function noRoute(allow: readonly string[]): Problem {
  return allow.length === 0 ? { kind: "unknown-path" } : { kind: "method-not-allowed", allow };
}
