import type { Diagnostic } from "@typespec/compiler";
import type { HttpOperation, HttpPayloadBody } from "@typespec/http";
import {
  isXmlType,
  type OpenApiContent,
  type OpenApiDocument,
  type OpenApiOperation,
  ownResponses,
} from "@contract-toolkit/contract";
import { isComposed, unwritableInXml } from "@contract-toolkit/schemas/unwritable-xml";
import { targetOf } from "./bodies.ts";
import { specFault } from "./spec-fault.ts";

/** The bodies of an operation that cannot be written in XML, with advice. */
export function unwritableBodies(
  document: OpenApiDocument,
  { operation, parameters, responses }: HttpOperation,
  emitted: OpenApiOperation,
): Diagnostic[] {
  const faultsIn = (body?: HttpPayloadBody, content: OpenApiContent = {}) =>
    (body ? body.contentTypes.filter(isXmlType) : []).flatMap((type) => {
      const { schema = {} } = content[type] ?? {};
      const fault = isComposed(schema, document) && unwritableInXml(schema, document);
      const target = (body && targetOf(body)) ?? operation;
      return fault ? specFault(target, "content-type", `${type}: ${fault.join("; ")}`) : [];
    });
  return [
    ...faultsIn(parameters.body, emitted.requestBody?.content),
    ...responses.flatMap(({ statusCodes: codes, responses: contents }) => {
      const written = typeof codes === "object" ? `${codes.start / 100}XX` : String(codes);
      const status = written === "*" ? "default" : written;
      const [, response] = ownResponses(emitted).find(([key]) => key === status) ?? [];
      return contents.flatMap(({ body }) => faultsIn(body, response?.content));
    }),
  ];
}
