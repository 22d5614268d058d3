import {
  editState,
  type Operation,
  type Sample,
  type SampleRequest,
  type SampleResponse,
  sentRequest,
  type SourcePosition,
  type StatusRange,
} from "@contract-toolkit/kernel";

/** What is tested with a case: of which kind it is. */
export type Target = "server" | "client" | "receiver";

/** What a case of any kind tells about itself. */
export interface CaseHead {
  /** `<operationId>/<name>`, of a scenario `scenario/<name>`; stable over time. */
  readonly id: string;
  /** `derived` where no sample shows the operation, and the messages were made from its schemas. */
  readonly kind: "sample" | "derived" | "constraint" | "http" | "callback" | "scenario";
  readonly why: string;
  /** Where its TypeSpec is, or the file of a scenario. */
  readonly source: SourcePosition;
}

/** One exchange to be replayed, documented or derived, as data. */
export interface Case extends CaseHead {
  readonly kind: "sample" | "derived";
  readonly operation: Operation;
  /** What has to be true before it is played, in this order. */
  readonly providerStates: readonly ProviderState[];
  /** The request as a server receives it. */
  readonly request: SampleRequest;
  /** The request as a typed client can make it: without the edits that make it invalid. */
  readonly call: SampleRequest;
  readonly response: SampleResponse;
  /** Request values that are made afresh for each play, as long as they may be. */
  readonly fresh: Sample["fresh"];
  /** JSON pointers of response values that the server makes, or could make as well. */
  readonly generated: readonly string[];
}

/** A rule of the contract at one place of one kind of message. */
export interface Constraint {
  readonly operation: string;
  readonly direction: "request" | "response";
  readonly status?: number | StatusRange;
  /** Of the body, where it may have several and is not of the first. */
  readonly contentType?: string;
  /** JSON pointer from the message's root, items of lists as `[]`: `/body/items/[]/name`. */
  readonly place: string;
  /** Keyword of the schema: `required`, `maxLength`, `nullable` … */
  readonly keyword: string;
}

/** A documented message changed in one place, so that it is the last that a constraint accepts, or the first that it refuses. */
export interface ConstraintCase extends CaseHead {
  readonly kind: "constraint";
  readonly operation: Operation;
  readonly constraint: Constraint;
  /** A valid message has to be accepted, an invalid one refused. */
  readonly boundary: Boundary;
  readonly base: Case;
  /** What is sent instead of the base's request or answer. */
  readonly message: SampleRequest | SampleResponse;
  /** JSON pointer of the changed place, in this message. */
  readonly pointer: string;
  /** What is at the boundary: `content.pages`, `items[2].name`, a parameter's name. */
  readonly field: string;
  /** The refusal of an invalid request has to name the field: the contract says so of its refusals. */
  readonly isToBeNamed?: true;
  /** The error code that a refusal carries, where the contract has one for this rule. */
  readonly code?: number;
}

/** Whether a boundary value is the last that its constraint accepts, or the first that it refuses. */
export type Boundary = "valid" | "invalid";

/** Something that has to be true, by a name that a provider knows. */
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
    const sample = { ...given, request: asking(given) };
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

/** Documented requests that are answered with success, as they stand; those that need the fewest provider states come first. */
export function plainSamples(samples: readonly Case[]): Case[] {
  return samples
    .filter(({ request, call, response }) => response.status < 300 && request === call)
    .sort((one, other) => one.providerStates.length - other.providerStates.length);
}

/** What is answered in one of several content types has been asked for so. */
function asking({ request, response }: Sample): SampleRequest {
  return response.contentType === undefined
    ? request
    : { ...request, accept: response.contentType };
}
