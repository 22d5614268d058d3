import {
  documentedOf,
  explainErrors,
  fieldPath,
  isBinaryType,
  isSchema,
  schemaProperties,
  readPosition,
  type Contract,
  type MessageSchemas,
  type OpenApiDocument,
  type Operation,
  type RulePositions,
  type SampleRequest,
  type SampleResponse,
  type Schema,
  type SourcePosition,
  statusKeyOf,
  type Validate,
  ownValue,
} from "@contract-toolkit/contract";
import { UnderivableError, type Fill } from "./place.ts";
import { makeValue } from "./value.ts";

/** The generated contract that messages are derived from. */
export interface DerivableContract {
  readonly contract: Contract;
  readonly messages: MessageSchemas;
  readonly document: OpenApiDocument;
  readonly positionOf: RulePositions;
}

/** A message that its contract accepts, or why there is none. */
export type Derived<Message> =
  | { readonly message: Message }
  | { readonly underivable: Underivable };

/** The reason why a message cannot be derived. */
export interface Underivable {
  readonly operation: string;
  readonly field: string;
  /** A sentence that lacks its subject, the field. */
  readonly reason: string;
  readonly source: SourcePosition;
}

/**
 * Makes a valid request of an operation from its schema, by default with the required fields only. The same contract gives the same
 * request. Credentials that are documented as headers are placeholders, as in samples.
 *
 * @param operationId of the contract
 * @param isWithBody whether it has a body even if the contract makes that optional
 * @returns the request, or the field that no value was found for, with its place in the specification
 * @throws {TypeError} when the contract has no such operation
 * @example
 * const suite = await loadSuite("generated/catalogue");
 * const derived = deriveRequest(suite, "addBook");
 * if ("message" in derived) derived.message.body; // { title: "text", pages: 1 }
 */
export function deriveRequest(
  suite: DerivableContract,
  operationId: string,
  fields: Fill["fields"] = "required",
  isWithBody = false,
): Derived<SampleRequest> {
  const operation = requireOperation(suite, operationId);
  const { request: validate } = suite.contract.validators[operationId] ?? {};
  const made = derive(suite, operation, `request ${operationId}`, validate, [fields], isWithBody);
  if ("underivable" in made) return made;
  const {
    path = {},
    query = {},
    headers = {},
    cookies,
    body,
  } = made.message as Partial<SampleRequest>;
  const isBytes = body !== undefined && isBinaryType(operation.body?.contentType ?? "");
  return {
    message: {
      path,
      query,
      headers: { ...headers, ...placeholders(operation, suite.document) },
      ...(cookies && { cookies }),
      ...(body !== undefined && { body: isBytes ? someBytes : body }),
    },
  };
}

/**
 * Makes a valid response of an operation with a status from its schema. It has optional fields too, unless they are nested
 * deeply. The same contract gives the same response.
 *
 * @param operationId of the contract
 * @param status a documented one, or one of a documented range
 * @returns the response, or the field that no value was found for, with its place in the specification
 * @throws {TypeError} when the contract has no such operation, or no such status of it
 * @example
 * const derived = deriveResponse(suite, "findBook", 404);
 * if ("message" in derived) derived.message; // { status: 404, headers: {}, body: { title: "text" } }
 */
export function deriveResponse(
  suite: DerivableContract,
  operationId: string,
  status: number,
): Derived<SampleResponse> {
  const operation = requireOperation(suite, operationId);
  const key = statusKeyOf(operation.responses, status);
  if (key === undefined) throw new TypeError(`${operationId} documents no status ${status}.`);
  const { responses = {} } = suite.contract.validators[operationId] ?? {};
  const name = `response ${operationId} ${key}`;
  const made = derive(suite, operation, name, documentedOf(responses, status), [
    "documented",
    "required",
  ]);
  if ("underivable" in made) return made;
  const { headers = {}, body } = made.message as Partial<SampleResponse>;
  const contentType = documentedOf(operation.responses, status)?.contentType ?? "";
  return {
    message: {
      status,
      headers,
      ...(body !== undefined && { body: isBinaryType(contentType) ? someBytes : body }),
    },
  };
}

/**
 * Makes a valid response outside any operation, such as that to an unknown path, from its schema.
 *
 * @param status one of `contract.refusals`
 * @param fields whether it has optional fields
 * @returns undefined if the contract documents none or no valid value was found
 * @example
 * deriveRefusal(suite, 404); // { status: 404, headers: {}, body: { title: "text" } }
 */
export function deriveRefusal(
  { contract, messages: { messages, $defs } }: DerivableContract,
  status: number,
  fields: Fill["fields"] = "documented",
): SampleResponse | undefined {
  const schema = messages[`refusal ${status}`];
  const validate = contract.refusals[status];
  if (!schema || !validate) return undefined;
  try {
    const { body } = makeValue(schema, $defs, { fields }) as Partial<SampleResponse>;
    const message = { ...(body !== undefined && { body }) };
    return validate(structuredClone(message)) ? { status, headers: {}, ...message } : undefined;
  } catch (error) {
    if (error instanceof UnderivableError) return undefined;
    throw error;
  }
}

const someBytes = "AAEC/w==";

function requireOperation({ contract }: DerivableContract, id: string): Operation {
  const operation = ownValue(contract.operations, id);
  if (!operation) throw new TypeError(`${id} is no operation of ${contract.name}.`);
  return operation;
}

/** The first message that the contract's own validator accepts. */
function derive(
  { messages: { messages, $defs }, positionOf }: DerivableContract,
  operation: Operation,
  name: string,
  validate: Validate | undefined,
  fills: readonly Fill["fields"][],
  isWithBody = false,
): Derived<object> {
  const written = messages[name] ?? {};
  const schema = withFilledPath(
    isWithBody && written.properties?.["body"] !== undefined
      ? { ...written, required: [...(written.required ?? []), "body"] }
      : written,
  );
  const around = [schema, ...schemaProperties(schema).map(([, schema]) => schema)];
  const failed = (pointer: string, reason: string, source: SourcePosition | undefined) => ({
    underivable: {
      operation: operation.id,
      field: fieldPath(pointer),
      reason,
      source: source ?? operation.source,
    },
  });
  let first: Derived<object> | undefined;
  const tried = fills.map((fields) => ({ fields }));
  for (const fill of [...tried, ...tried.map((attempt) => ({ ...attempt, isExclusive: true }))]) {
    try {
      const message = makeValue(schema, $defs, fill) as object;
      if (!validate || validate(structuredClone(message))) return { message };
      const [violation] = explainErrors(validate.errors ?? []);
      const { pointer = "", reason = "does not keep its rules", rule } = violation ?? {};
      first ??= failed(pointer, reason, rule === undefined ? undefined : positionOf(rule));
    } catch (error) {
      if (!(error instanceof UnderivableError)) throw error;
      first ??= failed(error.pointer, error.reason, positionOfParts([...around, ...error.parts]));
    }
  }
  return first ?? failed("", "has no schema", undefined);
}

/** With an empty text in it, a path is another path. */
function withFilledPath(schema: Schema): Schema {
  const { path, ...others } = schema.properties ?? {};
  if (!isSchema(path)) return namingItsType(schema);
  const filled = Object.fromEntries(
    schemaProperties(path).map(([name, value]): [string, Schema] => [
      name,
      { allOf: [value, { minLength: 1 }] },
    ]),
  );
  const properties = { ...others, path: { ...path, properties: filled } };
  return namingItsType({ ...schema, properties });
}

/** With several content types, the schema of the body depends on `contentType`, so a message with a body needs one. */
function namingItsType(schema: Schema): Schema {
  const { required = [], properties } = schema;
  return properties?.["contentType"] && required.includes("body")
    ? { ...schema, required: [...required, "contentType"] }
    : schema;
}

/** The position of the last part that has one, which is the nearest. */
function positionOfParts(parts: readonly Schema[]): SourcePosition | undefined {
  const written = parts.findLast((part) => part["x-position"] !== undefined);
  return readPosition(
    written?.["x-keyword-positions"]?.["pattern"] ?? written?.["x-position"] ?? "",
  );
}

/** Placeholders for credentials that are documented as headers. They are filled in when the request is sent. */
function placeholders({ parameters }: Operation, { components }: OpenApiDocument) {
  const schemes = Object.values(components?.securitySchemes ?? {});
  const typed = schemes.find(({ type }) => type !== "apiKey");
  const type = typed?.scheme?.toLowerCase() === "basic" ? "Basic" : "Bearer";
  const keys = schemes.flatMap(({ name }) => name?.toLowerCase() ?? []);
  return Object.fromEntries(
    parameters
      .filter((parameter) => parameter.credential && parameter.in === "header")
      .map(({ name }) => [
        name,
        keys.includes(name.toLowerCase()) ? "<CREDENTIAL>" : `${type} <CREDENTIAL>`,
      ]),
  );
}
