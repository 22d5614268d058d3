import {
  bodyKindOf,
  findBodyContent,
  documentedOf,
  exampleStatuses,
  valueAt,
  withoutIllegalXml,
  withValue,
  type Operation,
  type SampleResponse,
} from "@contract-toolkit/contract";
import { deriveResponse, type Suite } from "@contract-toolkit/conformance";
import { deriveRefusal } from "@contract-toolkit/schemas/message-generator/messages";
import { substitute } from "@contract-toolkit/conformance/internal";
import { noSample, type MockError } from "./errors.ts";
import type { KnownSample, Values } from "./samples.ts";

/** The origin of a response. */
export interface Origin {
  /** The name of the sample; undefined if the response was derived. */
  readonly sample?: string | undefined;
  /** Whether the request differs from that of the sample. */
  readonly isNearest?: boolean;
}

export type MockResponses = ReturnType<typeof createResponses>;

/** Makes valid responses of a contract. The same contract always gives the same responses. */
export function createResponses(suite: Suite) {
  const known = new Map<string, SampleResponse | MockError>();

  /** The response that is derived from the schemas, or an error if there is no valid one. */
  function derived(operation: Operation, status: number): SampleResponse | MockError {
    const key = `${operation.id} ${status}`;
    const found = known.get(key);
    if (found) return found;
    const made = deriveResponse(suite, operation.id, status);
    const response = "underivable" in made ? noSample(made.underivable) : made.message;
    known.set(key, response);
    return response;
  }

  function isValidResponse(operation: Operation, response: SampleResponse): boolean {
    const { status, headers, contentType, body } = response;
    const content = findBodyContent(documentedOf(operation.responses, status), contentType);
    // Bytes have no schema.
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
   * The response of a sample to a request, with the client's path values and fresh values in place of the sample's. Undefined if
   * the contract's validator refuses it.
   */
  function ofSample(sample: KnownSample, asked: Values): SampleResponse | undefined {
    const { operation, response, generated } = sample.case;
    const about = substitute(response, bindingsOf(sample, asked)) as SampleResponse;
    const found = [about, response].find((sampleResponse) =>
      isValidResponse(operation, sampleResponse),
    );
    if (found || generated.length === 0) return found;
    // A placeholder for a generated value may break the rules of its field.
    const made = derived(operation, response.status);
    if (made instanceof Error) return undefined;
    const filled = fillResponseValues(response, generated, made);
    return isValidResponse(operation, filled) ? filled : undefined;
  }

  return {
    derived,
    isValid: isValidResponse,
    ofSample,
    /**
     * The documented response to requests outside any operation, with a list for violations if there are any; undefined if
     * the contract documents none for the status.
     */
    refusal: (status: number, hasViolations: boolean) =>
      deriveRefusal(suite, status, hasViolations ? "documented" : "required"),
  };
}

/** Maps path values and fresh values of the sample to those of the request. */
function bindingsOf({ values, fresh, case: sample }: KnownSample, asked: Values) {
  const { operation, response } = sample;
  const documented = documentedOf(operation.responses, response.status);
  const isXml = findBodyContent(documented, response.contentType)?.kind === "xml";
  const bindings = new Map<string, string>();
  for (const [pointer, value] of values) {
    const given = asked.get(pointer);
    const isClients = fresh.has(pointer) || pointer.startsWith("/path/");
    if (isClients && typeof value === "string" && typeof given === "string")
      bindings.set(value, isXml ? withoutIllegalXml(given) : given);
  }
  return bindings;
}

function fillResponseValues(response: SampleResponse, pointers: readonly string[], made: object) {
  return pointers.reduce<unknown>((filled, pointer) => {
    const value = valueAt(made, pointer);
    return value === undefined ? filled : withValue(filled, pointer, value);
  }, response) as SampleResponse;
}

/** The lowest documented status, or of a range one that is documented itself; 200 if there is none. */
export function usualStatus({ responses }: Pick<Operation, "responses">): number {
  const [lowest = 200, ...others] = exampleStatuses(responses);
  const isOfItsRange = (status: number) => Math.floor(status / 100) === Math.floor(lowest / 100);
  return [lowest, ...others.filter(isOfItsRange)].find((status) => responses[status]) ?? lowest;
}
