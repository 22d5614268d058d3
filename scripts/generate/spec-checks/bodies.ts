import { getSourceLocation, type Program, type Type, type Diagnostic } from "@typespec/compiler";
import type { HttpOperation, HttpPayloadBody } from "@typespec/http";
import { isStatusWithoutBody, mediaTypeOf } from "@contract-toolkit/contract";
import { specFault } from "./spec-fault.ts";
import { explainUnreadableBody } from "./content-types.ts";

export function checkBodies(
  program: Program,
  { operation, verb, parameters, responses }: HttpOperation,
) {
  const found: Diagnostic[] = [];
  const look = (body: HttpPayloadBody, direction: "request" | "response") => {
    const target = targetOf(body) ?? operation;
    for (const type of body.contentTypes) {
      const advice = explainUnreadableBody(program, body, mediaTypeOf(type), direction);
      if (advice) found.push(specFault(target, "content-type", `${type}: ${advice}`));
    }
  };
  const { body } = parameters;
  if (body) look(body, "request");
  for (const { statusCodes, responses: contents } of responses) {
    const inside = contents.flatMap(({ body: answered }) => answered ?? []);
    const [first] = inside;
    if (!first) continue;
    const status =
      typeof statusCodes === "number" && isStatusWithoutBody(statusCodes) && statusCodes;
    if (status || verb === "head") {
      const response = status ? `A ${status}` : "A response to HEAD";
      const message = `${response} has no body (RFC 9110); move its properties to headers (@header), or remove its body.`;
      found.push(
        specFault(firstOfSpec(first.property) ?? operation, "response-without-body", message),
      );
      continue;
    }
    for (const item of inside) look(item, "response");
  }
  return found;
}

/** What is marked in messages about a body. */
export const targetOf = ({ contentTypeProperty, property }: HttpPayloadBody) =>
  firstOfSpec(contentTypeProperty, property);

/** The first type that is not in a library. */
function firstOfSpec(...types: readonly (Type | undefined)[]): Type | undefined {
  return types.find(
    (type) => type && !getSourceLocation(type).file.path.includes("/node_modules/"),
  );
}
