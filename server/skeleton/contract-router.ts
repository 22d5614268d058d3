import type { IncomingMessage, ServerResponse } from "node:http";
import type {
  Contract,
  Fault,
  Handler,
  Operation,
  OperationMap,
  OperationTypes,
} from "contract-kernel";
import { Answer, reply, writeAnswer } from "./answer.ts";
import { ClientGoneError, readBody } from "./requests/body.ts";
import { compiledEngine } from "./compiled-engine.ts";
import type { RequestMessage } from "./engine.ts";
import { answerWithinLimits, bareStatusOf } from "./error-answer.ts";
import { Exchange } from "./exchange.ts";
import type { HandlersOf, RouterOptions } from "./options.ts";
import { invalidRequest } from "./requests/invalid-request.ts";
import { cut } from "./listed-faults.ts";
import { readCredentials, readParameters } from "./requests/parameters.ts";
import { ProblemError, type Problem } from "./problem.ts";
import { createRoutes } from "./routes.ts";

/** Ordinary Express middleware. It answers every request it is given, unless it was told to pass on unknown paths. */
export type ContractRouter = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: () => void,
) => void;

const defaultBodyLimitBytes = 102_400;

/**
 * Serves a contract with its handlers. Every request is validated before a handler sees it, every answer before it
 * leaves; a path or method that the contract does not have is refused.
 *
 * It is best mounted before `express.json()` and other body parsers. Behind one it takes `request.body`, of which it cannot
 * tell any more whether the bytes were UTF-8; a body that was read and left nowhere answers 500, and `onAnswered` is told why.
 *
 * Mounted at a path, it serves the contract's paths below that path.
 *
 * @throws {TypeError} when the contract has no operation, or the handlers are not exactly its operations.
 * @example
 * app.use(createContractRouter(contract, handlers, { authenticate, errors }));
 */
export function createContractRouter<Types extends OperationMap<Types>, Context>(
  contract: Contract<Types>,
  handlers: HandlersOf<Types, Context>,
  options: RouterOptions<Context>,
): ContractRouter {
  const operations = Object.values<Operation>(contract.operations);
  const handlerOf = handlersByOperation<Context>(contract.name, operations, handlers);
  const routes = createRoutes(operations);
  const engine = options.engine ?? compiledEngine(contract);
  const limitBytes = options.bodyLimitBytes ?? defaultBodyLimitBytes;

  return (request, response, next) => {
    const exchange = new Exchange<Context>(request, response);
    if (next && options.unknown === "next" && !routes.has(exchange.pathname)) next();
    else void serve(exchange);
  };

  async function serve(exchange: Exchange<Context>): Promise<void> {
    let problem: Problem | undefined;
    let undocumented: string | undefined;
    let answer: Answer;
    try {
      answer = await handle(exchange);
    } catch (error) {
      if (isClientGone(error, exchange.response)) {
        options.onAnswered?.(exchange.outcome(clientGone));
        return;
      }
      problem = error instanceof ProblemError ? error.problem : { kind: "thrown", error };
      ({ answer, undocumented } = await refuse(exchange, problem));
    }
    writeAnswer(exchange, answer);
    options.onAnswered?.(exchange.outcome(answer.status, problem, undocumented));
  }

  async function handle(exchange: Exchange<Context>): Promise<Answer> {
    const { request, pathname, search } = exchange;
    const route = routes.find(request.method ?? "", pathname);
    if (!route) throw new ProblemError(noRoute(routes.methodsOf(pathname)));
    const operation = (exchange.operation = route.operation);
    const credentials = readCredentials(operation, request.headers);
    const context = await options.authenticate({
      operation,
      headers: request.headers,
      credentials,
    });
    exchange.context = context;

    const reading = readBody(request, operation, limitBytes);
    const content = reading && (await reading);
    const { path, query, headers, faults } = readParameters(
      operation,
      route.path,
      search,
      request.headers,
    );
    const message: RequestMessage = { path, query, headers };
    if (content?.value !== undefined) message.body = content.value;
    const judged = engine.request(operation, message);
    const broken = judged instanceof Promise ? await judged : judged;
    const unread = content ? [...content.faults, ...faults] : faults;
    const invalid = invalidRequest(unread, broken);
    if (invalid && invalid.code === undefined) throw new ProblemError(invalid);
    if (options.admit) await options.admit({ ...message, operation, context });
    if (invalid) throw new ProblemError(invalid);

    const replied: unknown = handlerOf.get(operation.id)?.(
      exchange.received(message, context),
      reply,
    );
    const answer = replied instanceof Answer ? replied : await replied;
    if (!(answer instanceof Answer)) throw invalidResponse(`${operation.id} did not reply`);
    return checked(operation, answer);
  }

  /** The answer to a problem; where the contract has none that could be sent, its bare status. */
  async function refuse(
    exchange: Exchange<Context>,
    problem: Problem,
  ): Promise<{ answer: Answer; undocumented?: string }> {
    const headers = allowed(problem);
    try {
      const answer = answerWithinLimits(problem, (each) => options.errors(each));
      return {
        answer: await checked(
          exchange.operation,
          new Answer(answer.status, answer.body, {
            ...headers,
            ...answer.headers,
          }),
        ),
      };
    } catch (error) {
      return {
        answer: new Answer(bareStatusOf(problem), undefined, headers),
        undocumented: detailOf(error),
      };
    }
  }

  // An engine that judges at once costs no promise.
  function checked(operation: Operation | undefined, answer: Answer): Answer | Promise<Answer> {
    const { headers, body } = answer;
    const judged = engine.response(operation, answer.status, { headers, body });
    return judged instanceof Promise
      ? judged.then((faults) => requireFaultless(operation, answer, faults))
      : requireFaultless(operation, answer, judged);
  }
}

/** Stands for the status of an answer that nobody is there to receive. */
const clientGone = 0;

/** Whether the client went away while it was sending, or a handler stopped at its signal because it had. */
function isClientGone(error: unknown, response: ServerResponse): boolean {
  const stopped = error instanceof Error && error.name === "AbortError" && response.destroyed;
  return stopped || error instanceof ClientGoneError;
}

type AnyHandler<Context> = Handler<OperationTypes, Context>;

function handlersByOperation<Context>(
  name: string,
  operations: readonly Operation[],
  handlers: object,
): Map<string, AnyHandler<Context>> {
  const ids = operations.map(({ id }) => id);
  if (ids.length === 0)
    throw new TypeError(`Contract ${name} has no operation; every request would be refused.`);
  const missing = ids.filter((id) => !(id in handlers));
  if (missing.length > 0)
    throw new TypeError(`Contract ${name} has no handler for ${missing.join(", ")}.`);
  const further = Object.keys(handlers).filter((id) => !ids.includes(id));
  if (further.length > 0)
    throw new TypeError(`Contract ${name} has no operation ${further.join(", ")}.`);
  return new Map(Object.entries(handlers) as [string, AnyHandler<Context>][]);
}

function requireFaultless(
  operation: Operation | undefined,
  answer: Answer,
  faults: readonly Fault[],
): Answer {
  if (faults.length === 0) return answer;
  const details = faults
    .map(
      ({ pointer, reason }) => `${cut(pointer, maxDetailLength)} ${cut(reason, maxDetailLength)}`,
    )
    .join("; ");
  throw invalidResponse(`${operation?.id ?? "no operation"} ${answer.status}: ${details}`);
}

/** Of a place or reason in a log line; a name in an answer may be whatever a client once sent. */
const maxDetailLength = 256;

function detailOf(error: unknown): string {
  if (error instanceof ProblemError && error.problem.kind === "invalid-response")
    return error.problem.detail;
  return error instanceof Error ? error.message : String(error);
}

function noRoute(allow: readonly string[]): Problem {
  return allow.length === 0 ? { kind: "unknown-path" } : { kind: "method-not-allowed", allow };
}

/** RFC 9110, section 15.5.6: a 405 says which methods there are. */
function allowed(problem: Problem): Record<string, string> {
  return problem.kind === "method-not-allowed" ? { Allow: problem.allow.join(", ") } : {};
}

function invalidResponse(detail: string): ProblemError {
  return new ProblemError({ kind: "invalid-response", detail });
}
