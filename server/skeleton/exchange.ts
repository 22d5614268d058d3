import type { IncomingMessage, ServerResponse } from "node:http";
import type {
  Operation,
  OperationTypes,
  Received,
} from "../../generated/contract.ts";
import type { RequestMessage } from "./engine.ts";
import type { Answered } from "./options.ts";
import type { Problem } from "./problem.ts";

/** One request and its response, with what has been found out about them so far. */
export class Exchange<Context> {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly pathname: string;
  readonly search: string;
  operation: Operation | undefined;
  context: Context | undefined;
  readonly #startedAt = performance.now();

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.request = request;
    this.response = response;
    const url = targetOf(request);
    const mark = url.indexOf("?");
    this.pathname = mark < 0 ? url : url.slice(0, mark);
    this.search = mark < 0 ? "" : url.slice(mark + 1);
  }

  /** What the handler receives. Its signal is made when it is asked for: most handlers never do. */
  received(
    message: RequestMessage,
    context: Context,
  ): Received<OperationTypes, Context> {
    const { response } = this;
    let controller: AbortController | undefined;
    return {
      path: message.path,
      query: message.query,
      headers: message.headers,
      body: message.body,
      context,
      get signal() {
        if (!controller) {
          const made = (controller = new AbortController());
          response.once("close", () => {
            if (!response.writableFinished) made.abort();
          });
        }
        return controller.signal;
      },
    };
  }

  outcome(
    status: number,
    problem: Problem | undefined,
    undocumented: string | undefined,
  ): Answered<Context> {
    return {
      method: this.request.method ?? "",
      path: this.pathname,
      status,
      durationMs: performance.now() - this.#startedAt,
      ...(this.operation && { operation: this.operation }),
      ...(this.context !== undefined && { context: this.context }),
      ...(problem && { problem }),
      ...(undocumented !== undefined && { undocumented }),
    };
  }
}

/** Express shortens `url` for middleware mounted at a path; the contract's paths are whole. */
function targetOf(request: IncomingMessage): string {
  return "originalUrl" in request && typeof request.originalUrl === "string"
    ? request.originalUrl
    : (request.url ?? "/");
}
