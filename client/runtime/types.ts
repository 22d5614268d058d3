import type { CallableMap, OperationTypes } from "@contract-toolkit/kernel";
import type { CallOptions } from "./options.ts";

/** A client of a contract: one method for each operation, by operationId. */
export type ContractClient<Types extends CallableMap<Types>> = {
  readonly [Id in keyof Types]: Method<Types[Id]>;
};

/** Calls one operation; rejects with a `TransportError` when there is no documented answer. */
export type Method<T extends Pick<OperationTypes, "id">> = T extends Called
  ? (...args: [...T["call"], options?: CallOptions]) => Promise<T["answer"]>
  : never;

/** The parts of a request. A part that the operation has no use for cannot be given. */
export type CallRequest<T extends OperationTypes> = T extends Called
  ? NonNullable<T["call"][0]>
  : never;

/** An answer, told apart by its status, and by its content type where the status has several. */
export type Result<T extends OperationTypes> = T extends Called ? T["answer"] : never;

/** What `contract generate` writes for the methods of a client. */
type Called = Required<Pick<OperationTypes, "answer" | "call">>;
