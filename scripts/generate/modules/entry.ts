import { banner } from "./banner.ts";
import type { Service } from "../service-model/service.ts";

/** The entry of a generated contract: the value that the toolkit's generic parts take. */
export function entryModule(
  service: Service,
  boundsCodes: Readonly<Record<string, number>>,
): string {
  const { title, version } = service.documents.openapi30.info;
  return [
    banner("ts"),
    `import type { Contract } from "@contract-toolkit/contract";\n`,
    `import { operations, type Operations } from "./operations.js";\n`,
    `import { contentValidators, refusals, validators } from "./validators.js";\n\n`,
    `export const contract: Contract<Operations> = {\n`,
    `  name: ${JSON.stringify(service.name)},\n`,
    `  title: ${JSON.stringify(title)},\n`,
    `  version: ${JSON.stringify(version)},\n`,
    `  operations,\n  validators,\n  refusals,\n  contentValidators,\n`,
    `  boundsCodes: ${JSON.stringify(boundsCodes)},\n`,
    `};\n`,
  ].join("");
}

/** Types of `validators.js`. */
export function validatorsDeclaration(): string {
  return [
    banner("ts"),
    `import type { OperationValidators, Validate } from "@contract-toolkit/contract";\n`,
    `import type { Operations } from "./operations.js";\n\n`,
    `export declare const validators: { readonly [Id in keyof Operations]: OperationValidators };\n`,
    `export declare const refusals: { readonly [status: number]: Validate };\n`,
    `export declare const contentValidators: { readonly [component: string]: Validate };\n`,
  ].join("");
}

/** Types of `client-validators.js`. */
export function clientValidatorsDeclaration(): string {
  return [
    banner("ts"),
    `import type { OperationValidators } from "@contract-toolkit/contract";\n`,
    `import type { Operations } from "./operations.js";\n\n`,
    `export declare const validators: { readonly [Id in keyof Operations]: Pick<OperationValidators, "responses"> };\n`,
  ].join("");
}
