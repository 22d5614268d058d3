import {
  bodyKindOf,
  documentedOf,
  findBodyContent,
  headerText,
  type Operation,
  type SampleResponse,
  type Validate,
} from "@contract-toolkit/contract";
import { serverSchemas } from "../../../../scripts/generate/validation/compiled-schemas.ts";
import { createValidatorCompiler } from "../../../../scripts/generate/validation/validators.ts";
import { usualStatus } from "../../../../scripts/mock/responses.ts";
import { plainCase, type Case, type ConstraintCase } from "../../../../conformance/cases/case.ts";
import { deriveResponse, type Suite } from "../../../../conformance/index.ts";
import { withCases } from "../../../../conformance/internal.ts";
import { withHeader, type Header } from "../wire-variations/body.ts";
import { rulesOfRequest, type DroppedRule } from "./dropped-rules.ts";
import type { ServerChange } from "./one-operation.ts";

/** A change of a server with its name. */
export interface NamedChange extends ServerChange {
  readonly name: string;
}

/** Servers that leave out one rule for the requests of an operation, or violate one in its responses. */
export function brokenRules(suite: Suite, operation: Operation): NamedChange[] {
  return [
    ...rulesOfRequest(suite.messages, operation.id).map((rule) => withoutRule(operation, rule)),
    ...outerRules(operation),
    ...responseChanges(suite, operation, "invalid"),
  ];
}

/** Servers that use one freedom of the responses of an operation: a field is absent or present, or has another lawful value. */
export function permittedResponses(suite: Suite, operation: Operation): NamedChange[] {
  return [{ name: "unchanged" }, ...responseChanges(suite, operation, "valid")];
}

function withoutRule({ id }: Operation, { pointer, keyword, apply }: DroppedRule): NamedChange {
  const message = `request ${id}`;
  return {
    name: `${pointer} ${keyword}`,
    contract(suite) {
      const { messages, $defs } = apply(suite.messages);
      const { [message]: schema = {} } = messages;
      const schemas = { ...suite.messages, messages: { [message]: schema }, $defs };
      const compiled = createValidatorCompiler(serverSchemas(schemas)).getSchema(`${id}.request`);
      const validators = suite.contract.validators[id];
      if (!compiled || !validators) throw new TypeError(`${id} has no validator.`);
      const request: Validate = (value) => {
        const isValid = compiled(value) === true;
        request.errors = compiled.errors ?? null;
        return isValid;
      };
      const own = { ...validators, request };
      return { ...suite, contract: { ...suite.contract, validators: { [id]: own } } };
    },
  };
}

/** Rules besides those of schemas. */
function outerRules({ method, security = [], body }: Operation): NamedChange[] {
  const isSecured = security.length > 0 && security.every((schemes) => schemes.length > 0);
  const contentType = body?.contentType;
  return [
    ...(isSecured ? [withoutSecurity] : []),
    ...(contentType === undefined ? [] : [withAnyContentType(contentType)]),
    {
      name: "any method",
      wire: { onRequest: (request) => ({ ...request, method }) },
    },
  ];
}

const withoutSecurity: NamedChange = {
  name: "no credential",
  contract(suite) {
    for (const operation of Object.values(suite.contract.operations))
      Object.assign(operation, { security: [] });
    return suite;
  },
};

function withAnyContentType(contentType: string): NamedChange {
  return {
    name: "any content type",
    wire: {
      onRequest: (request) => ({
        ...request,
        headers: withHeader(request.headers, "Content-Type", ([name]) => [name, contentType]),
      }),
    },
  };
}

/** The responses at a boundary of each constraint, with the statuses that the mock gives. */
function responseChanges(
  suite: Suite,
  operation: Operation,
  boundary: ConstraintCase["boundary"],
): NamedChange[] {
  const bases = statusesOfMock(suite, operation).flatMap((status) =>
    derivedCase(suite, operation, status),
  );
  return withCases(suite, bases)
    .constraints("client")
    .cases.filter(
      (item) =>
        item.operation.id === operation.id &&
        item.constraint.direction === "response" &&
        item.boundary === boundary,
    )
    .flatMap((item) => {
      const response = item.message as SampleResponse;
      const written = writeJsonResponse(operation, response);
      if (!written) return [];
      const { status } = item.base.response;
      return [
        {
          name: item.id.slice(operation.id.length + 1),
          wire: { onResponse: (_, given) => (given.status === status ? written : given) },
        } satisfies NamedChange,
      ];
    });
}

/** The usual status, and that of an invalid request, unless its refusal must name the invalid field. */
function statusesOfMock({ document }: Suite, operation: Operation): number[] {
  const usual = usualStatus(operation);
  if (document["x-refusals-name-fields"] === true) return [usual];
  const refused = [400, 422].find((status) => documentedOf(operation.responses, status));
  return [usual, ...(refused === undefined ? [] : [refused])];
}

function derivedCase(suite: Suite, operation: Operation, status: number): Case[] {
  const derived = documentedOf(operation.responses, status)
    ? deriveResponse(suite, operation.id, status)
    : undefined;
  if (!derived || !("message" in derived)) return [];
  const id = `${operation.id}/derived ${status}`;
  return [plainCase(operation, undefined, derived.message, { id })];
}

/** A response as it is sent; undefined if its body is not JSON. */
function writeJsonResponse({ responses }: Operation, response: SampleResponse) {
  const { status, headers, body } = response;
  const content = findBodyContent(documentedOf(responses, status), response.contentType);
  if (body !== undefined && content && bodyKindOf(content) !== "json") return undefined;
  const type = response.contentType ?? content?.contentType ?? "application/json";
  return {
    status,
    headers: [
      ...(body === undefined ? [] : [["Content-Type", type] satisfies Header]),
      ...Object.entries(headers).map(([name, value]): Header => [name, headerText(value)]),
    ],
    body: body === undefined ? "" : JSON.stringify(body),
  };
}
