import { nothing, type TypedContent, type TypedResponse } from "./call-types.ts";
import type { ServiceOperation, ServiceResponse } from "../service-model/service.ts";
import { type NamedBody, responseTypeAccess } from "./message-bodies.ts";

export function typedResponses(
  serviceOperation: ServiceOperation,
  bodies: readonly NamedBody[],
): TypedResponse[] {
  return serviceOperation.responses.map((response) => ({
    status: statusType(serviceOperation, response),
    headers: headersType(serviceOperation, response),
    contents: bodies.filter(({ status }) => status === response.status),
  }));
}

export function responsesType(responses: readonly TypedResponse[]): string {
  const textOf = ({ headers, contents }: TypedResponse) => {
    const several = contents.length > 1 ? `; contents: ${contentsType(contents)}` : "";
    return `{ headers: ${headers}; body: ${contents[0]?.name ?? "undefined"}${several} }`;
  };
  const isSingle = ({ status }: TypedResponse) => /^\d+$/.test(status);
  return [
    `{\n${responses
      .filter(isSingle)
      .map((response) => `    ${response.status}: ${textOf(response)};\n`)
      .join("")}  }`,
    ...responses
      .filter((response) => !isSingle(response))
      .map((response) => `{ [Status in ${response.status}]: ${textOf(response)} }`),
  ].join(" & ");
}

export function contentsType(bodies: readonly TypedContent[]): string {
  return `{ ${bodies.map(({ contentType, name }) => `${JSON.stringify(contentType)}: ${name}`).join("; ")} }`;
}

/** A status, or the statuses of a range without those that are documented separately. */
export function statusType({ responses }: ServiceOperation, { status }: ServiceResponse): string {
  if (typeof status === "number") return String(status);
  const others = responses
    .map((response) => response.status)
    .filter(
      (documented) =>
        typeof documented === "number" || (status === "default" && documented !== status),
    )
    .map((documented) =>
      typeof documented === "number" ? String(documented) : `StatusesOf<"${documented}">`,
    );
  const range = `StatusesOf<"${status}">`;
  return others.length > 0 ? `Exclude<${range}, ${others.join(" | ")}>` : range;
}

function headersType(
  { operation }: ServiceOperation,
  { status, headers }: ServiceResponse,
): string {
  const fields = Object.entries(headers).map(([header, { required }]) => {
    const name = JSON.stringify(header);
    return `${name}${required ? "" : "?"}: ${responseTypeAccess(operation.id, status)}["headers"][${name}]`;
  });
  return fields.length > 0 ? `{ ${fields.join("; ")} }` : nothing;
}
