import type { AnswerTypes, OperationTypes } from "./operation-types.ts";
import type { Replied, Reply, TypesOf } from "./reply.ts";

/** What a handler of operation `T` receives: validated, coerced, with defaults filled in. */
export type Received<T extends OperationTypes, Context, Request = unknown> = ReceivedParts<
  T,
  Context,
  Request
> &
  ReceivedBody<T>;

/** The body, told apart by its content type where there are several. */
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
  /** Those that are documented and are no credentials. */
  readonly cookies: Defaulted<CookiesOf<T>, T["defaults"]>;
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal;
  /**
   * Which of the content types of a status the client would rather have, by its header "Accept"; the first where it does not
   * care, or takes none of them.
   */
  readonly preferred: <S extends T["status"]>(status: S) => PreferredType<T["responses"][S]>;
  readonly context: Context;
  /** The request of the exchange as the application has it, with what its middleware has put there, not validated. */
  readonly request: Request;
}

/** The cookies of operation `T`; one without any has an object without fields. */
export type CookiesOf<T extends OperationTypes> = T extends { cookies: infer Cookies }
  ? Cookies
  : object;

type PreferredType<Answer extends AnswerTypes> = [TypesOf<Answer>] extends [never]
  ? string
  : TypesOf<Answer>;

type Defaulted<P, Names extends string> = {
  [Name in keyof P as Name extends Names ? never : Name]: P[Name];
} & { [Name in keyof P as Name extends Names ? Name : never]-?: P[Name] };

/** Fills in operation `T`: answers at once, or prepares its answer. */
export type Handler<T extends OperationTypes, Context, Request = unknown> =
  | AnsweringHandler<T, Context, Request>
  | PreparingHandler<T, Context, Request>;

/** Answers a request of operation `T`. */
export type AnsweringHandler<T extends OperationTypes, Context, Request = unknown> = (
  request: Received<T, Context, Request>,
  reply: Reply<T>,
) => Replied<T> | Promise<Replied<T>>;

/** Fills in an operation `T` whose requests may be refused for what no schema can know. */
export interface PreparingHandler<T extends OperationTypes, Context, Request = unknown> {
  /**
   * Refuses by throwing, before bounds with an error code of their own are judged, and must change nothing: the request
   * may still be refused. What it has found out reaches the function that answers, which is its result.
   */
  readonly prepare: (
    request: Received<T, Context, Request>,
  ) => Answering<T> | Promise<Answering<T>>;
}

/** What is left to do of a request that has been prepared. */
export type Answering<T extends OperationTypes> = (
  reply: Reply<T>,
) => Replied<T> | Promise<Replied<T>>;
