import type { Operation } from "./operation.ts";
import type { OperationMap, OperationTypes } from "./operation-types.ts";
import type { OperationValidators, Validate } from "./validators.ts";

/** A generated contract: a plain value that the toolkit's generic parts work with. */
export interface Contract<Types extends OperationMap<Types> = Record<string, OperationTypes>> {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly operations: { readonly [Id in keyof Types]: Operation };
  /** `responses` refuse what is not documented; a client's own tolerate it. */
  readonly validators: { readonly [Id in keyof Types]: OperationValidators };
  /** Validators of `{ body }` that the service answers, by status, outside any operation. */
  readonly refusals: { readonly [status: number]: Validate };
  /** Validators of the content of Base64 strings (`x-content-schema`), by component. */
  readonly contentValidators: { readonly [component: string]: Validate };
  /** Error code of a value outside its bounds, by schema path without the keyword. */
  readonly boundsCodes: Readonly<Record<string, number>>;
  /** Never set: it lets the static types be inferred from the value. */
  readonly types?: Types;
}
