import {
  editState,
  isSchema,
  type Sample,
  type SampleRequest,
  type SampleResponse,
  sentRequest,
  valueAt,
  withValue,
} from "@contract-toolkit/contract";

/** A sample as the examples of a document show it. */
export interface ShownSample {
  readonly name: string;
  /** Undefined if a document cannot show it: it is not valid, or it is about credentials, which have no examples. */
  readonly request: SampleRequest | undefined;
  readonly response: SampleResponse;
  /** What must be set up before the request has this response. */
  readonly providerStates: readonly string[];
}

/** Whether a server accepts a request of an operation. */
export type Accepts = (operation: string, request: SampleRequest) => boolean;

/**
 * Prepares the samples of a service for tools that send the examples of a document, each once. The requests are those that the samples
 * send. A value that each request needs anew (`@fresh`) is different in each, because such tools make no new ones.
 */
export function shownSamples(samples: readonly Sample[], accepts: Accepts) {
  const used = new Set<unknown>();
  return Map.groupBy(samples.map(showSample), ({ operation }) => operation);

  function showSample(sample: Sample): ShownSample & { readonly operation: string } {
    const { operation, name, providerStates } = sample;
    const states = providerStates.map((state) => state.name).filter((text) => text !== editState);
    const own = withOwnValues(sample);
    return { operation, name, ...own, providerStates: [...new Set(states)] };
  }

  function withOwnValues(sample: Sample): Pick<ShownSample, "request" | "response"> {
    const { operation, fresh, response } = sample;
    const sent = sentRequest(sample);
    if (response.status === 401 || !accepts(operation, sent))
      return { request: undefined, response };
    return fresh.reduce(
      (shown, { pointer }) => {
        const value = valueAt(shown.request, pointer);
        const next = nextUnused(value, used);
        used.add(next);
        const request = withValue(shown.request, pointer, next) as SampleRequest;
        return next !== value && accepts(operation, request)
          ? { request, response: replaced(shown.response, value, next) as SampleResponse }
          : shown;
      },
      { request: sent, response },
    );
  }
}

/** A text with the next number at its end that no other has: `item-1` → `item-2`. */
function nextUnused(value: unknown, used: ReadonlySet<unknown>): unknown {
  if (typeof value !== "string") return value;
  let next = value;
  while (used.has(next))
    next = next.replace(/\d*$/, (digits) =>
      String(Number(digits || 1) + 1).padStart(digits.length, "0"),
    );
  return next;
}

function replaced(value: unknown, from: unknown, to: unknown): unknown {
  if (value === from) return to;
  if (Array.isArray(value)) return value.map((item) => replaced(item, from, to));
  if (!isSchema(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, replaced(item, from, to)]),
  );
}
