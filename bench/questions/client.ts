import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import createFetchClient from "openapi-fetch";
import { createClient } from "../../client/index.ts";
import { responseValidation } from "../../client/validate.ts";
import type { paths } from "../../generated/gateway/types.ts";
import { cannedAnswer } from "../canned-answers.ts";
import type { Figure } from "../figures.ts";
import { measure, ratioOf } from "../paired.ts";
import type { Question } from "../question.ts";
import { startServer } from "../server-process.ts";
import { DOCUMENTED_OPERATIONS } from "../specification.ts";
import { order, payment, requestHeaders } from "../workloads.ts";

/** What a call costs the process that makes it, beside other clients, and what a browser has to load for it. */
export const client: Question = {
  about: "what a call costs the caller, and the size of the client",
  sizes: [DOCUMENTED_OPERATIONS],
  async answer({ folders, plan, answers }): Promise<Figure[]> {
    await using server = await startServer(
      "bare Express",
      folders.get(DOCUMENTED_OPERATIONS) ?? "",
    );
    const url = `http://127.0.0.1:${server.port}`;
    const text = JSON.stringify(cannedAnswer("payOrder", {}));
    const headers = { "content-type": "application/json; charset=utf-8" };
    const places: readonly [string, number, Fetch][] = [
      ["over loopback", 1.08, (request) => fetch(request)],
      ["in memory", 1.5, () => Promise.resolve(new Response(text, { headers }))],
    ];
    const figures = await sizes();
    for (const [where, aim, send] of places) {
      const calls = callers(url, send);
      const costs = await measure(
        Object.entries(calls).map(([name, call]) => ({
          name,
          sample: () => costOf(call, answers),
        })),
        plan,
      );
      for (const name of Object.keys(calls).filter((each) => each !== "openapi-fetch"))
        figures.push({
          question: `client: processor time of a call ${where}`,
          name: `${name}, of openapi-fetch`,
          unit: "×",
          better: "less",
          ...(name === "client" && { aim }),
          ...ratioOf(costs, name, "openapi-fetch"),
        });
    }
    return figures;
  },
};

type Fetch = (request: Request) => Promise<Response>;

/** Each makes the same call and returns the status of the payment. */
function callers(baseUrl: string, send: Fetch): Record<string, () => Promise<string | undefined>> {
  const token = requestHeaders["x-service-auth"] ?? "";
  const headers = { "X-Request-ID": requestHeaders["x-request-id"] ?? "" };
  const given = { baseUrl, token, fetch: send };
  const clients = {
    client: createClient(given),
    "client, answers validated": createClient({ ...given, validate: responseValidation }),
  };
  const openapiFetch = createFetchClient<paths>({ baseUrl, fetch: send });
  const ours = Object.entries(clients).map(([name, { payOrder }]) => [
    name,
    async () => {
      const answer = await payOrder({ headers, body: order });
      return answer.status === 200 ? answer.body.transaction.status : undefined;
    },
  ]);
  return {
    ...(Object.fromEntries(ours) as Record<string, () => Promise<string | undefined>>),
    "openapi-fetch": async () => {
      const { data } = await openapiFetch.POST("/api/v2/orders/payment", {
        params: { header: { "X-SERVICE-AUTH": token, ...headers } },
        body: order,
      });
      return data?.transaction.status;
    },
    fetch: async () => {
      const request = new Request(`${baseUrl}/api/v2/orders/payment`, {
        method: payment.method,
        headers: requestHeaders,
        body: JSON.stringify(order),
      });
      const answer = (await (await send(request)).json()) as { transaction: { status: string } };
      return answer.transaction.status;
    },
  };
}

/** Microseconds of this process for one call, one call after another. */
async function costOf(call: () => Promise<string | undefined>, calls: number): Promise<number> {
  const before = process.cpuUsage();
  for (let made = 0; made < calls; made += 1)
    if ((await call()) === undefined) throw new Error("A call failed.");
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

const bundles: readonly [name: string, contents: string, aim?: number][] = [
  ["core", `export { createContractClient } from "./runtime/index.ts";`, 3],
  ["six operations", `export { createClient } from "./index.ts";`],
  ["openapi-fetch alone", `export { default } from "openapi-fetch";`],
];

/** What a browser loads: bundled with its dependency, minified, gzipped. */
function sizes(): Promise<Figure[]> {
  return Promise.all(
    bundles.map(async ([name, contents, aim]) => {
      const { outputFiles } = await build({
        stdin: { contents, resolveDir: resolve(import.meta.dirname, "../../client"), loader: "ts" },
        bundle: true,
        minify: true,
        format: "esm",
        platform: "browser",
        target: "es2022",
        write: false,
      });
      const code = outputFiles[0]?.contents ?? new Uint8Array();
      const median = gzipSync(code, { level: 9 }).length / 1_000;
      return {
        question: "client: size, gzipped",
        name,
        unit: "kB",
        better: "less",
        ...(aim !== undefined && { aim }),
        ...{ median, low: median, high: median, samples: 1 },
      };
    }),
  );
}
