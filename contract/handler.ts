import type { ResponseTypes, OperationTypes } from "./operation-types.ts";
import type { Replied, Reply, TypesOf } from "./reply.ts";

/** The request of operation `T` as a handler receives it: validated, coerced, with defaults. */
export type Received<T extends OperationTypes, Context, Request = unknown> = ReceivedParts<
  T,
  Context,
  Request
> &
  ReceivedBody<T>;

/** The body, distinguished by its content type if there are several. */
export type ReceivedBody<T extends { body: unknown; contents?: object }> = T extends {
  contents: infer Contents;
}
  ?
      | {
          [Type in keyof Contents]: {
            readonly contentType: Type;
            readonly body: Contents[Type];
          };
        }[keyof Contents]
      | (undefined extends T["body"]
          ? { readonly contentType: undefined; readonly body: undefined }
          : never)
  : { readonly body: T["body"] };

interface ReceivedParts<T extends OperationTypes, Context, Request> {
  readonly path: T["path"];
  readonly query: Defaulted<T["query"], T["defaults"]>;
  readonly headers: Defaulted<T["headers"], T["defaults"]>;
  /** Documented cookies, without credentials. */
  readonly cookies: Defaulted<CookiesOf<T>, T["defaults"]>;
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal;
  /**
   * The content type of a status that the client prefers (header "Accept"). The first documented one if it has no preference or
   * accepts none of them.
   */
  readonly preferred: <S extends T["status"]>(status: S) => PreferredType<T["responses"][S]>;
  readonly context: Context;
  /** The application's own request, with what its middleware has added. It is not validated. */
  readonly request: Request;
}

/** The cookies of operation `T`. */
export type CookiesOf<T extends OperationTypes> = T extends { cookies: infer Cookies }
  ? Cookies
  : object;

type PreferredType<Documented extends ResponseTypes> = [TypesOf<Documented>] extends [never]
  ? string
  : TypesOf<Documented>;

type Defaulted<P, Names extends string> = {
  [Name in keyof P as Name extends Names ? never : Name]: P[Name];
} & { [Name in keyof P as Name extends Names ? Name : never]-?: P[Name] };

/** Implements operation `T`: a function that answers, or an object that prepares first. */
export type Handler<T extends OperationTypes, Context, Request = unknown> =
  | RespondingHandler<T, Context, Request>
  | PreparingHandler<T, Context, Request>;

/** Answers a request of operation `T`. */
export type RespondingHandler<T extends OperationTypes, Context, Request = unknown> = (
  request: Received<T, Context, Request>,
  reply: Reply<T>,
) => Replied<T> | Promise<Replied<T>>;

/** Implements operation `T` with checks that a schema cannot express. */
export interface PreparingHandler<T extends OperationTypes, Context, Request = unknown> {
  /**
   * Throws to refuse. Runs before violations of bounds with their own error code are reported. The request may still be refused
   * afterwards, so it must change nothing. Returns the function that answers, which keeps what was found here.
   */
  readonly prepare: (
    request: Received<T, Context, Request>,
  ) => Responder<T> | Promise<Responder<T>>;
}

/** Answers a prepared request. */
export type Responder<T extends OperationTypes> = (
  reply: Reply<T>,
) => Replied<T> | Promise<Replied<T>>;
