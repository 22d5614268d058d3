import {
  isJsonType,
  isSchema,
  type MessageSchemas,
  type Schema,
  wholeMessages,
} from "@contract-toolkit/kernel";
import { CannotCompareError } from "../cannot-compare-error.ts";
import type { BodyForm, ContractForm, OperationForm, ResponseForm } from "../contract-form.ts";
import type { Files } from "./files.ts";
import { readOpenApi } from "./openapi.ts";
import { parseDocument } from "../../documents/parse.ts";
import { asJsonSchema } from "./to-json-schema.ts";

/** Whether a folder is one that `contract generate` wrote for a service. */
export async function isGenerated(files: Files, folder: string): Promise<boolean> {
  return (await files.kindOf(`${folder}/openapi.json`)) === "file";
}

/**
 * Reads a generated contract: its OpenAPI document, with the schemas of messages as they are enforced, and where each is
 * in the TypeSpec (`messages.json`). A service that takes reports of events is a receiver: its user serves it.
 */
export async function readGenerated(files: Files, folder: string): Promise<ContractForm> {
  const document = await files.read(`${folder}/openapi.json`);
  if (document === undefined) throw new CannotCompareError(`${folder} has no openapi.json.`);
  const isOfCallbacks = (await files.kindOf(`${folder}/events.ts`)) === "file";
  const contract = readOpenApi(parseDocument(document, `${folder}/openapi.json`), {
    isOfCallbacks,
  });
  const text = await files.read(`${folder}/messages.json`);
  const schemas = text === undefined ? undefined : parseDocument(text, `${folder}/messages.json`);
  return isMessageSchemas(schemas) ? withMessages(contract, wholeMessages(schemas)) : contract;
}

function isMessageSchemas(value: unknown): value is MessageSchemas {
  return isSchema(value) && isSchema(value["messages"]) && isSchema(value.$defs);
}

function withMessages(contract: ContractForm, { messages, $defs }: MessageSchemas): ContractForm {
  const prefix = "#/$defs/";
  const definitions = new Map(
    Object.entries($defs).map(([name, schema]) => [
      prefix + name,
      asJsonSchema(withDefinedContent(schema), false),
    ]),
  );
  const read = (schema: Schema): Schema => asJsonSchema(withDefinedContent(schema), false);
  return {
    ...contract,
    resolve: (ref) => definitions.get(ref) ?? contract.resolve(ref),
    operations: new Map(
      [...contract.operations].map(([key, operation]) => [
        key,
        withSchemas(operation, messages, read),
      ]),
    ),
  };
}

/** What a text is read as is a definition beside the others. */
function withDefinedContent(schema: Schema): Schema {
  const text = JSON.stringify(schema);
  if (!text.includes('"x-content-schema"')) return schema;
  return JSON.parse(text, (keyword, value: unknown) =>
    keyword === "x-content-schema" && typeof value === "string" ? `#/$defs/${value}` : value,
  ) as Schema;
}

function withSchemas(
  operation: OperationForm,
  messages: MessageSchemas["messages"],
  read: (schema: Schema) => Schema,
): OperationForm {
  const request = messages[`request ${operation.name}`];
  if (!request) return operation;
  const { path, query, headers, cookies } = operation.parameters;
  return {
    ...operation,
    position: request["x-position"],
    parameters: {
      path,
      query: joined(query, partOf(request, ["query"], read)),
      headers: joined(headers, inLowerCase(partOf(request, ["headers"], read))),
      cookies: joined(cookies, partOf(request, ["cookies", "cookie"], read)),
    },
    body: withBody(operation.body, partOf(request, ["body"], read)),
    responses: new Map(
      [...operation.responses].map(([status, response]) => [
        status,
        withResponse(response, messages[`response ${operation.name} ${status}`], read),
      ]),
    ),
  };
}

function withResponse(
  response: ResponseForm,
  message: Schema | undefined,
  read: (schema: Schema) => Schema,
): ResponseForm {
  if (!message) return response;
  return {
    headers: joined(response.headers, inLowerCase(partOf(message, ["headers"], read))),
    body: withBody(response.body, partOf(message, ["body"], read)),
    position: message["x-position"],
  };
}

function partOf(
  { properties = {} }: Schema,
  names: readonly string[],
  read: (schema: Schema) => Schema,
): Schema | undefined {
  const found = names.map((name) => properties[name]).find(isSchema);
  return found && read(found);
}

/** Parameters as they are enforced; those that only the document has, such as credentials, stay as they are there. */
function joined(documented: Schema, enforced: Schema | undefined): Schema {
  if (!enforced) return documented;
  const properties = { ...documented.properties, ...enforced.properties };
  const isEnforced = (name: string) => Object.hasOwn(enforced.properties ?? {}, name);
  const required = [
    ...(documented.required ?? []).filter((name) => !isEnforced(name)),
    ...(enforced.required ?? []),
  ];
  return { ...enforced, properties, required };
}

/** Neither case of a header's name matters. */
function inLowerCase(part: Schema | undefined): Schema | undefined {
  if (!part) return undefined;
  const { properties = {}, required = [] } = part;
  return {
    ...part,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, each]) => [name.toLowerCase(), each]),
    ),
    required: required.map((name) => name.toLowerCase()),
  };
}

function withBody(body: BodyForm, schema: Schema | undefined): BodyForm {
  if (!schema) return body;
  const isOnly = body.content.size === 1;
  return {
    ...body,
    content: new Map(
      [...body.content].map(([type, each]) => [type, isOnly || isJsonType(type) ? schema : each]),
    ),
  };
}
