import { createContractClient, forms, streams, styles } from "../../../../client/runtime/index.ts";
import { matchValues, expandDyns, type MockApiDefinition } from "@typespec/spec-api";
import {
  startScenarioServer,
  type ReceivedRequest,
  type ScenarioServer,
} from "./scenario-server.ts";
import type { Specification } from "./specifications.ts";
import { bytesOf, makeServiceCall } from "./spector-library.ts";

/** The outcome of one scenario on each side: why it failed, or undefined if it passed. */
export interface ScenarioResult {
  readonly scenario: string;
  readonly server: string | undefined;
  readonly client: string | undefined;
}

/**
 * Plays all scenarios of a specification. Our server gets Spector's requests. Our client repeats what the handler received,
 * against Spector's mock server, which compares it with the expected request.
 *
 * @param folder the files generated from the specification
 * @param mock URL of `tsp-spector serve`
 */
export async function playSpecification(
  { scenarios }: Specification,
  folder: string,
  mock: string,
): Promise<ScenarioResult[]> {
  await using server = await startScenarioServer(folder);
  const results: ScenarioResult[] = [];
  for (const [scenario, { apis }] of Object.entries(scenarios)) {
    const failures = { server: new Set<string>(), client: new Set<string>() };
    for (const exchange of apis) {
      const onServer = await failureOf(() => playOnServer(server, exchange));
      if (onServer !== undefined) failures.server.add(onServer);
      const received = server.received();
      const onClient = received
        ? await failureOf(() => playOnClient(received, exchange, mock))
        : "the server did not read the request";
      if (onClient !== undefined) failures.client.add(onClient);
    }
    results.push({
      scenario,
      server: [...failures.server].join("; ") || undefined,
      client: [...failures.client].join("; ") || undefined,
    });
  }
  return results;
}

async function failureOf(play: () => Promise<void>): Promise<string | undefined> {
  try {
    await play();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function playOnServer(server: ScenarioServer, exchange: MockApiDefinition): Promise<void> {
  const { method, uri, request, response } = exchange;
  const config = { baseUrl: server.url };
  server.expect(exchange);
  const answered = await makeServiceCall({ ...request, method, url: server.url + uri }, config);
  const bytes = Buffer.from(await answered.arrayBuffer());
  if (answered.status !== response.status)
    throw new Error(
      `status ${answered.status}, not ${response.status}: ${server.problem() ?? bytes.toString()}`,
    );
  requireBody(bytes, exchange, config.baseUrl);
  const headers = Object.entries(expandDyns(response.headers ?? {}, config));
  for (const [name, value] of headers) {
    const given = answered.headers.get(name);
    if (given !== value)
      throw new Error(`header ${name}: ${given ?? "none"}, not ${String(value)}`);
  }
}

type UntypedMethod = (request: object) => Promise<{ status: number; body: unknown }>;

async function playOnClient(
  { operationId, contract, basePath, credentials, request }: ReceivedRequest,
  exchange: MockApiDefinition,
  mock: string,
): Promise<void> {
  const { response } = exchange;
  const baseUrl = `${mock}${basePath}`.replace(/\/$/, "");
  const options = { baseUrl, credentials, forms, streams, styles };
  const client: unknown = createContractClient(contract.operations, options);
  const methods = client as Readonly<Record<string, UntypedMethod>>;
  const call = methods[operationId];
  if (!call) throw new Error(`the client has no ${operationId}`);
  const { status, body } = await call(request);
  if (status !== response.status) throw new Error(`status ${status}: ${JSON.stringify(body)}`);
  if (body instanceof Object && Symbol.asyncIterator in body) {
    const read: unknown[] = [];
    for await (const item of body as AsyncIterable<unknown>) read.push(item);
    if (read.every((chunk) => chunk instanceof Uint8Array))
      requireBody(Buffer.concat(read), exchange, mock);
    else if (read.length === 0) throw new Error("no event was read");
  } else {
    const isText = typeof body === "string" && !/json/.test(response.body?.contentType ?? "");
    const text = isText ? body : body === undefined ? "" : JSON.stringify(body);
    requireBody(Buffer.from(text), exchange, mock);
  }
}

/** Requires the body that the scenario documents. The events of a stream may be written in another way. */
function requireBody(
  bytes: Buffer,
  { response: { body } }: MockApiDefinition,
  baseUrl: string,
): void {
  if (!body || body.streamChunks) return;
  const expected = bytesOf(body, { baseUrl });
  const isSame = /json$/.test(body.contentType)
    ? matchValues(JSON.parse(bytes.toString()), JSON.parse(expected.toString()))
    : matchValues(bytes.toString("latin1"), expected.toString("latin1"));
  if (!isSame.pass) throw new Error(isSame.message);
}
