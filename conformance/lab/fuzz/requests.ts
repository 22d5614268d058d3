import fc from "fast-check";
import {
  type Operation,
  propertiesOf,
  type SampleRequest,
  type Schema,
} from "@contract-toolkit/kernel";
import type { Case } from "../../case.ts";
import { isPlaceholder } from "../../request.ts";
import { accepts } from "../../second-validator/oracle.ts";

import {
  arbitraryOf,
  objectOf,
  sampleValues,
  type Drawing,
  type SampleValues,
} from "./arbitrary.ts";

/** A request that was drawn, and what an independent validator says of it. */
export interface DrawnRequest {
  readonly request: SampleRequest;
  readonly isValid: boolean;
}

/**
 * Draws requests of an operation, half of them sensible in all places and half odd in some. Credentials are those of its
 * samples, so that requests come as far as their content.
 */
export function requestsOf(
  operation: Operation,
  schema: Schema,
  samples: readonly Case[],
): fc.Arbitrary<DrawnRequest> {
  const values = usableValues(samples);
  return fc
    .oneof(
      partsOf(operation, schema, samples, { samples: values, oddity: 0 }),
      partsOf(operation, schema, samples, { samples: values, oddity: 1 }),
    )
    .map((request) => ({ request, isValid: accepts(schema, request) }));
}

function partsOf(
  { parameters }: Operation,
  schema: Schema,
  samples: readonly Case[],
  drawing: Omit<Drawing, "asText">,
): fc.Arbitrary<SampleRequest> {
  const credentials = parameters.filter(({ credential }) => credential).map(({ name }) => name);
  const parts = new Map(propertiesOf(schema));
  const part = (name: string) =>
    objectOf(withoutCredentials(parts.get(name) ?? {}, credentials), `/${name}`, {
      ...drawing,
      asText: true,
    });
  const body = parts.get("body");
  return fc
    .record({
      path: part("path"),
      query: part("query"),
      headers: part("headers"),
      body: body
        ? arbitraryOf(body, "/body", { ...drawing, asText: false })
        : fc.constant(undefined),
    })
    .filter(({ headers }) => !Object.values(headers).some(isPlaceholder))
    .map(({ path, query, headers, body: drawn }) => ({
      path: { ...pathOf(samples), ...path },
      query,
      headers: { ...headersOf(samples, credentials), ...headers },
      ...(drawn !== undefined && { body: drawn }),
    }));
}

/** What samples hold, without what has to be fresh each time and without what such a value is in. */
function usableValues(samples: readonly Case[]): SampleValues {
  const fresh = samples.flatMap((each) => each.fresh.map(({ pointer }) => pointer));
  const values = sampleValues(samples.map(({ call }) => call));
  return new Map(
    [...values].filter(([place]) => !fresh.some((each) => `${each}/`.startsWith(`${place}/`))),
  );
}

/** A path has all of its parameters. */
function pathOf(samples: readonly Case[]): object {
  return samples[0]?.call.path ?? {};
}

function headersOf(samples: readonly Case[], credentials: readonly string[]): object {
  const headers = samples[0]?.call.headers ?? {};
  return Object.fromEntries(Object.entries(headers).filter(([name]) => credentials.includes(name)));
}

function withoutCredentials(schema: Schema, credentials: readonly string[]): Schema {
  const properties = propertiesOf(schema).filter(([name]) => !credentials.includes(name));
  return { ...schema, properties: Object.fromEntries(properties) };
}
