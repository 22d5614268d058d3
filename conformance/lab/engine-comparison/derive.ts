import {
  mapSubschemas,
  type OpenApiDocument,
  type Operation,
  type SampleRequest,
  type Schema,
} from "@contract-toolkit/kernel";
import {
  boundaryValuesAt,
  candidatesOf,
  propose,
} from "../../cases/boundaries/values/candidates.ts";
import { operationsOf } from "../../message-schemas/schema.ts";
import { requestSchema, responseSchemaOf } from "../../message-schemas/resolved-schemas.ts";
import { rulesOf } from "../../cases/boundaries/rules.ts";
import type { Case } from "../../cases/case.ts";
import { applyTo, variantsOf } from "./variants.ts";

/** A message derived from a documented one. */
interface DerivedMessage<Message> {
  /** `<operationId>/<sample> <change>`, the same in every run. */
  readonly id: string;
  readonly operation: Operation;
  /** Parameters have their coerced values. */
  readonly message: Message;
}

type Values = Record<string, unknown>;

type DerivedRequest = DerivedMessage<{
  readonly path: Values;
  readonly query: Values;
  readonly headers: Values;
  readonly body?: unknown;
}>;

interface DerivedResponse extends DerivedMessage<{
  readonly headers: Values;
  readonly body: unknown;
}> {
  readonly status: number;
}

/**
 * Derives requests from documented ones: each place is changed in every way, and each constraint gets the values at its
 * boundary and just beyond. Each change is made once per operation.
 */
export function deriveRequests(
  document: OpenApiDocument,
  cases: readonly Case[],
): DerivedRequest[] {
  const documented = operationsOf(document);
  const bases = cases.flatMap(({ id, operation, call }) => {
    const found = documented.get(operation.id);
    if (!found) return [];
    const message: DerivedRequest["message"] = {
      path: { ...call.path },
      query: { ...call.query },
      headers: withoutCredentials(operation, call),
      ...(call.body !== undefined && { body: call.body }),
    };
    return { id, group: operation.id, operation, message, schema: requestSchema(document, found) };
  });
  return derive(bases);
}

/** Derives responses from documented ones in the same way. */
export function deriveResponses(
  document: OpenApiDocument,
  cases: readonly Case[],
): DerivedResponse[] {
  const bases = cases.flatMap(({ id, operation, response }) => {
    const { status, headers, body } = response;
    const schema = responseSchemaOf(document, operation.id, status);
    if (!schema) return [];
    const message = { headers: { ...headers }, body };
    return { id, group: `${operation.id} ${status}`, operation, status, message, schema };
  });
  return derive(bases);
}

interface Base {
  readonly id: string;
  /** Each change is made once per group. */
  readonly group: string;
  readonly message: object;
  readonly schema: Schema;
}

function derive<Each extends Base>(bases: readonly Each[]): Each[] {
  return [...Map.groupBy(bases, ({ group }) => group).values()].flatMap((group) => {
    const changed = new Map<string, Each>();
    for (const base of group)
      for (const variant of variantsOf({ ...base.message }))
        if (!changed.has(variant.name)) {
          const message = applyTo(base.message, variant);
          changed.set(variant.name, { ...base, id: `${base.id} ${variant.name}`, message });
        }
    return [...atBoundaries(group), ...changed.values()];
  });
}

/** The boundary values of each constraint, in the sample that suits it best. */
function atBoundaries<Each extends Base>(group: readonly Each[]): Each[] {
  const schema = encoded(group[0]?.schema ?? {});
  return rulesOf(schema).flatMap((rule) => {
    const [candidate] = candidatesOf(group, schema, rule);
    if (!candidate) return [];
    const { base } = candidate;
    const proposals = boundaryValuesAt(rule, candidate).flatMap((each) => each.proposals);
    return proposals.map((proposal) => ({
      ...base,
      id: `${base.id} ${rule.place} ${rule.keyword}`,
      message: propose(candidate, rule, proposal) as Each["message"],
    }));
  });
}

/** The suite handles the decoded content of a Base64 text. For an engine it is a text. */
function encoded(schema: Schema): Schema {
  return schema["x-content-schema"] === undefined
    ? mapSubschemas(schema, encoded)
    : { type: "string", format: "byte" };
}

function withoutCredentials({ parameters }: Operation, { headers }: SampleRequest): Values {
  const names = parameters.flatMap(({ name, credential }) => (credential ? [name] : []));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}
