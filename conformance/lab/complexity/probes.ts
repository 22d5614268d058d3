import { type Operation, type SampleRequest, valueAt } from "@contract-toolkit/kernel";
import type { Case } from "../../cases/case.ts";
import type { FreshValues } from "../../cases/fresh-values.ts";
import { substitute } from "../../json/substitute.ts";
import { fillPlaceholders, writeRequest } from "../../request.ts";
import type { Suite } from "../../suite.ts";
import { bodies } from "./bodies.ts";
import { beginnings, matching, runs } from "./payloads.ts";
import { headers } from "./headers.ts";
import { patternsIn } from "./documented-fields.ts";
import type { Named, Probe, RawRequest } from "./probe.ts";
import { paths, queries } from "./request-targets.ts";

/** What probes are made with. */
export interface ProbeOptions {
  readonly server: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly fresh: FreshValues;
  readonly seed: number;
  /** Texts that the server is known to look for. */
  readonly fragments: readonly string[];
}

/** Every probe of an operation: each shape at each place of its request. */
export function probesOf(suite: Suite, operation: Operation, options: ProbeOptions): Probe[] {
  const cases = suite.cases.filter((each) => each.operation.id === operation.id);
  const sample = cases.find(({ response }) => response.status < 300) ?? cases[0];
  if (!sample) return [];
  const schema = suite.requestSchema(operation.id);
  const drawn = patternsIn(schema).flatMap((pattern) => matching(pattern, options.seed));
  const contents = runs([...beginnings(drawn), ...options.fragments]);
  const base = () => plainRequest(operation, sample, options);
  const parts: readonly [Probe["part"], readonly Named[]][] = [
    ["body", bodies(operation, sample, schema, contents, base)],
    ["headers", headers(operation, contents, base)],
    ["query", queries(operation, contents, base)],
    ["path", paths(operation, contents, base)],
  ];
  return parts.flatMap(([part, probes]) =>
    probes.map(([name, request]) => ({ operation: operation.id, part, name, request })),
  );
}

/** The sample as it goes on the wire, with values that were not used before and with credentials. */
function plainRequest(
  operation: Operation,
  { call, fresh }: Case,
  options: ProbeOptions,
): RawRequest {
  const bindings = new Map<string, string>();
  for (const { pointer, maxLength } of fresh) {
    const value = valueAt(call, pointer);
    if (typeof value === "string") bindings.set(value, options.fresh(maxLength ?? value.length));
  }
  const request = substitute(call, bindings) as SampleRequest;
  const headers = fillPlaceholders(request.headers, options.headers);
  const wire = writeRequest(operation, { ...request, headers }, options.server);
  return {
    method: wire.method,
    target: wire.url.pathname + wire.url.search,
    headers: Object.entries(wire.headers),
    ...(wire.body !== undefined && { body: wire.body }),
  };
}
