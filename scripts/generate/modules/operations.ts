import { banner } from "./banner.ts";
import { callType, nothing, resultType } from "./call-types.ts";
import { contractTypes, propertyKey, typeNameOf } from "./names.ts";
import { operationComment } from "./operation-comment.ts";
import type { Service, ServiceOperation } from "../service-model/service.ts";
import {
  bodyDeclaration,
  namedBodies,
  type NamedBody,
  operationTypeNames,
  sharedBodies,
} from "./message-bodies.ts";
import { contentsType, responsesType, statusType, typedResponses } from "./response-types.ts";

/** A service's operations as data. JSON is parsed twice as fast as JavaScript, and has no types to strip. */
export function operationsModule({ operations }: Service): string {
  const entries = operations.map(
    ({ operation }) => `"${operation.id}": ${JSON.stringify(operation)}`,
  );
  const text = `{\n${entries.join(",\n")}\n}`.replace(/[\\`$]/g, "\\$&");
  return `${banner("js")}export const operations = JSON.parse(\`${text}\`);\n`;
}

/** Declarations of `operations.js`: the types of the value and of every operation. */
export function operationsDeclaration(service: Service): string {
  const { operations } = service;
  const shared = sharedBodies(service);
  const types = [
    ...[...shared.values()].map(bodyDeclaration),
    ...operations.map((operation) => operationTypes(service, operation, shared)),
  ].join("");
  return [
    banner("ts"),
    `import type { ${[...contractTypes.filter((name) => new RegExp(`\\b${name}\\b`).test(types)), "TypedOperation"].sort().join(", ")} } from "@contract-toolkit/contract";\n`,
    `import type { components, operations as wire } from "./types.ts";\n\n`,
    types,
    `/** The types of every operation, by operationId. */\nexport interface Operations {\n`,
    ...operations.map(
      (operation) =>
        `${operationComment(operation)}  ${propertyKey(operation.operation.id)}: ${typeNameOf(operation.operation.id)};\n`,
    ),
    `}\n\n`,
    `/** Every operation as data. */\n`,
    `export declare const operations: { readonly [Id in keyof Operations]: TypedOperation<Operations[Id]> };\n`,
  ].join("");
}

function operationTypes(
  service: Service,
  serviceOperation: ServiceOperation,
  shared: ReadonlyMap<string, NamedBody>,
): string {
  const { id, method, path } = serviceOperation.operation;
  const name = typeNameOf(id);
  const bodies = namedBodies(service, serviceOperation);
  const requests = bodies.filter(({ status }) => status === undefined);
  const [, statuses, called, answered] = operationTypeNames(service, serviceOperation);
  const responses = typedResponses(serviceOperation, bodies);
  const call = callType(serviceOperation, name, called, requests, responses);
  return [
    ...bodies.map((body) => {
      const same = shared.get(body.component ?? "");
      return bodyDeclaration(same ? { ...body, wire: same.name, isPlain: false } : body);
    }),
    `/** Statuses that ${id} answers with. */\n`,
    `export type ${statuses} = ${serviceOperation.responses.map((response) => statusType(serviceOperation, response)).join(" | ")};\n\n`,
    call.declaration,
    resultType(id, answered, responses),
    `/** \`${method} ${path}\` */\n`,
    `export interface ${name} {\n`,
    `  id: "${id}";\n`,
    `  path: ${parametersType(serviceOperation, "path")};\n`,
    `  query: ${parametersType(serviceOperation, "query")};\n`,
    `  headers: ${parametersType(serviceOperation, "header")};\n`,
    ...(serviceOperation.parameters.some((parameter) => parameter.in === "cookie")
      ? [`  cookies: ${parametersType(serviceOperation, "cookie")};\n`]
      : []),
    `  body: ${requests[0]?.name ?? "undefined"}${serviceOperation.operation.body?.required === false ? " | undefined" : ""};\n`,
    ...(requests.length > 1 ? [`  contents: ${contentsType(requests)};\n`] : []),
    `  credentials: ${credentialNames(serviceOperation) || "never"};\n`,
    `  defaults: ${serviceOperation.defaults.map((text) => JSON.stringify(text)).join(" | ") || "never"};\n`,
    `  status: ${statuses};\n`,
    `  responses: ${responsesType(responses)};\n`,
    `  call: [request${call.isOptional ? "?" : ""}: ${called}];\n`,
    `  result: ${answered};\n`,
    ...itemType(serviceOperation, responses),
    `}\n\n`,
  ].join("");
}

/** The type of an item of a list, which is in the body of its success. */
function itemType(
  { operation: { paging } }: ServiceOperation,
  responses: ReturnType<typeof typedResponses>,
): string[] {
  const success = responses.find(({ status }) => /^2\d\d$/.test(status));
  const [body] = success?.contents ?? [];
  if (!paging || !body) return [];
  const list = paging.items.reduce(
    (type, name) => `NonNullable<${type}[${JSON.stringify(name)}]>`,
    body.name,
  );
  return [`  item: ${list}[number];\n`];
}

function credentialNames({ operation }: ServiceOperation): string {
  const declared = operation.parameters.filter(({ credential }) => credential);
  const schemes = (operation.security ?? []).flat().map(({ scheme }) => scheme);
  const names = new Set([...schemes, ...declared.map(({ name }) => name)]);
  return [...names].map((name) => JSON.stringify(name)).join(" | ");
}

function parametersType(
  { operation, parameters }: ServiceOperation,
  kind: "path" | "query" | "header" | "cookie",
): string {
  const names = parameters
    .filter((parameter) => parameter.in === kind)
    .map((parameter) => JSON.stringify(parameter.name));
  if (names.length === 0) return nothing;
  return `Pick<NonNullable<wire["${operation.id}"]["parameters"]["${kind}"]>, ${names.join(" | ")}>`;
}
