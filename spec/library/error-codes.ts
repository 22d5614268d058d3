import type { ModelProperty, Program, Type } from "@typespec/compiler";
import { isErrorCode } from "./declarations.ts";
import { collectProperties } from "./message-fields.ts";

/** The property that holds the code of an error body (`@errorCode`). */
export function codeProperty(program: Program, body: Type): ModelProperty | undefined {
  return collectProperties(body).find((property) => isErrorCode(program, property));
}

/** The codes that an error body lists; empty if any number is allowed. */
export function literalCodes(program: Program, body: Type): number[] {
  return collectProperties(body)
    .filter((property) => isErrorCode(program, property))
    .flatMap(({ type }) => literals(type));
}

function literals(type: Type): number[] {
  if (type.kind === "Number") return [type.value];
  if (type.kind === "Union")
    return [...type.variants.values()].flatMap((variant) => literals(variant.type));
  return [];
}
