import type { Type } from "@typespec/compiler";
import { codeProperty } from "../error-codes.ts";
import { errorBodiesOf } from "../message-fields.ts";
import { isA } from "../scalars.ts";
import { type Finding, programRule } from "./program-rule.ts";

/** Every error has a number that programs can read. */
export const errorCode = programRule(
  "error-code",
  "Error bodies have a required integer marked with @errorCode.",
  (program) =>
    errorBodiesOf(program)
      .flatMap(alternatives)
      .flatMap((body): Finding[] => {
        const target = codeProperty(program, body);
        if (!target) {
          const message = `The error body '${typeNameOrKind(body)}' has no code; mark a required integer property with @errorCode.`;
          return [{ target: body, message }];
        }
        const code = `The code '${target.name}' is`;
        if (target.optional)
          return [{ target, message: `${code} optional; an error always has a code.` }];
        return isIntegerType(target.type) ? [] : [{ target, message: `${code} not an integer.` }];
      }),
);

/** The variants of a union, each of which needs a code. */
function alternatives(body: Type): Type[] {
  return body.kind === "Union"
    ? [...body.variants.values()].flatMap(({ type }) => alternatives(type))
    : [body];
}

function isIntegerType(type: Type): boolean {
  switch (type.kind) {
    case "Number":
      return Number.isInteger(type.value);
    case "Union":
      return [...type.variants.values()].every((variant) => isIntegerType(variant.type));
    case "Scalar":
      return isA(type, "integer");
    default:
      return false;
  }
}

function typeNameOrKind(type: Type): string {
  return "name" in type && typeof type.name === "string" && type.name !== ""
    ? type.name
    : type.kind;
}
