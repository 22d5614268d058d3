import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { createClient as generateClient } from "@hey-api/openapi-ts";
import createFetchClient from "openapi-fetch";
import { createClient } from "../../client/index.ts";
import { weigh } from "../../client/testing/weigh.ts";
import { responseValidation } from "../../client/validate.ts";
import type { paths } from "../../generated/gateway/types.ts";
import { cannedResponse } from "../canned-responses.ts";
import type { Figure } from "../figures.ts";
import { measure, ratioOf } from "../paired.ts";
import { startServer } from "../processes.ts";
import type { Question } from "../question.ts";
import { DOCUMENTED_OPERATIONS } from "../large-specification.ts";
import { order, payment, requestHeaders } from "../workloads.ts";

/** Processor time of a call in comparison with other clients, and the size of the client in a browser. */
export const client: Question = {
  about: "processor time of a call, and size of the client",
  sizes: [DOCUMENTED_OPERATIONS],
  async measure({ folders, plan, responses }): Promise<Figure[]> {
    await using server = await startServer(
      "bare Express",
      folders.get(DOCUMENTED_OPERATIONS) ?? "",
    );
    const url = `http://127.0.0.1:${server.port}`;
    const text = JSON.stringify(cannedResponse("payOrder", {}));
    const headers = { "content-type": "application/json; charset=utf-8" };
    const places: readonly [string, number, Fetch][] = [
      ["over loopback", 1.08, (request) => fetch(request)],
      ["in memory", 1.5, () => Promise.resolve(new Response(text, { headers }))],
    ];
    const figures = await sizes();
    await using folder = await mkdtempDisposable(join(tmpdir(), "bench-"));
    const payWithHeyApi = await heyApi(folder.path);
    const callersOf = (send: Fetch) => ({
      ...callers(url, send),
      "Hey API": payWithHeyApi(url, send),
    });
    await requireEqualWork(callersOf);
    for (const [where, aim, send] of places) {
      const sides = Object.entries(callersOf(send)).map(([name, call]) => ({
        name,
        sample: () => costOf(call, responses),
      }));
      const costs = await measure(sides, plan);
      for (const { name } of sides.filter((side) => side.name !== "openapi-fetch"))
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

const token = requestHeaders["x-service-auth"] ?? "";
const headers = { "X-Request-ID": requestHeaders["x-request-id"] ?? "" };

/** Checks that all clients send the same request and find the same status in the response. */
async function requireEqualWork(callersOf: (send: Fetch) => Record<string, Call>): Promise<void> {
  const sent = new Set<string>();
  const calls = callersOf(async (request) => {
    const { method, url } = request;
    const values = Object.keys(requestHeaders).map((name) => request.headers.get(name));
    sent.add(JSON.stringify([method, url, values, await request.text()]));
    return Response.json(cannedResponse("payOrder", {}));
  });
  for (const call of Object.values(calls)) sent.add((await call()) ?? "nothing");
  // One entry for the request, and one for the status of the payment.
  if (sent.size !== 2) throw new Error(`The clients behave differently:\n${[...sent].join("\n")}`);
}

type Call = () => Promise<string | undefined>;

type Fetch = (request: Request) => Promise<Response>;

function callers(baseUrl: string, send: Fetch): Record<string, Call> {
  const given = { baseUrl, token, fetch: send };
  const clients = {
    client: createClient(given),
    "client, responses validated": createClient({ ...given, validate: responseValidation }),
  };
  const openapiFetch = createFetchClient<paths>({ baseUrl, fetch: send });
  const ours = Object.entries(clients).map(([name, { payOrder }]) => [
    name,
    async () => {
      const response = await payOrder({ headers, body: order });
      return response.status === 200 ? response.body.transaction.status : undefined;
    },
  ]);
  return {
    ...(Object.fromEntries(ours) as Record<string, Call>),
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
        headers: { "Content-Type": "application/json", "X-SERVICE-AUTH": token, ...headers },
        body: JSON.stringify(order),
      });
      const response = (await (await send(request)).json()) as { transaction: { status: string } };
      return response.transaction.status;
    },
  };
}

interface HeyApi {
  readonly client: { setConfig(config: { baseUrl: string; fetch: Fetch }): void };
  payOrder(given: object): Promise<{ data?: { transaction: { status: string } } }>;
}

/** Generates a client from the published document with Hey API. */
async function heyApi(folder: string) {
  await generateClient({
    input: resolve(import.meta.dirname, "../../generated/gateway/openapi.json"),
    output: join(folder, "client"),
    plugins: ["@hey-api/client-fetch", "@hey-api/sdk", "@hey-api/typescript"],
    logs: { level: "silent" },
  });
  const outfile = join(folder, "client.mjs");
  const contents = `export * from "./sdk.gen.ts"; export { client } from "./client.gen.ts";`;
  const stdin = { contents, resolveDir: join(folder, "client") };
  await build({ stdin, outfile, bundle: true, format: "esm", target: "es2022" });
  const generated = (await import(pathToFileURL(outfile).href)) as HeyApi;
  return (baseUrl: string, send: Fetch) => {
    generated.client.setConfig({ baseUrl, fetch: send });
    return async () => {
      const { data } = await generated.payOrder({
        headers: { "X-SERVICE-AUTH": token, ...headers },
        body: order,
      });
      return data?.transaction.status;
    };
  };
}

/** Microseconds of this process for one call. The calls are made one after another. */
async function costOf(call: Call, calls: number): Promise<number> {
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

function sizes(): Promise<Figure[]> {
  return Promise.all(
    bundles.map(async ([name, contents, aim]) => {
      const median = (await weigh(contents)) / 1_000;
      return {
        question: "client: size, gzipped",
        name,
        unit: "kB",
        better: "less",
        ...(aim !== undefined && { aim }),
        median,
        low: median,
        high: median,
        samples: 1,
      };
    }),
  );
}
