import {
  bodyKindOf,
  contentOf,
  documentedOf,
  readStatus,
  valueAt,
  withValue,
  type Operation,
  type SampleResponse,
} from "@contract-toolkit/kernel";
import { deriveAnswer, type Suite } from "@contract-toolkit/conformance";
import {
  deriveRefusal,
  substitute,
  type Underivable,
} from "@contract-toolkit/conformance/internal";
import type { KnownSample, Values } from "./samples.ts";

/** Where an answer comes from. */
export interface Origin {
  /** Undefined: the answer was derived. */
  readonly sample?: string | undefined;
  /** The request differs from that of the sample. */
  readonly isNearest?: boolean;
}

/** There is neither a sample nor a way to make an answer of the schemas. */
export class NoAnswerError extends Error {
  readonly code = "no-answer";

  constructor({ operation, field, reason, source }: Underivable) {
    super(
      `${operation} has no sample to answer with, and none can be derived: ${field} ${reason} ` +
        `(${source.file}:${source.line}). Add an @opExample.`,
    );
  }
}

/** Makes answers that keep a contract. */
export type Answers = ReturnType<typeof createAnswers>;

/** The same contract gives the same answers. */
export function createAnswers(suite: Suite) {
  const known = new Map<string, SampleResponse | NoAnswerError>();

  /** Made of the schemas; an error where there is no valid one. */
  function derived(operation: Operation, status: number): SampleResponse | NoAnswerError {
    const key = `${operation.id} ${status}`;
    const found = known.get(key);
    if (found) return found;
    const made = deriveAnswer(suite, operation.id, status);
    const answer = "underivable" in made ? new NoAnswerError(made.underivable) : made.message;
    known.set(key, answer);
    return answer;
  }

  function isValid(operation: Operation, response: SampleResponse): boolean {
    const { status, headers, contentType, body } = response;
    const content = contentOf(documentedOf(operation.responses, status), contentType);
    // Of bytes there is no schema.
    if (content && bodyKindOf(content) === "bytes") return true;
    const validate = documentedOf(suite.contract.validators[operation.id]?.responses ?? {}, status);
    const message = {
      headers,
      ...(contentType !== undefined && { contentType }),
      ...(body !== undefined && { body }),
    };
    return validate?.(structuredClone(message)) ?? false;
  }

  /**
   * The answer of a sample to a request: values that the client may choose afresh, and those of the path, are the
   * client's. Undefined where the contract's own validator refuses it.
   */
  function ofSample(sample: KnownSample, asked: Values): SampleResponse | undefined {
    const { operation, response, generated } = sample.case;
    const about = substitute(response, bindingsOf(sample, asked)) as SampleResponse;
    const found = [about, response].find((each) => isValid(operation, each));
    if (found || generated.length === 0) return found;
    // A placeholder stands for what a server makes, and may break the rules of its field.
    const made = derived(operation, response.status);
    if (made instanceof Error) return undefined;
    const filled = filledIn(response, generated, made);
    return isValid(operation, filled) ? filled : undefined;
  }

  return {
    derived,
    isValid,
    ofSample,
    /**
     * What the contract answers outside any operation, with a list for faults if there are any; undefined where it documents
     * nothing for the status.
     */
    refusal: (status: number, hasFaults: boolean) =>
      deriveRefusal(suite, status, hasFaults ? "documented" : "required"),
  };
}

/** What the request has where the sample's request has something that stands for it. */
function bindingsOf({ values, fresh }: KnownSample, asked: Values): Map<string, string> {
  const bindings = new Map<string, string>();
  for (const [pointer, value] of values) {
    const given = asked.get(pointer);
    const isClients = fresh.has(pointer) || pointer.startsWith("/path/");
    if (isClients && typeof value === "string" && typeof given === "string")
      bindings.set(value, given);
  }
  return bindings;
}

function filledIn(response: SampleResponse, pointers: readonly string[], made: object) {
  return pointers.reduce<unknown>((filled, pointer) => {
    const value = valueAt(made, pointer);
    return value === undefined ? filled : withValue(filled, pointer, value);
  }, response) as SampleResponse;
}

/** The documented status that says that all went well: the least, or else the first that there is. */
export function usualStatus({ responses }: Operation): number {
  const statuses = Object.keys(responses).map(statusIn);
  return statuses.filter((each) => each >= 200).sort((one, other) => one - other)[0] ?? 200;
}

/** A status, or one in a range; `default` is of errors. */
export function statusIn(key: string): number {
  const read = readStatus(key);
  if (typeof read === "number") return read;
  return read === undefined || read === "default" ? 500 : Number(read[0]) * 100;
}
