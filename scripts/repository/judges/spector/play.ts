import { findBodyContent, documentedOf, writeXml } from "@contract-toolkit/contract";
import { expandDyns, matchValues, type MockApiDefinition } from "@typespec/spec-api";
import { DOMParser } from "@xmldom/xmldom";
import {
  createContractClient,
  type Middleware,
  forms,
  streams,
  styles,
  xmlBodies,
} from "../../../../client/runtime/index.ts";
import {
  nextPage,
  startScenarioServer,
  type ReceivedRequest,
  type ScenarioServer,
} from "./scenario-server.ts";
import { xmlTree } from "./xml-tree.ts";
import type { Specification } from "./specifications.ts";
import { encodeMockBody, makeServiceCall } from "./spector-library.ts";

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
      const onServer = await describePlayFailure(() => playExchangeOnServer(server, exchange));
      if (onServer !== undefined) failures.server.add(onServer);
      const received = server.received();
      const onClient = received
        ? await describePlayFailure(() => playExchangeOnClient(received, exchange, mock))
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

async function describePlayFailure(play: () => Promise<void>): Promise<string | undefined> {
  try {
    await play();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function playExchangeOnServer(
  server: ScenarioServer,
  exchange: MockApiDefinition,
): Promise<void> {
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

type UntypedMethod = (
  request: object,
) => Promise<{ status: number; body: unknown; contentType?: string }>;

async function playExchangeOnClient(
  { operationId, contract, basePath, credentials, request }: ReceivedRequest,
  exchange: MockApiDefinition,
  mock: string,
): Promise<void> {
  const { response } = exchange;
  const baseUrl = `${mock}${basePath}`.replace(/\/$/, "");
  const xml = xmlBodies(new DOMParser());
  // A caller follows the link to a next page with a middleware.
  const follow: Middleware = (sent, next) => next(new Request(mock + exchange.uri, sent));
  const middleware = nextPage.test(exchange.uri) ? [follow] : [];
  const options = { baseUrl, credentials, forms, middleware, streams, styles, xml };
  const client: unknown = createContractClient(contract.operations, options);
  const methods = client as Readonly<Record<string, UntypedMethod>>;
  const call = methods[operationId];
  if (!call) throw new Error(`the client has no ${operationId}`);
  const { status, body, contentType } = await call(request);
  if (status !== response.status) throw new Error(`status ${status}: ${JSON.stringify(body)}`);
  if (body instanceof Object && Symbol.asyncIterator in body) {
    const read: unknown[] = [];
    for await (const item of body as AsyncIterable<unknown>) read.push(item);
    if (read.every((chunk) => chunk instanceof Uint8Array))
      requireBody(Buffer.concat(read), exchange, mock);
    else if (read.length === 0) throw new Error("no event was read");
  } else {
    const documented = documentedOf(contract.operations[operationId]?.responses ?? {}, status);
    const content = findBodyContent(documented, contentType);
    const isText = typeof body === "string" && !/json/.test(response.body?.contentType ?? "");
    const text =
      content?.kind === "xml"
        ? writeXml(body, content)
        : isText
          ? body
          : body === undefined
            ? ""
            : JSON.stringify(body);
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
  const expected = encodeMockBody(body, { baseUrl });
  const comparable = comparableBody.find(([type]) => type.test(body.contentType))?.[1] ?? latin1;
  const isSame = matchValues(comparable(bytes), comparable(expected));
  if (!isSame.pass) throw new Error(isSame.message);
}

/** Bodies in a form to compare, by content type. */
const comparableBody: readonly (readonly [type: RegExp, read: (bytes: Buffer) => unknown])[] = [
  [/json$/, (bytes) => JSON.parse(bytes.toString()) as unknown],
  [
    /jsonl$/,
    (bytes) =>
      bytes
        .toString()
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown),
  ],
  [/xml$/, (bytes) => xmlTree(bytes.toString())],
];

function latin1(bytes: Buffer): string {
  return bytes.toString("latin1");
}
