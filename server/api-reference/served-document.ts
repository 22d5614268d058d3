import {
  isSchema,
  mapDocumentParts,
  type MessageSchemas,
  type OpenApiContent,
  type OpenApiDocument,
  type OpenApiOperation,
  type OpenApiParameter,
  operationsAt,
  ownResponses,
  parametersOf,
  partOfPlace,
  readPosition,
  referredName,
  type Schema,
} from "@contract-toolkit/contract";
import { statementsOf } from "@contract-toolkit/contract/field-rules";
import type { CredentialSource } from "./browser/start.ts";
import { clientCode, genericClient } from "./client-code.ts";
import type { Choice, ReferenceContract } from "./contract.ts";

export interface ReferenceOptions {
  /**
   * URL of the server to which a contract's requests are sent from the page. "" is the reference's own server. If undefined,
   * requests cannot be sent.
   */
  readonly server?: (contract: string) => string | undefined;
  /** Code that declares `client`, the typed client of a contract. Default: code for its generated files. */
  readonly client?: (contract: string) => string | undefined;
  /** Parameters that a server reads with every operation, beside those of the contract. */
  readonly parameters?: (contract: string) => readonly OpenApiParameter[];
  /** What the description of a contract begins with, after its own text: how to begin. In Markdown. */
  readonly introduction?: (contract: string) => string | undefined;
  /** A page that every document links to, such as the one that leads here. */
  readonly link?: { readonly url: string; readonly description: string } | undefined;
  /** Where the page gets the credential that it begins with. */
  readonly credential?: CredentialSource | undefined;
}

/** A part of a document whose description gets notes. */
interface Described {
  $ref?: string;
  description?: string | undefined;
  "x-position"?: string | undefined;
  [extension: `x-${string}`]: unknown;
}

/**
 * The document of a contract as the reference shows it. Descriptions also have what OpenAPI cannot express: choices, rules
 * between fields, and TypeSpec lines. Operations have code of the typed client.
 *
 * @param contract its document is changed
 * @param choices of all contracts, because a contract may refer to those of another
 */
export function servedDocument(
  contract: ReferenceContract,
  choices: readonly Choice[],
  options: ReferenceOptions,
): OpenApiDocument {
  const { document, messages, name } = contract;
  const operations = operationsIn(document);
  const address = options.server?.(name);
  if (address) document["servers"] = [{ url: address }];
  if (options.link) document["externalDocs"] = options.link;
  sortTags(document, operations);
  const schemas = document.components?.schemas ?? {};
  for (const [id, schema] of Object.entries(schemas))
    addPosition(messages, schema, messages.$defs[id]);
  const applied = new Set(contract.choices.map(({ id }) => id));
  const describe = <Part extends Described>(part: Part): Part => {
    const { "x-position": position, ...kept } = part;
    const chosen = Array.isArray(part["x-chosen"]) ? part["x-chosen"].map(String) : [];
    for (const id of chosen) applied.add(id);
    // A text beside a reference replaces that of the component.
    const text = part.description ?? schemas[referredName(part) ?? ""]?.description ?? "";
    const links = chosen.map((id) => `[${id}](#${name}/description/${id})`);
    const notes = listPartNotes(part, links);
    return {
      ...(kept as Part),
      ...(notes.length > 0 && { description: [text, ...notes].join("\n\n").trim() }),
    };
  };
  for (const operation of operations) {
    operation.parameters = [
      ...shownParameters(document, operation, describe),
      ...(options.parameters?.(name) ?? []),
    ];
    addPositions(messages, operation);
    addClientCode(contract, operation, options);
    const { "x-position": position } = messages.messages[`request ${operation.operationId}`] ?? {};
    Object.assign(operation, describe({ ...operation, "x-position": position }));
  }
  const shown = mapDocumentParts(document, { schema: describe, parameter: describe });
  shown.info.description = [
    document.info.description ?? "",
    options.introduction?.(name) ?? "",
    ...refusalNotes(document),
    ...choiceNotes(choices.filter(({ id }) => applied.has(id))),
  ]
    .join("\n\n")
    .trim();
  return shown;
}

/** The operations of a document and its webhooks. */
export function operationsIn({ paths, webhooks }: OpenApiDocument): OpenApiOperation[] {
  return [paths, webhooks].flatMap(operationsAt);
}

/** What only this toolkit knows of a part. */
function listPartNotes(part: Described, choices: readonly string[]): string[] {
  const { "x-bounds-code": code } = part;
  const position = readPosition(part["x-position"]);
  const origin = [
    ...(choices.length > 0 ? [`*chosen, not documented:* ${choices.join(", ")}`] : []),
    ...(position ? [`\`${position.file}:${position.line}\``] : []),
  ];
  return [
    ...statementsOf("", part).map(([, { text }]) => text),
    ...(typeof code === "number" ? [`out of bounds: code ${code}`] : []),
    ...(origin.length > 0
      ? [`<details><summary>Origin</summary>\n\n${origin.join(" · ")}\n\n</details>`]
      : []),
  ];
}

function refusalNotes({ components }: OpenApiDocument): string[] {
  const texts = Object.values(components?.responses ?? {})
    .filter((response) => response["x-refusal"] === true)
    .map(({ description }) => description);
  return texts.length > 0 ? ["## Responses outside any operation", ...texts] : [];
}

function choiceNotes(choices: readonly Choice[]): string[] {
  return choices.length === 0
    ? []
    : [
        "## What is chosen, not documented",
        ...choices.map(({ id, open, chosen }) => `### ${id}\n\n*${open}*\n\n${chosen}`),
      ];
}

/** Tags are emitted in another sequence than the specification has them. */
function sortTags(document: OpenApiDocument, operations: readonly OpenApiOperation[]): void {
  const used = operations.flatMap(({ tags = [] }) => tags);
  const { tags } = document;
  if (Array.isArray(tags))
    (tags as { name: string }[]).sort((a, b) => used.indexOf(a.name) - used.indexOf(b.name));
}

/** The parameters except credentials, which are described in one place: their security scheme. */
function shownParameters(
  document: OpenApiDocument,
  operation: OpenApiOperation,
  describe: (parameter: OpenApiParameter) => OpenApiParameter,
): OpenApiParameter[] {
  const schemes = Object.values(document.components?.securitySchemes ?? {});
  return parametersOf(document, operation)
    .map((parameter) => ({ ...parameter }))
    .filter((parameter) => {
      const scheme = schemes.find(
        (scheme) => scheme.in === parameter.in && scheme.name === parameter.name,
      );
      if (scheme) Object.assign(scheme, { description: describe(parameter).description });
      return !scheme;
    });
}

/** Adds the TypeSpec positions of an operation, its parameters and its bodies. */
function addPositions(messages: MessageSchemas, operation: OpenApiOperation): void {
  const { operationId: id, parameters = [], requestBody, responses } = operation;
  const request = messages.messages[`request ${id}`];
  for (const parameter of parameters) {
    if ("$ref" in parameter) continue;
    const place = findPropertySchema(
      findPropertySchema(request, partOfPlace[parameter.in]),
      parameter.name,
    );
    parameter["x-position"] = place?.["x-position"];
  }
  addContentPositions(messages, requestBody?.content, request);
  for (const [status, response] of ownResponses({ ...operation, responses }))
    addContentPositions(messages, response.content, messages.messages[`response ${id} ${status}`]);
}

function addContentPositions(
  messages: MessageSchemas,
  content: OpenApiContent = {},
  message: Schema | undefined,
): void {
  for (const { schema } of Object.values(content))
    addPosition(messages, schema, findPropertySchema(message, "body"));
}

/** Adds the positions of a schema and its fields, which `messages.json` has. */
function addPosition(messages: MessageSchemas, schema: Schema, place: Schema | undefined): void {
  if (!place) return;
  const position = place["x-position"];
  if (position !== undefined) schema["x-position"] = position;
  if (schema.$ref !== undefined) return;
  const whole = messages.$defs[referredName(place) ?? ""] ?? place;
  for (const [name, field] of Object.entries(schema.properties ?? {}))
    if (isSchema(field)) addPosition(messages, field, findPropertySchema(whole, name));
  if (isSchema(schema.items) && isSchema(whole.items))
    addPosition(messages, schema.items, whole.items);
}

function findPropertySchema(schema: Schema | undefined, name: string): Schema | undefined {
  const field = schema?.properties?.[name];
  return isSchema(field) ? field : undefined;
}

/** Adds the code of the typed client for the first sample that succeeds. */
function addClientCode(
  { name, document, operations, samples }: ReferenceContract,
  emitted: OpenApiOperation,
  { client }: ReferenceOptions,
): void {
  const operation = operations[emitted.operationId];
  const sample = samples.find(
    (sample) => sample.operation === emitted.operationId && sample.response.status < 300,
  );
  if (!operation || !sample || sample.isResponseOnly) return;
  const [server] = Array.isArray(document["servers"])
    ? (document["servers"] as { url: string }[])
    : [];
  const url = server?.url ?? "";
  const setup = client?.(name) ?? genericClient(name, operation, url);
  emitted["x-codeSamples"] = [
    { lang: "typescript", label: "Typed client", source: clientCode(operation, sample, setup) },
  ];
}
