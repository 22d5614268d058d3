import type { IncomingMessage, ServerResponse } from "node:http";
import type { Contract, CredentialNames, OperationMap } from "@contract-toolkit/contract";
import { createRouter } from "./contract-router.ts";
import type { HandlersOf, RouterOptions } from "./options.ts";

/** Options of `validateWith`. */
export interface ValidationOptions<
  Types extends OperationMap<Types>,
  Context,
  Request,
> extends Partial<
  Omit<RouterOptions<Context, Request, keyof Types, CredentialNames<Types>>, "notFound" | "onSend">
> {
  /** Handlers of operations that have moved. All other operations stay with the routes of the application. */
  handlers?: Partial<HandlersOf<Types, Context, Request>>;
}

/**
 * Middleware in front of the routes of an application, which stay where they are. A request of a documented operation is
 * validated before its route gets it, and the response of the route before it is sent: an invalid request is a 400, an invalid
 * response a 500. Operations with streams, and everything that is not documented, pass unchanged.
 *
 * The route finds the validated body in `request.body`. Mount it before `express.json()`, which then reads nothing.
 *
 * @throws {TypeError} if the contract has no operation, or there is a handler of an operation that it does not have
 * @example
 * app.use(validateWith(contract));
 * app.post("/books", (request, response) => response.status(201).json({ title: request.body.title }));
 */
export function validateWith<
  Types extends OperationMap<Types>,
  Context = undefined,
  Request extends IncomingMessage = IncomingMessage,
>(
  contract: Contract<Types>,
  options: ValidationOptions<Types, Context, Request> = {},
): (request: Request, response: ServerResponse, next: () => void) => void {
  const { handlers = {}, authenticate, ...others } = options;
  const required = {
    // The application authenticates before or after. Without `authenticate`, the type of the context is undefined.
    authenticate: authenticate ?? (() => undefined as Context),
    notFound: "next" as const,
  };
  return createRouter(contract, handlers, { ...required, ...others }, true);
}
