import type {
  SampleRequest,
  SampleResponse,
} from "../../generated/contract.ts";
import { explain } from "../../generated/faults.ts";
import type { Case } from "../case.ts";
import { compareJson } from "../compare.ts";
import type { FreshValues } from "../fresh.ts";
import { substitute, valueAt } from "../pointer.ts";
import type { Provider } from "../provider.ts";
import { fillPlaceholders, writeRequest } from "../request.ts";
import type { Suite } from "../suite.ts";
import {
  describeDifference,
  describeFault,
  failure,
  verdict,
  type Finding,
  type Verdict,
} from "../verdict.ts";

/** A server to be tested. */
export interface ServerUnderTest {
  readonly url: URL;
  /** Headers with credentials, by documented name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly provider: Provider;
  readonly fresh: FreshValues;
}

/** Plays a case against a server: sends its request and judges the answer, by the contract and by the sample. */
export async function playOnServer(
  suite: Pick<Suite, "contract" | "positionOf">,
  played: Case,
  server: ServerUnderTest,
): Promise<Verdict> {
  try {
    const { headers, bindings } = await prepare(played, server);
    const request = substitute(played.request, bindings) as SampleRequest;
    const expected = substitute(played.response, bindings) as SampleResponse;
    const answer = await send(server.url, played, {
      ...request,
      headers: {
        ...fillPlaceholders(request.headers, headers),
        ...addedHeaders(headers, server.headers),
      },
    });
    return verdict(played, "server", judge(suite, played, expected, answer));
  } catch (error) {
    return failure(played, "server", error);
  }
}

interface Prepared {
  readonly headers: Readonly<Record<string, string>>;
  readonly bindings: ReadonlyMap<string, string>;
}

/** Brings about what the case needs and makes its fresh values. */
async function prepare(
  played: Case,
  server: ServerUnderTest,
): Promise<Prepared> {
  const bindings = new Map<string, string>();
  for (const { pointer, maxLength } of played.fresh) {
    const value = valueAt(played.request, pointer);
    if (typeof value === "string")
      bindings.set(value, server.fresh(maxLength ?? value.length));
  }
  let headers = { ...server.headers };
  for (const { name, values } of played.given) {
    const give = server.provider.givens[name];
    if (!give)
      throw new Error(
        `nothing provides "${name}"; add it to the provider file (--given FILE)`,
      );
    const effect = await give(
      substitute(values, bindings) as Record<string, unknown>,
      {
        server: server.url,
        case: {
          ...played,
          request: substitute(played.request, bindings) as SampleRequest,
        },
        headers,
        fresh: server.fresh,
      },
    );
    headers = { ...headers, ...effect.headers };
    for (const [sample, real] of Object.entries(effect.bindings ?? {}))
      bindings.set(sample, real);
  }
  return { headers, bindings };
}

/** Headers that a given has added beyond the credentials, such as a test scenario. */
function addedHeaders(
  headers: Readonly<Record<string, string>>,
  credentials: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !(name in credentials)),
  );
}

interface ServerAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

async function send(
  server: URL,
  played: Case,
  request: SampleRequest,
): Promise<ServerAnswer> {
  const { url, ...init } = writeRequest(played.operation, request, server);
  const response = await fetch(url, { ...init, redirect: "manual" });
  return {
    status: response.status,
    headers: response.headers,
    text: await response.text(),
  };
}

function judge(
  { contract, positionOf }: Pick<Suite, "contract" | "positionOf">,
  played: Case,
  expected: SampleResponse,
  answer: ServerAnswer,
): Finding[] {
  const { operation } = played;
  const body = readBody(answer);
  if (answer.status !== expected.status) {
    return [
      {
        message: `status: expected ${String(expected.status)}, found ${String(answer.status)} ${answer.text.slice(0, 300)}`,
      },
    ];
  }
  const documented = operation.responses[answer.status];
  const headers = Object.fromEntries(
    (documented?.headers ?? []).flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  const findings: Finding[] = [];
  const type = answer.headers.get("content-type")?.split(";")[0];
  if (
    documented?.contentType !== undefined &&
    type !== documented.contentType
  ) {
    findings.push({
      message: `content type: expected ${documented.contentType}, found ${type ?? "none"}`,
    });
  }
  const validate = contract.validators[operation.id]?.responses[answer.status];
  const faults =
    validate?.({ headers, body }) === false
      ? explain(validate.errors ?? [])
      : [];
  // A place that breaks the contract differs from the sample too; it is told once.
  const told = new Set(faults.map(({ pointer }) => pointer));
  const ignored = new Set(
    played.serverMade.map((pointer) => pointer.replace(/^\/body/, "")),
  );
  const differences = [
    ...compareJson(expected.body, body, ignored).map((each) => ({
      ...each,
      pointer: `/body${each.pointer}`,
    })),
    ...compareJson(
      expected.headers,
      pick(headers, Object.keys(expected.headers)),
    ).map((each) => ({
      ...each,
      pointer: `/headers${each.pointer}`,
    })),
  ].filter(({ pointer }) => !told.has(pointer));
  return [
    ...findings,
    ...faults.map((fault) => describeFault(fault, positionOf)),
    ...differences.map((difference) => describeDifference("", difference)),
  ];
}

function readBody({ headers, text }: ServerAnswer): unknown {
  if (text === "") return undefined;
  if (headers.get("content-type")?.startsWith("text/")) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function pick(
  values: Record<string, unknown>,
  names: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(
    names.filter((name) => name in values).map((name) => [name, values[name]]),
  );
}
