import { type SampleRequest, valueAt } from "@contract-toolkit/kernel";
import type { Case } from "../case.ts";
import { substitute } from "../json/substitute.ts";
import type { StateResult } from "../provider.ts";
import type { ServerUnderTest } from "./server-under-test.ts";
import { setUp } from "./state-setup.ts";

/** What a case is played with. */
export interface Prepared {
  readonly headers: Readonly<Record<string, string>>;
  readonly bindings: ReadonlyMap<string, string>;
}

/** Sets up the provider states of the case and makes its fresh values. */
export async function prepare(
  played: Case,
  server: ServerUnderTest,
  effects: StateResult[],
): Promise<Prepared> {
  const bindings = new Map<string, string>();
  for (const { pointer, maxLength } of played.fresh) {
    const value = valueAt(played.request, pointer);
    if (typeof value === "string") bindings.set(value, server.fresh(maxLength ?? value.length));
  }
  let headers = { ...server.headers };
  for (const { name, values } of played.providerStates) {
    const request = substitute(played.request, bindings) as SampleRequest;
    const state = {
      name,
      values: substitute(values, bindings) as Record<string, unknown>,
    };
    const effect = await setUp(server.provider, state, {
      server: server.url,
      case: { ...played, request },
      headers,
      fresh: server.fresh,
    });
    effects.push(effect);
    headers = { ...headers, ...effect.headers };
    for (const [sample, real] of Object.entries(effect.bindings ?? {})) bindings.set(sample, real);
  }
  return { headers, bindings };
}
