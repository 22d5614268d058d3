import {
  mapSubschemas,
  type OpenApiDocument,
  type Operation,
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
import { full } from "../testing/full-run.ts";
import { applyTo, pairsOf, variantBetween, variantsOf, type Variant } from "./variants.ts";

/** A message derived from a documented one. */
interface DerivedMessage<Message> {
  /** `<operationId>/<sample> <what was changed>`, the same in every run. */
  readonly id: string;
  readonly operation: Operation;
  /** By its parts; parameters have the values that they are coerced to. */
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
 * Derives requests from documented ones: each place of each changed in every way, each constraint at its boundary and just
 * beyond, and pairs of such changes. A change that several requests of an operation allow is made to the first.
 */
export function deriveRequests(
  document: OpenApiDocument,
  cases: readonly Case[],
): DerivedRequest[] {
  const documented = operationsOf(document);
  const bases = cases.flatMap(({ id, operation, call }) => {
    const found = documented.get(operation.id);
    if (!found) return [];
    const { path, query, headers, body } = call;
    const message: DerivedRequest["message"] = {
      path: { ...path },
      query: { ...query },
      headers: withoutCredentials(operation, headers),
      ...(body !== undefined && { body }),
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
  /** What is derived from one base of a group is not derived from another. */
  readonly group: string;
  readonly message: object;
  readonly schema: Schema;
}

/** A variant and the message that it is made of. */
interface Change<Each> {
  readonly base: Each;
  readonly variant: Variant;
}

function derive<Each extends Base>(bases: readonly Each[]): Each[] {
  const groups = Map.groupBy(bases, ({ group }) => group);
  return [...groups.values()].flatMap((group) => {
    const single = changesOf(group);
    const pairs = pairsOf(
      single.map(({ variant }) => variant),
      full ? 2 : 24,
    );
    const inFirst = group
      .slice(0, 1)
      .flatMap((base) => pairs.map((variant) => ({ base, variant })));
    return [...single, ...inFirst].map(({ base, variant }) => ({
      ...base,
      id: `${base.id} ${variant.name}`,
      message: applyTo(base.message, variant),
    }));
  });
}

/** Changes of one place, each once. */
function changesOf<Each extends Base>(group: readonly Each[]): Change<Each>[] {
  const found = new Map<string, Change<Each>>();
  const inAnyWay = group.flatMap((base) =>
    variantsOf({ ...base.message }).map((variant) => ({ base, variant })),
  );
  for (const change of [...atBoundaries(group), ...inAnyWay])
    if (!found.has(change.variant.name)) found.set(change.variant.name, change);
  return [...found.values()];
}

/** Every constraint of a message at its boundary and just beyond, in the sample that suits it best. */
function atBoundaries<Each extends Base>(group: readonly Each[]): Change<Each>[] {
  const schema = encoded(group[0]?.schema ?? {});
  return rulesOf(schema).flatMap((rule) => {
    const [candidate] = candidatesOf(group, schema, rule);
    if (!candidate) return [];
    const { base } = candidate;
    return boundaryValuesAt(rule, candidate)
      .flatMap(({ proposals }) => proposals)
      .map((proposal) => variantBetween(base.message, propose(candidate, rule, proposal)))
      .filter((variant) => variant !== undefined)
      .map((variant) => ({ base, variant }));
  });
}

/** The suite plays what a Base64 text holds as a value; for an engine it is a text. */
function encoded(schema: Schema): Schema {
  return schema["x-content-schema"] === undefined
    ? mapSubschemas(schema, encoded)
    : { type: "string", format: "byte" };
}

function withoutCredentials(
  { parameters }: Operation,
  headers: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const names = parameters.flatMap(({ name, credential }) => (credential ? [name] : []));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}
