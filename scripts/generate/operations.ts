import { banner } from "./banner.ts";
import { pascalCase, type Service, type ServiceOperation } from "./service.ts";

/** The operations of a service: their static types, and their description as a value. */
export function operationsModule(service: Service): string {
  const { operations } = service;
  return [
    banner("ts"),
    `import type { Operation } from "../contract.ts";\n`,
    `import type { operations as wire } from "./types.ts";\n\n`,
    ...operations.map(operationTypes),
    `/** The types of every operation, by operationId. */\nexport interface Operations {\n`,
    ...operations.map(
      ({ operation: { id } }) => `  ${id}: ${pascalCase(id)};\n`,
    ),
    `}\n\n`,
    `/** Every operation as data. */\nexport const operations = {\n`,
    ...operations.map(
      ({ operation }) => `  ${operation.id}: ${JSON.stringify(operation)},\n`,
    ),
    `} as const satisfies { readonly [Id in keyof Operations]: Operation };\n`,
  ].join("");
}

function operationTypes(each: ServiceOperation): string {
  const { id, method, path } = each.operation;
  const name = pascalCase(id);
  const wire = `wire["${id}"]`;
  const place = (kind: "path" | "query" | "header") => {
    const names = each.parameters
      .filter((parameter) => parameter.in === kind)
      .map((parameter) => parameter.name);
    if (names.length === 0) return nothing;
    return `Pick<NonNullable<${wire}["parameters"]["${kind}"]>, ${names.map((one) => JSON.stringify(one)).join(" | ")}>`;
  };
  return [
    `/** Statuses that ${id} answers with. */\n`,
    `export type ${name}Status = ${each.responses.map(({ status }) => String(status)).join(" | ")};\n\n`,
    `/** \`${method} ${path}\` */\n`,
    `export interface ${name} {\n`,
    `  id: "${id}";\n`,
    `  path: ${place("path")};\n`,
    `  query: ${place("query")};\n`,
    `  headers: ${place("header")};\n`,
    `  body: ${bodyType(each, wire)};\n`,
    `  defaults: ${each.defaults.map((one) => JSON.stringify(one)).join(" | ") || "never"};\n`,
    `  status: ${name}Status;\n`,
    `  responses: {\n`,
    ...each.responses.map(({ status, contentType, headers }) => {
      const response = `${wire}["responses"][${String(status)}]`;
      const body =
        contentType === undefined
          ? "undefined"
          : `${response}["content"]["${contentType}"]`;
      const fields = Object.entries(headers).map(
        ([header, { required }]) =>
          `${JSON.stringify(header)}${required ? "" : "?"}: ${response}["headers"][${JSON.stringify(header)}]`,
      );
      return `    ${String(status)}: { headers: ${fields.length > 0 ? `{ ${fields.join("; ")} }` : nothing}; body: ${body} };\n`;
    }),
    `  };\n`,
    `}\n\n`,
  ].join("");
}

function bodyType({ operation }: ServiceOperation, wire: string): string {
  if (!operation.body) return "undefined";
  const type = `NonNullable<${wire}["requestBody"]>["content"]["${operation.body.contentType}"]`;
  return operation.body.required ? type : `${type} | undefined`;
}

/** The type of an object without properties. */
const nothing = "Record<never, never>";
