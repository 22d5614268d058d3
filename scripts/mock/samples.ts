import { isContainer, pointerStep, type SampleRequest } from "@contract-toolkit/kernel";
import type { Case, Suite } from "@contract-toolkit/conformance";

/** A documented exchange, ready to be compared with requests. */
export interface KnownSample {
  readonly name: string;
  readonly case: Case;
  /** Values of its request by JSON pointer, defaults filled in, without credentials. */
  readonly values: Values;
  /** Pointers of request values of which a client may send another. */
  readonly fresh: ReadonlySet<string>;
  /** Whether its request keeps the contract: that of many a refusal does not. */
  readonly isValid: boolean;
}

/** Scalars, and empty objects and lists, by JSON pointer. */
export type Values = ReadonlyMap<string, unknown>;

/** What a request says, as far as samples say it too. */
export interface Asked {
  readonly path: object;
  readonly query: object;
  readonly headers: object;
  readonly cookies?: object;
  readonly contentType?: string | undefined;
  readonly body?: unknown;
}

/** The samples of a contract by operation, in documented order. */
export function samplesOf({ contract, cases }: Pick<Suite, "contract" | "cases">) {
  const known = cases.map((each): KnownSample => {
    const { id, operation, request } = each;
    const validate = contract.validators[operation.id]?.request;
    // Validating fills in defaults, as it does in requests.
    const asked = structuredClone(request);
    const isValid = validate?.(asked) !== false;
    return {
      name: id.slice(id.indexOf("/") + 1),
      case: each,
      values: valuesOf(each, asked),
      fresh: new Set(each.fresh.map(({ pointer }) => pointer)),
      isValid,
    };
  });
  return Map.groupBy(known, (each) => each.case.operation.id);
}

/** The values of a request that a sample of the operation may have. */
export function valuesOf(
  { operation }: Pick<Case, "operation">,
  { path, query, headers, cookies = {}, contentType, body }: Asked | SampleRequest,
): Values {
  const documented = new Set(
    operation.parameters
      .filter((each) => each.in === "header" && !each.credential)
      .map(({ name }) => name.toLowerCase()),
  );
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    documented.has(name.toLowerCase()) ? [[name.toLowerCase(), value]] : [],
  );
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
  for (const [name, each] of fields) addValues(values, `${pointer}/${pointerStep(name)}`, each);
}
