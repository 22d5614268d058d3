import { request as httpRequest, type IncomingMessage } from "node:http";
import type { Contract, OperationTypes, Received, Reply } from "@contract-toolkit/kernel";
import {
  createContractRouter,
  type Engine,
  type Problem,
  type ProblemAnswer,
} from "../../../../server/skeleton/index.ts";
import { listen } from "../../../../server/skeleton/testing/listen.ts";
import type { SpelledRequest } from "../spellings.ts";

/** A server of any contract that answers what its handlers receive, or what keeps a request from them. */
export interface EchoServer extends AsyncDisposable {
  /** Status, content type and body of the answer to a request. */
  ask(request: SpelledRequest): Promise<string>;
}

/** Serves a contract by the skeleton on a free port, with answers unjudged: they are the test's own. */
export async function startEchoServer(contract: Contract, engine: Engine): Promise<EchoServer> {
  const handlers = Object.fromEntries(Object.keys(contract.operations).map((id) => [id, echo]));
  const router = createContractRouter(contract, handlers, {
    authenticate: () => ({}),
    engine: {
      request: (operation, message) => engine.request(operation, message),
      response: () => [],
    },
    errors: tell,
  });
  const { port, [Symbol.asyncDispose]: close } = await listen(router);
  return {
    ask: (request) => send(port, request),
    [Symbol.asyncDispose]: close,
  };
}

/** A status that no contract documents, so that the answer is JSON. */
const ECHO_STATUS = 299;

function echo(
  { path, query, headers, body }: Received<OperationTypes, object>,
  reply: Reply<OperationTypes>,
) {
  return reply(ECHO_STATUS, { path, query, headers, body });
}

function tell(problem: Problem): ProblemAnswer {
  const { kind } = problem;
  switch (kind) {
    case "unknown-path":
      return { status: 404, body: kind };
    case "method-not-allowed":
      return { status: 405, body: kind };
    case "invalid-request":
      return { status: 400, body: problem.faults };
    case "unsupported-media-type":
      return { status: 415, body: kind };
    case "body-too-large":
      return { status: 413, body: kind };
    case "malformed-request":
      return { status: problem.status, body: kind };
    case "thrown":
      return { status: 500, body: String(problem.error) };
    case "invalid-response":
      return { status: 500, body: problem.detail };
  }
}

/** Sends exactly these bytes, which fetch would not. */
function send(port: number, { method, target, headers, body }: SpelledRequest): Promise<string> {
  return new Promise((resolve, reject) => {
    const receive = (response: IncomingMessage) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (text += chunk));
      response.on("end", () => {
        resolve([response.statusCode, response.headers["content-type"], text].join(" "));
      });
    };
    // Node.js would send the body of a GET request without its length, as if it were the next request.
    const length = body && { "Content-Length": Buffer.byteLength(body) };
    httpRequest({ port, method, path: target, headers: { ...headers, ...length } }, receive)
      .on("error", reject)
      .end(body);
  });
}
