import { createRule, paramMessage, type Type } from "@typespec/compiler";
import { codeProperty } from "../error-codes.ts";
import { errorBodiesOf } from "../message-fields.ts";
import { isA } from "../scalars.ts";

/** Every error tells a program what happened by a number, not in words alone. */
export const errorCode = createRule({
  name: "error-code",
  severity: "warning",
  description: "Error bodies have a required integer marked with @errorCode.",
  messages: {
    missing: paramMessage`The error body '${"name"}' has no code; mark a required integer property with @errorCode.`,
    optional: paramMessage`The code '${"name"}' is optional; an error always has a code.`,
    type: paramMessage`The code '${"name"}' is not an integer.`,
  },
  create: (context) => ({
    root: (program) => {
      for (const body of errorBodiesOf(program).flatMap(alternatives)) {
        const property = codeProperty(program, body);
        if (!property) {
          context.reportDiagnostic({
            messageId: "missing",
            target: body,
            format: { name: nameOf(body) },
          });
        } else if (property.optional) {
          context.reportDiagnostic({
            messageId: "optional",
            target: property,
            format: { name: property.name },
          });
        } else if (!isInteger(property.type)) {
          context.reportDiagnostic({
            messageId: "type",
            target: property,
            format: { name: property.name },
          });
        }
      }
    },
  }),
});

/** The bodies that a union offers, each of which needs a code. */
function alternatives(body: Type): Type[] {
  return body.kind === "Union"
    ? [...body.variants.values()].flatMap(({ type }) => alternatives(type))
    : [body];
}

function isInteger(type: Type): boolean {
  switch (type.kind) {
    case "Number":
      return Number.isInteger(type.value);
    case "Union":
      return [...type.variants.values()].every((variant) => isInteger(variant.type));
    case "Scalar":
      return isA(type, "integer");
    default:
      return false;
  }
}

function nameOf(type: Type): string {
  return "name" in type && typeof type.name === "string" && type.name !== ""
    ? type.name
    : type.kind;
}
