import type { Operation } from "./operation.ts";
import type { OperationMap, OperationTypes } from "./operation-types.ts";
import type { OperationValidators, Validate } from "./validators.ts";

/** A generated contract, as a value that the generic parts of the toolkit work with. */
export interface Contract<Types extends OperationMap<Types> = Record<string, OperationTypes>> {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly operations: { readonly [Id in keyof Types]: Operation };
  /** The `responses` of a server reject undocumented fields. The `responses` of a client tolerate them. */
  readonly validators: { readonly [Id in keyof Types]: OperationValidators };
  /** By status: validators of `{ body }` for responses outside any operation. */
  readonly refusals: { readonly [status: number]: Validate };
  /** By component: validators of the content of Base64 strings (`x-content-schema`). */
  readonly contentValidators: { readonly [component: string]: Validate };
  /** Error code of a value outside its bounds, by schema path without the keyword. */
  readonly boundsCodes: Readonly<Record<string, number>>;
  /** Never set: it lets the static types be inferred from the value. */
  readonly types?: Types;
}
