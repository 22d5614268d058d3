import {
  isBinaryType,
  isSchema,
  type OpenApiDocument,
  type Schema,
  type StatusRange,
} from "@contract-toolkit/kernel";
import { banner } from "./banner.ts";
import { keyOf, typeNameOf } from "./names.ts";
import { operationComment } from "./operation-comment.ts";
import {
  resolveSchema,
  type Service,
  type ServiceOperation,
  type ServiceResponse,
} from "../service.ts";

/** A service's operations as data: JSON, which is parsed in half the time of JavaScript, and without types to strip. */
export function operationsModule({ operations }: Service): string {
  const entries = operations.map(
    ({ operation }) => `"${operation.id}": ${JSON.stringify(operation)}`,
  );
  const text = `{\n${entries.join(",\n")}\n}`.replace(/[\\`$]/g, "\\$&");
  return `${banner("js")}export const operations = JSON.parse(\`${text}\`);\n`;
}

/** Types of `operations.js`: those of the value, and those of every operation. */
export function operationsDeclaration(service: Service): string {
  const { operations } = service;
  return [
    banner("ts"),
    `import type { ${hasRanges(service) ? "Operation, StatusesOf" : "Operation"} } from "@contract-toolkit/kernel";\n`,
    `import type { operations as wire } from "./types.ts";\n\n`,
    ...operations.map((each) => operationTypes(service, each)),
    `/** The types of every operation, by operationId. */\nexport interface Operations {\n`,
    ...operations.map(
      (each) =>
        `${operationComment(each)}  ${keyOf(each.operation.id)}: ${typeNameOf(each.operation.id)};\n`,
    ),
    `}\n\n`,
    `/** Every operation as data. */\n`,
    `export declare const operations: { readonly [Id in keyof Operations]: Operation };\n`,
  ].join("");
}

function hasRanges({ operations }: Service): boolean {
  return operations.some(({ responses }) =>
    responses.some(({ status }) => typeof status !== "number"),
  );
}

function operationTypes(service: Service, each: ServiceOperation): string {
  const { id, method, path } = each.operation;
  const name = typeNameOf(id);
  const bodies = namedBodies(service, each);
  const body = bodies.find(({ status }) => status === undefined)?.name ?? "undefined";
  return [
    ...bodies.map(bodyDeclaration),
    `/** Statuses that ${id} answers with. */\n`,
    `export type ${name}Status = ${each.responses.map((response) => statusType(each, response)).join(" | ")};\n\n`,
    `/** \`${method} ${path}\` */\n`,
    `export interface ${name} {\n`,
    `  id: "${id}";\n`,
    `  path: ${parametersType(each, "path")};\n`,
    `  query: ${parametersType(each, "query")};\n`,
    `  headers: ${parametersType(each, "header")};\n`,
    ...(each.parameters.some((one) => one.in === "cookie")
      ? [`  cookies: ${parametersType(each, "cookie")};\n`]
      : []),
    `  body: ${body}${each.operation.body?.required === false ? " | undefined" : ""};\n`,
    `  credentials: ${credentialNames(each) || "never"};\n`,
    `  defaults: ${each.defaults.map((one) => JSON.stringify(one)).join(" | ") || "never"};\n`,
    `  status: ${name}Status;\n`,
    `  responses: ${responsesType(each, bodies)};\n`,
    `}\n\n`,
  ].join("");
}

function responsesType(each: ServiceOperation, bodies: readonly NamedBody[]): string {
  const answerOf = (response: ServiceResponse) => {
    const answered = bodies.find(({ status }) => status === response.status)?.name ?? "undefined";
    return `{ headers: ${headersType(each, response)}; body: ${answered} }`;
  };
  const single = each.responses.filter(({ status }) => typeof status === "number");
  const ranges = each.responses.filter(({ status }) => typeof status !== "number");
  return [
    `{\n${single.map((one) => `    ${one.status}: ${answerOf(one)};\n`).join("")}  }`,
    ...ranges.map((one) => `{ [Status in ${statusType(each, one)}]: ${answerOf(one)} }`),
  ].join(" & ");
}

/** A status, or those of a range that are not documented more narrowly. */
function statusType({ responses }: ServiceOperation, { status }: ServiceResponse): string {
  if (typeof status === "number") return String(status);
  const others = responses
    .map((each) => each.status)
    .filter((other) => typeof other === "number" || (status === "default" && other !== status))
    .map((other) => (typeof other === "number" ? String(other) : `StatusesOf<"${other}">`));
  const range = `StatusesOf<"${status}">`;
  return others.length > 0 ? `Exclude<${range}, ${others.join(" | ")}>` : range;
}

/** A request or response body with a name of its own, which the compiler then shows in its messages. */
interface NamedBody {
  readonly name: string;
  /** Absent: the request. */
  readonly status?: number | StatusRange;
  readonly wire: string;
  /** Whether each of its properties is required; absent where it is no plain object. */
  readonly properties?: Readonly<Record<string, boolean>>;
  readonly text: string;
}

function namedBodies({ documents }: Service, each: ServiceOperation): NamedBody[] {
  const { id, body } = each.operation;
  const name = typeNameOf(id);
  const request: NamedBody[] = body
    ? [
        {
          name: `${name}Body`,
          wire: isBinaryType(body.contentType)
            ? "Uint8Array"
            : `NonNullable<wire["${id}"]["requestBody"]>["content"]["${body.contentType}"]`,
          ...propertiesOf(documents.annotated, each.bodySchema),
          text: `What ${id} is sent.`,
        },
      ]
    : [];
  const responses = each.responses.flatMap(({ status, contentType, bodySchema }) =>
    contentType === undefined
      ? []
      : [
          {
            name: `${name}${typeNameOf(String(status))}`,
            status,
            wire: isBinaryType(contentType)
              ? "Uint8Array"
              : `${responseType(id, status)}["content"]["${contentType}"]`,
            ...propertiesOf(documents.annotated, bodySchema),
            text: `What ${id} answers with ${status}.`,
          },
        ],
  );
  return [...request, ...responses];
}

function propertiesOf(
  document: OpenApiDocument,
  schema: Schema = {},
): Pick<NamedBody, "properties"> {
  const { type, properties, required, ...further } = resolveSchema(document, schema);
  const isPlain = [
    "allOf",
    "anyOf",
    "oneOf",
    "additionalProperties",
    "unevaluatedProperties",
  ].every((keyword) => !(keyword in further));
  if (type !== "object" || !isPlain || !isSchema(properties)) return {};
  const names = Array.isArray(required) ? required : [];
  return {
    properties: Object.fromEntries(
      Object.keys(properties).map((name) => [name, names.includes(name)]),
    ),
  };
}

/** The compiler's messages name an interface with members of its own, and spell out every other type. */
function bodyDeclaration({ name, wire, properties, text }: NamedBody): string {
  if (!properties) return `/** ${text} */\nexport type ${name} = ${wire};\n\n`;
  const fields = Object.entries(properties).map(([field, required]) => {
    const key = JSON.stringify(field);
    return `  ${key}${required ? "" : "?"}: ${required ? `${name}OnWire` : `Required<${name}OnWire>`}[${key}];\n`;
  });
  return `type ${name}OnWire = ${wire};\n/** ${text} */\nexport interface ${name} {\n${fields.join("")}}\n\n`;
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
    .filter((each) => each.in === kind)
    .map((each) => JSON.stringify(each.name));
  if (names.length === 0) return nothing;
  return `Pick<NonNullable<wire["${operation.id}"]["parameters"]["${kind}"]>, ${names.join(" | ")}>`;
}

function headersType(
  { operation }: ServiceOperation,
  { status, headers }: ServiceResponse,
): string {
  const fields = Object.entries(headers).map(([header, { required }]) => {
    const name = JSON.stringify(header);
    return `${name}${required ? "" : "?"}: ${responseType(operation.id, status)}["headers"][${name}]`;
  });
  return fields.length > 0 ? `{ ${fields.join("; ")} }` : nothing;
}

function responseType(id: string, status: number | StatusRange): string {
  return `wire["${id}"]["responses"][${JSON.stringify(status)}]`;
}

/** The type of an object without properties. */
const nothing = "Record<never, never>";
