import {
  httpMethods,
  isJsonType,
  isObject,
  isXmlType,
  mediaTypeOf,
  type MessageSchemas,
  type OpenApiDocument,
  pathShape,
  pointerStep,
  type Schema,
  visitParts,
} from "@contract-toolkit/contract";
import { canonicalJson } from "@contract-toolkit/contract/schema-algebra";
import { CannotCompareError } from "../cannot-compare-error.ts";
import type { BodyForm, ContractForm, MessageForm, OperationForm } from "../contract-form.ts";
import { readXmlBody } from "@contract-toolkit/schemas/xml-bodies";
import { normalizeDocument, resolveNode } from "@contract-toolkit/schemas/documents/references";
import { takeOutMistyped } from "@contract-toolkit/schemas/documents/keywords";
import { separateOwnVariants } from "@contract-toolkit/schemas/documents/own-variants";
import { type Ignored, toJsonSchema } from "./to-json-schema.ts";
import {
  asOpenApi,
  isOpenApi30,
  nodeOrEmpty,
  nodesIn,
  nodesOf,
  stringOrUndefined,
  type Node,
} from "@contract-toolkit/schemas/documents/nodes";
import { referredValue, type DocumentReader } from "./references.ts";
import { formFields, mergeParameters, parameterStyles, parametersSchema } from "./parameters.ts";
import { heirsOf, withHeirs } from "./heirs.ts";
import { readSecurityWays } from "./security.ts";

interface ReadingOptions {
  /** The name of the document, for errors. */
  readonly file?: string;
  /** Whether the operations are callbacks: the service calls them, and its user serves them. */
  readonly isOfCallbacks?: boolean;
  /** The enforced schemas of the messages, with their TypeSpec positions. */
  readonly messages?: MessageSchemas;
}

/**
 * Reads an OpenAPI document of version 3.
 *
 * @param value is changed: it gets the form that references and variants are read in
 * @throws {CannotCompareError} when it is no such document
 */
export function readOpenApi(value: unknown, options?: ReadingOptions): ContractForm {
  const refuse = (fault: string) => new CannotCompareError(`it ${fault}`);
  const document = asOpenApi(value, refuse, options?.file);
  normalizeDocument(document, (message) => new CannotCompareError(`the reference ${message}`));
  const ignored: string[] = [];
  visitParts(document, (part, { kind, pointer }) => {
    if (kind !== "schema") return;
    const faults = takeOutMistyped(part).map((fault) => `${pointer}: ${fault}`);
    // What such a reference means depends on where it is used.
    const reference = faults.find((fault) => fault.endsWith("use $ref instead"));
    if (reference !== undefined) throw new CannotCompareError(`${reference}.`);
    ignored.push(...faults);
  });
  return { ...contractFormOf(document, options), ignored };
}

/** The contract of a document in the form that is read. Its variants get the form that they are read in. */
export function contractFormOf(document: Node, options: ReadingOptions = {}): ContractForm {
  separateOwnVariants(document);
  const { messages } = options;
  const is30 = isOpenApi30(document);
  const reader = messages
    ? createReader({ ...document, $defs: messages.$defs }, undefined, messages)
    : createReader(document, is30 ? "siblings" : "nullable");
  const info = nodeOrEmpty(document["info"]);
  const caller = options.isOfCallbacks === true ? "service" : "user";
  return {
    title: stringOrUndefined(info["title"]) ?? "",
    version: stringOrUndefined(info["version"]) ?? "",
    position: messages?.["x-position"],
    is30,
    operations: new Map([
      ...nodesOf(document["paths"]).flatMap(([path, item]) =>
        readPathOperations(reader, path, item, caller),
      ),
      ...nodesOf(document["webhooks"]).flatMap(([name, item]) =>
        readPathOperations(reader, `webhook ${name}`, item, "service"),
      ),
    ]),
    resolve: reader.resolve,
  };
}

function createReader(
  document: Node,
  ignored: Ignored | undefined,
  enforced?: MessageSchemas,
): DocumentReader {
  const known = new Map<string, Schema>();
  let found: ReturnType<typeof heirsOf> | undefined;
  const heirs = () => (found ??= heirsOf(document));
  const read = new WeakMap<object, Schema>();
  const schema = (value: unknown, place = "a schema"): Schema => {
    if (value === false) return { type: [] };
    if (!isObject(value)) return {};
    // A schema of a shared parameter or response is one schema, so that its change is one change.
    const made = read.get(value) ?? toJsonSchema(value, ignored, place);
    read.set(value, made);
    return made;
  };
  const resolve = (ref: string): Schema => {
    const before = known.get(ref);
    if (before) return before;
    const target = referredValue(document, ref);
    const own = heirs().get(ref);
    const whole = own && isObject(target) ? withHeirs(target, own, resolve) : target;
    const made = schema(whole, ref);
    known.set(ref, made);
    return made;
  };
  return {
    document,
    schema,
    resolve,
    node(value) {
      const { $ref } = nodeOrEmpty(value);
      if (typeof $ref === "string") referredValue(document, $ref);
      return resolveNode(value, document);
    },
    message: (name) => enforced?.messages[name],
  };
}

function readPathOperations(
  reader: DocumentReader,
  path: string,
  reference: Node,
  caller: OperationForm["caller"],
  within: readonly Node[] = [],
): [string, OperationForm][] {
  const item = reader.node(reference);
  // A callback may refer to itself.
  if (within.includes(item)) return [];
  // The sender gives the URL of a callback.
  const servers = within.length > 0 ? undefined : reader.document["servers"];
  const known = httpMethods.map((method) => [method, item[method]] as const);
  return [...known, ...nodesOf(item["additionalOperations"])].flatMap(([method, operation]) => {
    if (!isObject(operation)) return [];
    const title = `${method.toUpperCase()} ${path}`;
    const key = pathShape(title);
    return [
      [key, readOperationForm(reader, title, item, operation, caller, servers)],
      ...callbacksOf(reader, operation, key, [...within, item]),
    ];
  });
}

function callbacksOf(
  reader: DocumentReader,
  operation: Node,
  of: string,
  within: readonly Node[],
): [string, OperationForm][] {
  return nodesOf(operation["callbacks"]).flatMap(([name, callback]) =>
    nodesOf(reader.node(callback)).flatMap(([, item]) =>
      readPathOperations(reader, `callback ${name} of ${of}`, item, "service", within),
    ),
  );
}

function readOperationForm(
  reader: DocumentReader,
  title: string,
  item: Node,
  operation: Node,
  caller: OperationForm["caller"],
  servers: unknown,
): OperationForm {
  const parameters = mergeParameters(
    reader,
    item,
    operation,
    stringOrUndefined(operation["x-uri-template"]),
  );
  const operationId = stringOrUndefined(operation["operationId"]);
  const name = operationId ?? title;
  const request = reader.message(`request ${name}`);
  const body = reader.node(operation["requestBody"]);
  const fields = formFields(reader, body);
  return {
    name,
    title,
    operationId,
    caller,
    request: {
      parts: new Map([
        ["path", parametersSchema(reader, parameters, "path")],
        ["query", parametersSchema(reader, parameters, "query", request)],
        ["headers", parametersSchema(reader, parameters, "header", request)],
        ["cookies", parametersSchema(reader, parameters, "cookie", request)],
        ...fields.map(({ name, headers }): [string, Schema] => [
          `body/${pointerStep(String(name))}/headers`,
          headersSchema(reader, headers),
        ]),
      ]),
      body: readBodyForm(reader, body, request),
      links: new Map(),
    },
    styles: parameterStyles(reader, [...parameters, ...fields]),
    responses: new Map(
      nodesOf(operation["responses"]).map(([status, node]) => [
        status.toUpperCase().replace("DEFAULT", "default"),
        readResponseForm(reader, reader.node(node), reader.message(`response ${name} ${status}`)),
      ]),
    ),
    security: readSecurityWays(reader, operation["security"] ?? reader.document["security"]),
    servers: new Map(
      nodesIn(operation["servers"] ?? item["servers"] ?? servers)
        .flatMap(serversOf)
        .map((server) => [urlAt(server, title), server]),
    ),
    lifecycle: {
      isDeprecated: operation["deprecated"] === true,
      sunset: stringOrUndefined(operation["x-sunset"]),
      stability: stringOrUndefined(operation["x-stability-level"]),
    },
    position: request?.["x-position"] ?? stringOrUndefined(operation["x-position"]),
  };
}

/** The URLs of a server: with the defaults of its variables, and with each other value of one of them. */
function serversOf({ url, variables }: Node): string[] {
  const urlWith = (values: ReadonlyMap<string, unknown>) =>
    String(url).replaceAll(
      /\{([^{}]*)\}/g,
      (whole, name: string) => stringOrUndefined(values.get(name)) ?? whole,
    );
  const all = nodesOf(variables);
  const defaults = new Map(all.map(([name, node]) => [name, node["default"]]));
  const others = all.flatMap(([name, { enum: values }]) =>
    (Array.isArray(values) ? values : []).map((value) =>
      urlWith(new Map([...defaults, [name, value]])),
    ),
  );
  return [...new Set([urlWith(defaults), ...others])];
}

/** The URL of an operation at a server, with path parameters as `{}`. */
function urlAt(server: string, title: string): string {
  const base = URL.canParse(server) ? new URL(server).href : server;
  const path = pathShape(title.slice(title.indexOf(" ") + 1));
  return `${base.replace(/\/+$/, "")}${path}`;
}

function readBodyForm(
  reader: DocumentReader,
  body: Node,
  message: Schema | undefined,
  isRequired = body["required"] === true,
): BodyForm {
  const content = nodesOf(body["content"]);
  const enforced = message?.properties?.["body"];
  return {
    isRequired,
    content: new Map(
      content.map(([type, media]) => {
        const isEnforced = enforced && (content.length === 1 || isJsonType(mediaTypeOf(type)));
        return [mediaTypeOf(type), reader.schema(isEnforced ? enforced : media["schema"])];
      }),
    ),
    xml: new Map(
      content.flatMap(([type, media]) => {
        const document = reader.document as unknown as OpenApiDocument;
        const xml = isXmlType(type)
          ? readXmlBody(document, nodeOrEmpty(media["schema"]))
          : undefined;
        return xml ? [[mediaTypeOf(type), xml] as const] : [];
      }),
    ),
  };
}

function readResponseForm(
  reader: DocumentReader,
  response: Node,
  message: Schema | undefined,
): MessageForm {
  return {
    parts: new Map([["headers", headersSchema(reader, response["headers"], message)]]),
    body: readBodyForm(reader, response, message, response["content"] !== undefined),
    links: new Map(
      nodesOf(response["links"]).map(([name, link]) => [name, canonicalJson(reader.node(link))]),
    ),
  };
}

/** The headers of a response or of a part of a multipart body. */
function headersSchema(reader: DocumentReader, headers: unknown, message?: Schema): Schema {
  const nodes = nodesOf(headers)
    .filter(([name]) => name.toLowerCase() !== "content-type")
    .map(([name, header]): Node => ({ ...reader.node(header), name, in: "header" }));
  return parametersSchema(reader, nodes, "header", message);
}
