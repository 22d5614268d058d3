import type {
  AnswerTypes,
  CookiesOf,
  OperationMap,
  OperationTypes,
  Sendable,
} from "@contract-toolkit/kernel";
import type { CallOptions } from "./options.ts";

/** A client of a contract: one method for each operation, by operationId. */
export type ContractClient<Types extends OperationMap<Types>> = {
  readonly [Id in keyof Types]: Method<Types[Id]>;
};

/** Calls one operation; rejects with a `TransportError` when there is no documented answer. */
export type Method<T extends OperationTypes> = (...args: Arguments<T>) => Promise<Result<T>>;

/** The parts of a request. A part that the operation has no use for cannot be given. */
export type CallRequest<T extends OperationTypes> = Part<"path", T["path"]> &
  Part<"query", T["query"]> &
  Part<"headers", T["headers"]> &
  Part<"cookies", CookiesOf<T>> &
  BodyOfType<T> &
  Accepted<T>;

/** An answer, told apart by its status, and by its content type where the status has several. */
export type Result<T extends OperationTypes> = {
  [S in T["status"]]: {
    readonly status: S;
    readonly headers: T["responses"][S]["headers"];
    /** The id the request was sent under; the same in every attempt. */
    readonly requestId: string | undefined;
  } & AnsweredBody<T["responses"][S]>;
}[T["status"]];

/** The body of an answer. Of a stream, what comes of it can be read once, while it comes. */
type AnsweredBody<Answer extends AnswerTypes> = Answer extends { contents: infer Contents }
  ? {
      [Type in keyof Contents]: { readonly contentType: Type; readonly body: Contents[Type] };
    }[keyof Contents]
  : { readonly body: Answer["body"] };

type Arguments<T extends OperationTypes> =
  Partial<CallRequest<T>> extends CallRequest<T>
    ? [request?: CallRequest<T>, options?: CallOptions]
    : [request: CallRequest<T>, options?: CallOptions];

type Part<Name extends string, Values> = [keyof Values] extends [never]
  ? { readonly [N in Name]?: never }
  : Partial<Values> extends Values
    ? { readonly [N in Name]?: Readonly<Values> | undefined }
    : { readonly [N in Name]: Readonly<Values> };

/** Without `contentType`, a body is of the first content type. */
type BodyOfType<T extends OperationTypes> = T extends { contents: infer Contents }
  ?
      | (Body<T["body"]> & { readonly contentType?: undefined })
      | {
          [Type in keyof Contents]: {
            readonly contentType: Type;
            readonly body: Sendable<Contents[Type]>;
          };
        }[keyof Contents]
  : Body<T["body"]>;

/** Which content type an answer should have, where some may have several; the first unless it is told. */
type Accepted<T extends OperationTypes> = [AnsweredTypes<T>] extends [never]
  ? { readonly accept?: never }
  : { readonly accept?: AnsweredTypes<T> | undefined };

type AnsweredTypes<T extends OperationTypes> = {
  [S in T["status"]]: T["responses"][S] extends { contents: infer Contents }
    ? keyof Contents & string
    : never;
}[T["status"]];

type Body<B> = [B] extends [undefined]
  ? { readonly body?: never }
  : undefined extends B
    ? { readonly body?: Sendable<B> }
    : { readonly body: Sendable<B> };
