import type { CookiesOf, OperationMap, OperationTypes } from "@contract-toolkit/kernel";
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
  Body<T["body"]>;

/** An answer, told apart by its status. */
export type Result<T extends OperationTypes> = {
  [S in T["status"]]: {
    readonly status: S;
    readonly headers: T["responses"][S]["headers"];
    readonly body: T["responses"][S]["body"];
    /** The id the request was sent under; the same in every attempt. */
    readonly requestId: string | undefined;
  };
}[T["status"]];

type Arguments<T extends OperationTypes> =
  Partial<CallRequest<T>> extends CallRequest<T>
    ? [request?: CallRequest<T>, options?: CallOptions]
    : [request: CallRequest<T>, options?: CallOptions];

type Part<Name extends string, Values> = [keyof Values] extends [never]
  ? { readonly [N in Name]?: never }
  : Partial<Values> extends Values
    ? { readonly [N in Name]?: Readonly<Values> | undefined }
    : { readonly [N in Name]: Readonly<Values> };

type Body<B> = [B] extends [undefined]
  ? { readonly body?: never }
  : undefined extends B
    ? { readonly body?: B }
    : { readonly body: B };
