import type { IncomingMessage, ServerResponse } from "node:http";
import type {
  Contract,
  CredentialNames,
  Operation,
  OperationMap,
} from "@contract-toolkit/contract";
import { createResponseCheck } from "./responses/check-response.ts";
import { compiledEngine } from "./compiled-engine.ts";
import { createCors, preflightMethodOf } from "./middleware/cors.ts";
import { Exchange } from "./exchange.ts";
import { devInspector } from "./dev-inspector.ts";
import type { HandlersOf, RouterOptions } from "./options.ts";
import { hasStreams } from "./pass-on.ts";
import { runSteps, planOperation, type OperationPlan } from "./operation-plan.ts";
import { ProblemError, type Problem } from "./problem.ts";
import { handlersByOperation, middlewareByOperation } from "./registration.ts";
import { createResponder } from "./respond.ts";
import { createRoutingTable } from "./routes.ts";
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
  const inspector = devInspector(contract.name);
  const respond = createResponder(contract, check, options, inspector?.record);
  const plans = new Map<Operation, OperationPlan<Context, Request>>();
  const cors = options.cors && createCors(options.cors);

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
      respond.fail(exchange, error);
      return;
    }
    runSteps(plan, exchange, respond.fail);
  }

  function planFor(exchange: Exchange<Context, Request>): OperationPlan<Context, Request> {
    const { request, response, pathname } = exchange;
    if (cors) {
      cors.allow(request, response);
      const asked = preflightMethodOf(request);
      if (asked !== undefined && routes.has(pathname)) {
        const { operation } = routes.find(asked, pathname) ?? {};
        exchange.result = cors.preflight(routes.methodsOf(pathname), operation);
        return [respond.sendResult];
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
    const plan = [...steps, handler ? respond.sendResult : respond.sendOriginal];
    plans.set(operation, plan);
    return plan;
  }
}

function noRoute(allow: readonly string[]): Problem {
  return allow.length === 0 ? { kind: "unknown-path" } : { kind: "method-not-allowed", allow };
}
