import type {
  Handler,
  Operation,
  OperationTypes,
  PreparingHandler,
} from "@contract-toolkit/kernel";
import type { Middleware } from "./application/middleware.ts";

type AnyHandler<Context, Request> = Handler<OperationTypes, Context, Request>;
export type Prepare<Context, Request> = PreparingHandler<
  OperationTypes,
  Context,
  Request
>["prepare"];

/**
 * What prepares the answers, by operationId.
 *
 * @throws {TypeError} when they are not exactly those of the contract.
 */
export function preparationsByOperation<Context, Request>(
  name: string,
  operations: readonly Operation[],
  handlers: object,
): Map<string, Prepare<Context, Request>> {
  const ids = operations.map(({ id }) => id);
  if (ids.length === 0)
    throw new TypeError(`Contract ${name} has no operation; every request would be refused.`);
  const missing = ids.filter((id) => !(id in handlers));
  if (missing.length > 0)
    throw new TypeError(`Contract ${name} has no handler for ${missing.join(", ")}.`);
  requireKnown(name, ids, handlers);
  const entries = Object.entries(handlers) as [string, AnyHandler<Context, Request>][];
  return new Map(entries.map(([id, handler]) => [id, preparationOf(handler)]));
}

/** A handler that answers at once has nothing to prepare. */
function preparationOf<Context, Request>(
  handler: AnyHandler<Context, Request>,
): Prepare<Context, Request> {
  return typeof handler === "function"
    ? (request) => (reply) => handler(request, reply)
    : (request) => handler.prepare(request);
}

/**
 * Middleware by operationId.
 *
 * @throws {TypeError} when some is for an operation that the contract does not have: it would never run.
 */
export function middlewareByOperation(
  name: string,
  operations: readonly Operation[],
  middleware: { readonly [Id in string]?: readonly Middleware[] },
): Map<string, readonly Middleware[]> {
  const ids = operations.map(({ id }) => id);
  requireKnown(name, ids, middleware);
  return new Map(ids.map((id) => [id, middleware[id] ?? []]));
}

function requireKnown(name: string, ids: readonly string[], given: object): void {
  const further = Object.keys(given).filter((id) => !ids.includes(id));
  if (further.length > 0)
    throw new TypeError(`Contract ${name} has no operation ${further.join(", ")}.`);
}
