import { createHash } from "node:crypto";
import { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { Provider, Suite } from "@contract-toolkit/conformance";
import { createExpressServer } from "@contract-toolkit/skeleton";
import { createRecorder, createRequestsPage } from "@contract-toolkit/inspector";
import { openServer, type OpenServer } from "./open-server.ts";
import { callbacksPath, createCallbackSender } from "./callbacks.ts";
import type { MockOptions } from "./options.ts";
import { createMock, type Mock, type MockResponseInfo } from "./router.ts";

interface MockServerOptions extends Partial<
  Pick<MockOptions, "host" | "port" | "delayMs" | "failShare" | "seed">
> {
  readonly suites: readonly Suite[];
  /** The providers that sign callbacks, by contract. */
  readonly providers?: ReadonlyMap<string, Provider>;
  /** Called before the contracts. Returns whether it has answered the request. */
  readonly before?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Receives a line for each request, and for each callback that is sent. */
  readonly log?: (line: string) => void;
}

/**
 * Serves contracts at one address. The first contract refuses paths that none of them has. By default it listens on a free port
 * for this machine only, answers without delay and makes no request fail.
 */
export async function startMock(options: MockServerOptions): Promise<OpenServer> {
  const { suites, delayMs = [0, 0], failShare = 0, seed = "mock", log = () => undefined } = options;
  const { host = "127.0.0.1", port = 0, providers = new Map<string, Provider>() } = options;
  const random = randomOf(seed);
  const fails = () => failShare > 0 && random() < failShare;
  const recorder = createRecorder();
  const requestsPage = createRequestsPage(recorder, requestsPath);
  const [first, ...others] = suites.map((suite, index) => {
    const record = recorder.of(suite.messages);
    const onResponse = (answered: MockResponseInfo) => {
      log(describeMockResponse(answered));
      record(answered);
    };
    return createMock(suite, { fails, onResponse, notFound: index === 0 ? "refuse" : "next" });
  });
  const [firstSuite] = suites;
  if (!first || !firstSuite) throw new TypeError("A mock needs a contract.");
  const chain = [...others, first];
  const sendCallback = createCallbackSender({ suites, providers, log });
  const [from, to] = delayMs;
  const { server, serve: serveApplication } = createExpressServer({
    errorHandler: first.errorHandler,
    refusals: firstSuite.contract.refusals,
  });
  const application = (request: IncomingMessage, response: ServerResponse) => {
    if (options.before?.(request, response)) return;
    if (request.url?.startsWith(callbacksPath)) {
      void sendCallback(request, response);
      return;
    }
    const serve = () => {
      walk(chain, request, response);
    };
    if (to === 0) serve();
    else void wait(from + random() * (to - from), undefined, { ref: false }).then(serve);
  };
  const { prototype: request } = IncomingMessage;
  const { prototype: response } = ServerResponse;
  const withRequests = (asked: IncomingMessage, answered: ServerResponse) => {
    requestsPage(asked, answered, () => {
      application(asked, answered);
    });
  };
  serveApplication(Object.assign(withRequests, { request, response }));
  return openServer(server, host, port);
}

/** The path of the page that shows the requests. */
export const requestsPath = "/__requests";

/** Makes random numbers from 0 (inclusive) to 1 (exclusive). The same seed gives the same numbers. */
function randomOf(seed: string): () => number {
  let count = 0;
  return () => {
    count += 1;
    return createHash("sha256").update(`${seed} ${count}`).digest().readUInt32LE() / 2 ** 32;
  };
}

function walk(mocks: readonly Mock[], request: IncomingMessage, response: ServerResponse): void {
  const [mock, ...further] = mocks;
  mock?.router(request, response, () => {
    walk(further, request, response);
  });
}

function describeMockResponse({ method, path, status, sample, problem }: MockResponseInfo): string {
  const why =
    problem?.kind === "invalid-request"
      ? `: ${problem.violations.map(({ field, reason }) => `${field} ${reason}`).join("; ")}`
      : problem?.kind === "invalid-response"
        ? `: ${problem.detail}`
        : "";
  return `${method} ${path} ${status} ${sample}${why}`;
}
