import {
  type BodyContents,
  findBodyContent,
  isSchema,
  type OpenApiContent,
  type OpenApiDocument,
  type OpenApiOperation,
  type Operation,
  ownResponses,
  readStatus,
  schemaProperties,
  type SampleRequest,
  type SampleResponse,
  type Schema,
  statusKeyOf,
} from "@contract-toolkit/contract";
import {
  resolvedRequestSchema,
  resolvedResponseSchema,
} from "@contract-toolkit/schemas/message-schemas/resolved-schemas";
import { type Case, type Constraint, successfulSamples } from "../case.ts";

/** A documented request or response, and the samples that its cases change. */
export interface Message {
  readonly operation: Operation;
  readonly others: readonly Operation[];
  readonly of: Omit<Constraint, "place" | "keyword">;
  readonly schema: Schema;
  readonly bases: readonly Base[];
}

export interface Base {
  readonly sample: Case;
  readonly message: SampleRequest | SampleResponse;
}

/** The requests and the responses of an operation, by status and content type, with the samples that show them. */
export function collectMessages(
  document: OpenApiDocument,
  documented: OpenApiOperation,
  operation: Operation,
  others: readonly Operation[],
  cases: readonly Case[],
): { readonly requests: readonly Message[]; readonly responses: readonly Message[] } {
  const { id } = operation;
  const requests = contentTypesOf(documented.requestBody?.content).map((type): Message => {
    const { contentType } = type;
    const schema = resolvedRequestSchema(document, documented, contentType);
    return {
      operation,
      others,
      of: { operation: id, direction: "request", ...type },
      schema,
      bases: successfulSamples(cases)
        .filter(({ request }) => hasContentType(operation.body, request, contentType))
        .map((sample) => decodeBaseMessage(schema, sample, sample.request)),
    };
  });
  const responses = ownResponses(documented).flatMap(([status, response]) =>
    contentTypesOf(response.content).map((type): Message => {
      const { contentType } = type;
      const schema = resolvedResponseSchema(document, id, status, response, contentType);
      const key = readStatus(status) ?? "default";
      return {
        operation,
        others,
        of: { operation: id, direction: "response", status: key, ...type },
        schema,
        bases: cases
          .filter((testCase) => isOfStatus(testCase, status))
          .filter((testCase) =>
            hasContentType(operation.responses[key], testCase.response, contentType),
          )
          .map((testCase) => decodeBaseMessage(schema, testCase, testCase.response)),
      };
    }),
  );
  return { requests, responses };
}

/** The content types of a body. The first one, which is the default, has no name. */
function contentTypesOf(content: OpenApiContent = {}): Pick<Constraint, "contentType">[] {
  const others = Object.keys(content).slice(1);
  return [{}, ...others.map((contentType) => ({ contentType }))];
}

/** Whether a sample has a body of a content type; default: the first documented one. */
function hasContentType(
  documented: Partial<BodyContents> | undefined,
  message: SampleRequest | SampleResponse,
  contentType = documented?.contentType,
): boolean {
  return message.contentType === undefined || message.contentType === contentType;
}

function isOfStatus({ operation, response }: Case, status: string): boolean {
  return String(statusKeyOf(operation.responses, response.status)) === status;
}

function decodeBaseMessage(schema: Schema, sample: Case, message: Base["message"]): Base {
  return { sample, message: decodeContent(schema, message) as Base["message"] };
}

/** A copy of a value in which the JSON inside Base64 strings (`x-content-schema`) is decoded. */
function decodeContent(schema: Schema, value: unknown): unknown {
  if (typeof schema["x-content-schema"] === "string" && typeof value === "string")
    return JSON.parse(Buffer.from(value, "base64").toString("utf8")) as unknown;
  if (!isSchema(value)) return value;
  const properties = new Map(schemaProperties(schema));
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      decodeContent(properties.get(name) ?? {}, field),
    ]),
  );
}

export function contentIn({ of, operation }: Pick<Message, "of" | "operation">) {
  const documented = of.status === undefined ? operation.body : operation.responses[of.status];
  return findBodyContent(documented, of.contentType);
}
