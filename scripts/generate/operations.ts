import { isSchema, type OpenApiDocument, type Schema } from "@contract-toolkit/kernel";
import { banner } from "./banner.ts";
import { operationComment } from "./operation-comment.ts";
import {
  pascalCase,
  resolveSchema,
  type Service,
  type ServiceOperation,
  type ServiceResponse,
} from "./service.ts";

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
    `import type { Operation } from "@contract-toolkit/kernel";\n`,
    `import type { operations as wire } from "./types.ts";\n\n`,
    ...operations.map((each) => operationTypes(service, each)),
    `/** The types of every operation, by operationId. */\nexport interface Operations {\n`,
    ...operations.map(
      (each) =>
        `${operationComment(each)}  ${each.operation.id}: ${pascalCase(each.operation.id)};\n`,
    ),
    `}\n\n`,
    `/** Every operation as data. */\n`,
    `export declare const operations: { readonly [Id in keyof Operations]: Operation };\n`,
  ].join("");
}

function operationTypes(service: Service, each: ServiceOperation): string {
  const { id, method, path } = each.operation;
  const name = pascalCase(id);
  const bodies = namedBodies(service, each);
  const body = bodies.find(({ status }) => status === undefined)?.name ?? "undefined";
  return [
    ...bodies.map(bodyDeclaration),
    `/** Statuses that ${id} answers with. */\n`,
    `export type ${name}Status = ${each.responses.map(({ status }) => String(status)).join(" | ")};\n\n`,
    `/** \`${method} ${path}\` */\n`,
    `export interface ${name} {\n`,
    `  id: "${id}";\n`,
    `  path: ${parametersType(each, "path")};\n`,
    `  query: ${parametersType(each, "query")};\n`,
    `  headers: ${parametersType(each, "header")};\n`,
    `  body: ${body}${each.operation.body?.required === false ? " | undefined" : ""};\n`,
    `  defaults: ${each.defaults.map((one) => JSON.stringify(one)).join(" | ") || "never"};\n`,
    `  status: ${name}Status;\n`,
    `  responses: {\n`,
    ...each.responses.map((response) => {
      const answered = bodies.find(({ status }) => status === response.status)?.name ?? "undefined";
      return `    ${response.status}: { headers: ${headersType(each, response)}; body: ${answered} };\n`;
    }),
    `  };\n`,
    `}\n\n`,
  ].join("");
}

/** A request or response body with a name of its own, which the compiler then shows in its messages. */
interface NamedBody {
  readonly name: string;
  /** Absent: the request. */
  readonly status?: number;
  readonly wire: string;
  /** Whether each of its properties is required; absent where it is no plain object. */
  readonly properties?: Readonly<Record<string, boolean>>;
  readonly text: string;
}

function namedBodies({ documents }: Service, each: ServiceOperation): NamedBody[] {
  const { id, body } = each.operation;
  const name = pascalCase(id);
  const request: NamedBody[] = body
    ? [
        {
          name: `${name}Body`,
          wire: `NonNullable<wire["${id}"]["requestBody"]>["content"]["${body.contentType}"]`,
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
            name: `${name}${status}`,
            status,
            wire: `${responseType(id, status)}["content"]["${contentType}"]`,
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

function parametersType(
  { operation, parameters }: ServiceOperation,
  kind: "path" | "query" | "header",
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

function responseType(id: string, status: number): string {
  return `wire["${id}"]["responses"][${status}]`;
}

/** The type of an object without properties. */
const nothing = "Record<never, never>";
