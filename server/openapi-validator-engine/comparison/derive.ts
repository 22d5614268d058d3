import { contentsOf, documentedOf, type Operation } from "@contract-toolkit/contract";
import type { Engine } from "../../skeleton/index.ts";
import type { Case, ConstraintCase } from "../../../conformance/cases/case.ts";
import { applyTo, messageVariants } from "./variants.ts";

/** A message derived from a documented one. */
interface DerivedMessage<Message> {
  /** `<operationId>/<sample> <change>`, the same in every run. */
  readonly id: string;
  readonly operation: Operation;
  /** Parameters have their coerced values. */
  readonly message: Message;
}

type Values = Record<string, unknown>;

type DerivedRequest = DerivedMessage<Parameters<Engine["request"]>[1]>;
type DerivedResponse = DerivedMessage<Parameters<Engine["response"]>[2]> & {
  readonly status: number;
};

/** The boundary cases of requests, and the requests of samples with each place changed in every way. */
export function deriveRequests(
  cases: readonly Case[],
  boundaries: readonly ConstraintCase[],
): DerivedRequest[] {
  const bases = cases.map(({ id, operation, call }) => {
    const message: DerivedRequest["message"] = {
      path: { ...call.path },
      query: { ...call.query },
      headers: omitCredentialHeaders(operation, call),
      ...(call.body !== undefined && { body: call.body }),
    };
    return { id, operation, message };
  });
  const atBoundaries = boundaries.flatMap(({ id, operation, message }) =>
    "status" in message ? [] : [{ id, operation, message }],
  );
  return [...atBoundaries, ...deriveVariants(bases, ({ operation }) => operation.id)];
}

/** The responses of samples, with each place changed in every way. */
export function deriveResponses(
  cases: readonly Case[],
  boundaries: readonly ConstraintCase[],
): DerivedResponse[] {
  const atBoundaries = boundaries.flatMap(({ id, operation, message }) => {
    if (!("status" in message)) return [];
    const { status, headers, body } = message;
    return [{ id, operation, status, message: { headers, body } }];
  });
  return [
    ...atBoundaries,
    ...deriveVariants(cases.map(responseOf), (base) => `${base.operation.id} ${base.status}`),
  ];
}

/** The response of a sample. It names its content type if several are documented. */
export function responseOf({ id, operation, response }: Case): DerivedResponse {
  const { status, headers, contentType, body } = response;
  const hasSeveral = contentsOf(documentedOf(operation.responses, status)).length > 1;
  const named = hasSeveral && contentType !== undefined ? { contentType } : {};
  const message = { headers: { ...headers }, body, ...named };
  return { id, operation, status, message };
}

/** Makes each change once per group, in the first message that allows it. */
function deriveVariants<Each extends { readonly id: string; readonly message: object }>(
  bases: readonly Each[],
  groupOf: (base: Each) => string,
): Each[] {
  return [...Map.groupBy(bases, groupOf).values()].flatMap((group) => {
    const found = new Map<string, Each>();
    for (const base of group)
      for (const variant of messageVariants({ ...base.message }))
        if (!found.has(variant.name)) {
          const message = applyTo(base.message, variant);
          found.set(variant.name, { ...base, id: `${base.id} ${variant.name}`, message });
        }
    return [...found.values()];
  });
}

function omitCredentialHeaders({ parameters }: Operation, { headers }: Case["call"]): Values {
  const names = parameters.flatMap(({ name, credential }) => (credential ? [name] : []));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}
