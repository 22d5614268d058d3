import { isContainer, pointerStep, type SampleRequest } from "@contract-toolkit/contract";
import type { Case, Suite } from "@contract-toolkit/conformance";

/** A documented exchange, prepared for comparison with requests. */
export interface KnownSample {
  readonly name: string;
  readonly case: Case;
  /** The values of its request by JSON pointer, with defaults and without credentials. */
  readonly values: Values;
  /** Pointers of the request values that a client chooses anew for each request. */
  readonly fresh: ReadonlySet<string>;
  /** Whether its request is valid. The requests of many refusals are not. */
  readonly isValid: boolean;
  /**
   * Whether it is an error that depends on the server's state, with a request that looks like those of successes. It answers
   * only requests that prefer it.
   */
  readonly isOfState: boolean;
}

/** Scalars, and empty objects and lists, by JSON pointer. */
export type Values = ReadonlyMap<string, unknown>;

/** The parts of a request that samples have, too. */
export interface Asked {
  readonly path: object;
  readonly query: object;
  readonly headers: object;
  readonly cookies?: object;
  readonly contentType?: string | undefined;
  readonly body?: unknown;
}

/** The samples of a contract by operation, in the order of documentation. Those without a request are last. */
export function groupKnownSamples({
  contract,
  cases,
  responses,
}: Pick<Suite, "contract" | "cases" | "responses">) {
  const known = [...cases, ...responses].map((testCase): Omit<KnownSample, "isOfState"> => {
    const { id, operation, request } = testCase;
    const validate = contract.validators[operation.id]?.request;
    // Validation fills in defaults.
    const asked: SampleRequest = structuredClone(request);
    const isSuccessAlone = responses.includes(testCase) && testCase.response.status < 400;
    const isValid = isSuccessAlone || validate?.(asked) !== false;
    return {
      name: id.slice(id.indexOf("/") + 1),
      case: testCase,
      values: requestValues(testCase, asked),
      fresh: new Set(testCase.fresh.map(({ pointer }) => pointer)),
      isValid,
    };
  });
  const all = Map.groupBy(known, (item) => item.case.operation.id);
  return new Map([...all].map(([id, samples]) => [id, withStates(samples)]));
}

function withStates(samples: readonly Omit<KnownSample, "isOfState">[]): KnownSample[] {
  const said = new Set(
    samples
      .filter((sample) => sample.case.response.status < 400)
      .flatMap(({ values }) => [...values].map((value) => JSON.stringify(value))),
  );
  return samples.map((sample) => {
    const { providerStates, response } = sample.case;
    const own = [...sample.values].filter(
      ([pointer, value]) =>
        !sample.fresh.has(pointer) && !said.has(JSON.stringify([pointer, value])),
    );
    const isOfState = response.status >= 400 && providerStates.length > 0 && own.length === 0;
    return { ...sample, isOfState };
  });
}

/** The values of a request that samples of the operation can have, by JSON pointer. */
export function requestValues(
  { operation }: Pick<Case, "operation">,
  { path, query, headers, cookies = {}, contentType, body }: Asked | SampleRequest,
): Values {
  const documented = new Set(
    operation.parameters
      .filter((parameter) => parameter.in === "header" && !parameter.credential)
      .map(({ name }) => name.toLowerCase()),
  );
  const sent = Object.entries<unknown>({ ...headers })
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => documented.has(name));
  const values = new Map<string, unknown>();
  addValues(values, "", {
    path: { ...path },
    query: { ...query },
    headers: Object.fromEntries(sent),
    cookies: { ...cookies },
    ...(contentType !== undefined && operation.body?.others && { contentType }),
    ...(body !== undefined && { body }),
  });
  return values;
}

function addValues(values: Map<string, unknown>, pointer: string, value: unknown): void {
  if (value === undefined) return;
  if (!isContainer(value)) {
    values.set(pointer, value);
    return;
  }
  const fields = Object.entries(value);
  if (fields.length === 0) values.set(pointer, Array.isArray(value) ? "[]" : "{}");
  for (const [name, value] of fields) addValues(values, `${pointer}/${pointerStep(name)}`, value);
}
