import type { Handler, Operation, OperationTypes } from "@contract-toolkit/contract";
import type { Middleware } from "./middleware/middleware.ts";

export type AnyHandler<Context, Request> = Handler<OperationTypes, Context, Request>;

/**
 * Handlers by operationId. Throws if they are not exactly those of the contract.
 *
 * @param isPartial some may be missing
 */
export function handlersByOperation<Context, Request>(
  name: string,
  operations: readonly Operation[],
  handlers: object,
  isPartial: boolean,
): Map<string, AnyHandler<Context, Request>> {
  const ids = operations.map(({ id }) => id);
  if (ids.length === 0)
    throw new TypeError(`Contract ${name} has no operation; every request would be refused.`);
  const given = ids.filter((id) => id in handlers);
  const missing = ids.filter((id) => !given.includes(id));
  if (missing.length > 0 && !isPartial)
    throw new TypeError(`Contract ${name} has no handler for ${missing.join(", ")}.`);
  // The fields of a class's instance are not handlers. A module has no constructor.
  const constructor: unknown = Reflect.get(handlers, "constructor");
  if (constructor === Object || constructor === undefined) requireKnown(name, ids, handlers);
  return new Map(given.map((id) => [id, bindHandler<Context, Request>(handlers, id)]));
}

/** A method of a class needs its instance. */
function bindHandler<Context, Request>(handlers: object, id: string): AnyHandler<Context, Request> {
  const handler = Reflect.get(handlers, id) as AnyHandler<Context, Request>;
  return typeof handler === "function" && !Object.hasOwn(handlers, id)
    ? handler.bind(handlers)
    : handler;
}

/** Middleware by operationId. Throws if an operation does not exist, because its middleware would never run. */
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
