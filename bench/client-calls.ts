import createFetchClient from "openapi-fetch";
import { createClient } from "../client/index.ts";
import { responseValidation } from "../client/validate.ts";
import type { paths } from "../generated/gateway/types.ts";
import { cannedAnswer } from "./canned-answers.ts";
import { startServer } from "./start-contender.ts";
import { order, payment, requestHeaders } from "./workloads.ts";

/** How long and how often to measure. */
export interface CallsPlan {
  /** A prepared specification. */
  readonly folder: string;
  readonly rounds: number;
  readonly sliceMs: number;
}

/** Microseconds of one call, by round. */
export interface Calls {
  readonly caller: string;
  readonly where: "loopback" | "in memory";
  readonly microseconds: number[];
}

type Fetch = (request: Request) => Promise<Response>;

/** What one call of a payment costs its caller, with several clients, one call after another. */
export async function measureCalls(plan: CallsPlan): Promise<Calls[]> {
  await using server = await startServer("bare express", 6, plan.folder);
  const url = `http://127.0.0.1:${server.port}`;
  const answer = JSON.stringify(cannedAnswer("payOrder", {}));
  const headers = { "content-type": "application/json; charset=utf-8" };
  const places: Record<Calls["where"], Fetch> = {
    loopback: (request) => fetch(request),
    "in memory": () => Promise.resolve(new Response(answer, { headers })),
  };
  const cases = (Object.keys(places) as Calls["where"][]).flatMap((where) =>
    Object.entries(callers(url, places[where])).map(([caller, call]) => ({
      caller,
      where,
      call,
      microseconds: [] as number[],
    })),
  );
  for (const { call } of cases) await timeOf(call, plan.sliceMs);
  for (let round = 0; round < plan.rounds; round += 1) {
    for (const { call, microseconds } of cases) microseconds.push(await timeOf(call, plan.sliceMs));
  }
  return cases.map(({ caller, where, microseconds }) => ({
    caller,
    where,
    microseconds,
  }));
}

/** Each makes the same call and returns the decoded answer's status of the payment. */
function callers(baseUrl: string, send: Fetch): Record<string, () => Promise<string | undefined>> {
  const token = requestHeaders["x-service-auth"] ?? "";
  const requestId = requestHeaders["x-request-id"] ?? "";
  const clientHeaders = { "X-Request-ID": requestId };
  const ours = createClient({ baseUrl, token, fetch: send });
  const validating = createClient({
    baseUrl,
    token,
    fetch: send,
    validate: responseValidation,
  });
  const openapiFetch = createFetchClient<paths>({ baseUrl, fetch: send });
  return {
    "openapi-fetch": async () => {
      const { data } = await openapiFetch.POST("/api/v2/orders/payment", {
        params: { header: { "X-SERVICE-AUTH": token, ...clientHeaders } },
        body: order,
      });
      return data?.transaction.status;
    },
    client: async () => {
      const answer = await ours.payOrder({
        headers: clientHeaders,
        body: order,
      });
      return answer.status === 200 ? answer.body.transaction.status : undefined;
    },
    "client, answers validated": async () => {
      const answer = await validating.payOrder({
        headers: clientHeaders,
        body: order,
      });
      return answer.status === 200 ? answer.body.transaction.status : undefined;
    },
    fetch: async () => {
      const request = new Request(`${baseUrl}/api/v2/orders/payment`, {
        method: payment.method,
        headers: requestHeaders,
        body: JSON.stringify(order),
      });
      const answer = (await (await send(request)).json()) as {
        transaction: { status: string };
      };
      return answer.transaction.status;
    },
  };
}

/** @throws {Error} when a call gets no payment. */
async function timeOf(call: () => Promise<string | undefined>, sliceMs: number): Promise<number> {
  const startedAt = performance.now();
  let calls = 0;
  while (performance.now() < startedAt + sliceMs) {
    if ((await call()) === undefined) throw new Error("A call failed.");
    calls += 1;
  }
  return ((performance.now() - startedAt) / calls) * 1_000;
}
