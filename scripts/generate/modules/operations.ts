import {
  type BodyContent,
  bodyKindOf,
  contentsOf,
  isSchema,
  type OpenApiDocument,
  referredName,
  type Schema,
  type StatusRange,
} from "@contract-toolkit/contract";
import { banner } from "./banner.ts";
import {
  resultType,
  callType,
  nothing,
  type TypedResponse,
  type TypedContent,
} from "./call-types.ts";
import { kernelTypes, propertyKey, typeNameOf, usedNames } from "./names.ts";
import { operationComment } from "./operation-comment.ts";
import {
  type ContentSchemas,
  type Service,
  type ServiceOperation,
  type ServiceResponse,
} from "../service.ts";
import { oncePer } from "../memoize.ts";
import { resolveSchema } from "@contract-toolkit/schemas/resolve-schema";

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
    `import type { ${[...kernelTypes.filter((name) => new RegExp(`\\b${name}\\b`).test(types)), "Operation"].sort().join(", ")} } from "@contract-toolkit/contract";\n`,
    `import type { components, operations as wire } from "./types.ts";\n\n`,
    types,
    `/** The types of every operation, by operationId. */\nexport interface Operations {\n`,
    ...operations.map(
      (operation) =>
        `${operationComment(operation)}  ${propertyKey(operation.operation.id)}: ${typeNameOf(operation.operation.id)};\n`,
    ),
    `}\n\n`,
    `/** Every operation as data. */\n`,
    `export declare const operations: { readonly [Id in keyof Operations]: Operation };\n`,
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
    `}\n\n`,
  ].join("");
}

function operationTypeNames(service: Service, { operation }: ServiceOperation) {
  const name = typeNameOf(operation.id);
  const free = (part: string) => findFreeTypeName(service, `${name}${part}`);
  return [name, free("Status"), free("Call"), free("Result")] as const;
}

function typedResponses(
  serviceOperation: ServiceOperation,
  bodies: readonly NamedBody[],
): TypedResponse[] {
  return serviceOperation.responses.map((response) => ({
    status: statusType(serviceOperation, response),
    headers: headersType(serviceOperation, response),
    contents: bodies.filter(({ status }) => status === response.status),
  }));
}

function responsesType(responses: readonly TypedResponse[]): string {
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

function contentsType(bodies: readonly TypedContent[]): string {
  return `{ ${bodies.map(({ contentType, name }) => `${JSON.stringify(contentType)}: ${name}`).join("; ")} }`;
}

/** A status, or the statuses of a range without those that are documented separately. */
function statusType({ responses }: ServiceOperation, { status }: ServiceResponse): string {
  if (typeof status === "number") return String(status);
  const others = responses
    .map((response) => response.status)
    .filter(
      (otherItem) =>
        typeof otherItem === "number" || (status === "default" && otherItem !== status),
    )
    .map((otherItem) =>
      typeof otherItem === "number" ? String(otherItem) : `StatusesOf<"${otherItem}">`,
    );
  const range = `StatusesOf<"${status}">`;
  return others.length > 0 ? `Exclude<${range}, ${others.join(" | ")}>` : range;
}

/** A named request or response body. The compiler shows the name in its messages. */
interface NamedBody extends TypedContent {
  /** Absent for the request. */
  readonly status?: number | StatusRange;
  readonly wire: string;
  /** Whether it is an object with documented fields only. */
  readonly isPlain: boolean;
  readonly text: string;
  /** Name of its component, if it is one. */
  readonly component: string | undefined;
}

/** Bodies that several messages share. They are declared once, so the compiler checks them once. */
function sharedBodies(service: Service): ReadonlyMap<string, NamedBody> {
  const bodies = service.operations.map((operation) => namedBodies(service, operation));
  const taken = new Set([
    ...usedNames,
    ...service.operations.flatMap((operation) => operationTypeNames(service, operation)),
    ...bodies.flat().flatMap(({ name }) => [name, `${name}OnWire`]),
  ]);
  const groups = Map.groupBy(bodies.flat(), ({ component, isPlain }) =>
    isPlain ? component : undefined,
  );
  const shared = new Map<string, NamedBody>();
  for (const [component, [first, second]] of groups) {
    if (component === undefined || !first || !second) continue;
    let name = typeNameOf(component);
    if (!/^[A-Z_$]/i.test(name)) continue;
    while (taken.has(name) || taken.has(`${name}OnWire`)) name += "_";
    taken.add(name).add(`${name}OnWire`);
    shared.set(component, { ...first, name, text: "A body that several messages have." });
  }
  return shared;
}

/** A type name that no operation has: the statuses of `find` would be called like the operation `find-status`. */
function findFreeTypeName(service: Service, name: string): string {
  const isTaken = operationNames(service).has(name) || usedNames.has(name);
  return isTaken ? findFreeTypeName(service, `${name}_`) : name;
}

const operationNames = oncePer(
  ({ operations }: Service) => new Set(operations.map(({ operation }) => typeNameOf(operation.id))),
);

function namedBodies(service: Service, serviceOperation: ServiceOperation): NamedBody[] {
  const { documents } = service;
  const { id, body } = serviceOperation.operation;
  const name = typeNameOf(id);
  const ofContents = (
    contents: readonly BodyContent[],
    schemas: ContentSchemas,
    bodyOf: { readonly name: string; readonly wire: string; readonly text: string },
  ) =>
    contents.map((content, index): NamedBody => {
      const { contentType } = content;
      const schema = schemas.get(contentType) ?? {};
      const component = referredName(schema);
      // The compiler resolves a component faster than a path through the types of an operation.
      const wire =
        component === undefined
          ? `${bodyOf.wire}["content"][${JSON.stringify(contentType)}]`
          : `components["schemas"][${JSON.stringify(component)}]`;
      const kind = bodyKindOf(content);
      const isJson = ["json", "form"].includes(kind);
      const own = index === 0 ? bodyOf.name : `${bodyOf.name}${typeNameOf(contentType)}`;
      const name = findFreeTypeName(service, own);
      return {
        name,
        sent: isJson || kind === "text" ? name : `Sendable<${name}>`,
        contentType,
        wire: wireType(content, wire),
        isPlain: isJson && isPlainObject(documents.annotated, schema),
        component,
        text: bodyOf.text,
      };
    });
  const requests = ofContents(contentsOf(body), serviceOperation.bodySchemas, {
    name: `${name}Body`,
    wire: `NonNullable<wire["${id}"]["requestBody"]>`,
    text: `What ${id} is sent.`,
  });
  const responses = serviceOperation.responses.flatMap(({ status, contents, bodySchemas }) =>
    ofContents(contents, bodySchemas, {
      name: `${name}${typeNameOf(String(status))}`,
      wire: responseTypeAccess(id, status),
      text: `What ${id} answers with ${status}.`,
    }).map((ofContent) => ({ ...ofContent, status })),
  );
  return [...requests, ...responses];
}

/** The type of a body: the type on the wire, or the stream, form or bytes that it is read from. */
function wireType(content: BodyContent, wire: string): string {
  switch (bodyKindOf(content)) {
    case "bytes":
      return "ByteBody";
    case "events":
      return `EventStream<${wire}[number]>`;
    case "parts": {
      const files = Object.entries(content.fields ?? {}).filter(([, { type }]) => type === "file");
      const types = files.map(([name, { list }]) => {
        const key = JSON.stringify(name);
        const optional = `Extract<${wire}[${key}], undefined>`;
        return `${key}: FormFile${list ? "[]" : ""} | ${optional}`;
      });
      return `FormBody<WithFiles<${wire}, { ${types.join("; ")} }>>`;
    }
    default:
      return wire;
  }
}

function isPlainObject(document: OpenApiDocument, schema: Schema): boolean {
  const { type, properties, ...further } = resolveSchema(document, schema);
  const others = ["allOf", "anyOf", "oneOf", "additionalProperties", "unevaluatedProperties"];
  return type === "object" && isSchema(properties) && !others.some((keyword) => keyword in further);
}

/** An interface, because the compiler's messages name interfaces and spell out all other types. Its fields keep their TSDoc. */
function bodyDeclaration({
  name,
  wire,
  isPlain,
  text,
}: Pick<NamedBody, "name" | "wire" | "isPlain" | "text">): string {
  return isPlain
    ? `type ${name}OnWire = ${wire};\n/** ${text} */\nexport interface ${name} extends ${name}OnWire {}\n\n`
    : `/** ${text} */\nexport type ${name} = ${wire};\n\n`;
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

function responseTypeAccess(id: string, status: number | StatusRange): string {
  return `wire["${id}"]["responses"][${JSON.stringify(status)}]`;
}
