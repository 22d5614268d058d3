import {
  editState,
  type Operation,
  type Sample,
  type SampleRequest,
  type SampleResponse,
  sentRequest,
  type SourcePosition,
  type StatusRange,
} from "@contract-toolkit/contract";
import type { Boundary } from "@contract-toolkit/schemas/boundaries/values/boundary-values";

/** The kind of program that is tested. */
export type Target = "server" | "client" | "receiver";

/** What all kinds of cases have in common. */
export interface CaseHead {
  /** `<operationId>/<name>` or `scenario/<name>`. Ids are stable over time. */
  readonly id: string;
  /** `derived`: no sample shows the operation, so its messages are made from schemas. */
  readonly kind: "sample" | "derived" | "constraint" | "http" | "callback" | "scenario";
  readonly why: string;
  /** The position in the TypeSpec, or the file of a scenario. */
  readonly source: SourcePosition;
}

/** One exchange to be replayed, from a sample or derived from schemas. */
export interface Case extends CaseHead {
  readonly kind: "sample" | "derived";
  readonly operation: Operation;
  /** They are set up in this order before the case is played. */
  readonly providerStates: readonly ProviderState[];
  /** The request as a server receives it. */
  readonly request: SampleRequest;
  /** The request as a typed client can make it, without the edits that make it invalid. */
  readonly call: SampleRequest;
  readonly response: SampleResponse;
  /** Request values that are replaced by new ones of the allowed length each time the case is played. */
  readonly fresh: Sample["fresh"];
  /** JSON pointers of response values that the server may choose. */
  readonly generated: readonly string[];
}

/** One rule of the contract at one place of a message. */
export interface Constraint {
  readonly operation: string;
  readonly direction: "request" | "response";
  readonly status?: number | StatusRange;
  /** The content type of the body, unless it is the first documented one. */
  readonly contentType?: string;
  /** JSON pointer from the message's root, items of lists as `[]`: `/body/items/[]/name`. */
  readonly place: string;
  /** Keyword of the schema: `required`, `maxLength`, `nullable` … */
  readonly keyword: string;
}

/** A documented message that is changed in one place to a value at the boundary of a constraint. */
export interface ConstraintCase extends CaseHead {
  readonly kind: "constraint";
  readonly operation: Operation;
  readonly constraint: Constraint;
  /** A valid message must be accepted, an invalid one refused. */
  readonly boundary: Boundary;
  readonly base: Case;
  /** It replaces the request or the response of `base`. */
  readonly message: SampleRequest | SampleResponse;
  /** JSON pointer of the changed place in `message`. */
  readonly pointer: string;
  /** The field at the boundary: `content.pages`, `items[2].name` or the name of a parameter. */
  readonly field: string;
  /** The refusal of an invalid request must name the field (`@refusalsNameFields`). */
  readonly isToBeNamed?: true;
  /** The error code of the refusal, if the contract has one for this rule. */
  readonly code?: number;
}

/** A state that a provider sets up before a case, by its name. */
export interface ProviderState {
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Turns documented samples into cases.
 *
 * @throws {TypeError} when a sample names an operation that the contract does not have.
 */
export function casesOfSamples(
  operations: Readonly<Record<string, Operation>>,
  samples: readonly Sample[],
): Case[] {
  return samples.map((given) => {
    const sample = { ...given, request: acceptingResponse(given) };
    const operation = operations[sample.operation];
    if (!operation)
      throw new TypeError(
        `Sample ${sample.name} is of ${sample.operation}, which the contract does not have.`,
      );
    return {
      id: `${sample.operation}/${sample.name}`,
      kind: "sample",
      why: sample.why,
      operation,
      providerStates: sample.providerStates.filter(({ name }) => name !== editState),
      request: sentRequest(sample),
      call: sample.request,
      response: sample.response,
      fresh: sample.fresh,
      generated: sample.generated,
      source: sample.source,
    };
  });
}

/** A case without provider states and values that are made. By default it is derived, has no values and succeeds. */
export function plainCase(
  operation: Operation,
  request: SampleRequest = { path: {}, query: {}, headers: {} },
  response: SampleResponse = { status: 200, headers: {} },
  head: Partial<Pick<Case, keyof CaseHead>> = {},
): Case {
  return {
    id: `${operation.id}/derived`,
    kind: "derived",
    why: "No sample calls this operation; the message is derived from its schema.",
    source: operation.source,
    ...head,
    operation,
    request,
    call: request,
    response,
    providerStates: [],
    fresh: [],
    generated: [],
  };
}

/** Samples that succeed without edits of their request. Those with the fewest provider states come first. */
export function successfulSamples(samples: readonly Case[]): Case[] {
  return samples
    .filter(({ request, call, response }) => response.status < 300 && request === call)
    .sort((left, right) => left.providerStates.length - right.providerStates.length);
}

/** If a response has one of several content types, the request asks for it with Accept. */
function acceptingResponse({ request, response }: Sample): SampleRequest {
  return response.contentType === undefined
    ? request
    : { ...request, accept: response.contentType };
}
