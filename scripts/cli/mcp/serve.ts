/**
 * The Model Context Protocol on standard input and output: JSON-RPC 2.0, one message a line, with tools only. The official SDK would
 * bring 98 packages for the four methods. The tests use its client.
 */
import type { Readable, Writable } from "node:stream";
import { isObject, type Schema, parseJson } from "@contract-toolkit/contract";
import { accepts } from "@contract-toolkit/schemas/second-validator/oracle";
import { UsageError } from "@contract-toolkit/schemas/usage-error";

/** What a client can call. */
export interface Tool {
  readonly name: string;
  /** For the model that chooses the tool. */
  readonly description: string;
  readonly inputSchema: Schema;
  /** Its result is given as JSON. A `UsageError` tells the model what to correct. */
  readonly run: (input: Readonly<Record<string, unknown>>) => Promise<object>;
}

/** Revisions of the protocol whose tools are the same. The last one is offered to clients of others. */
const revisions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/** Serves tools until the input ends. Calls run one after the other, because each loads the contract. */
export async function serveTools(
  about: { readonly name: string; readonly version: string; readonly instructions: string },
  tools: readonly Tool[],
  input: Readable,
  output: Writable,
): Promise<void> {
  const open = new Set<unknown>();
  const cancelled = new Set<unknown>();
  let turn: Promise<unknown> = Promise.resolve();

  /** @returns undefined if the message needs no response */
  async function respond(message: unknown): Promise<object | undefined> {
    const { jsonrpc, id, method, params } = isObject(message) ? message : {};
    if (isObject(message) && ("result" in message || "error" in message)) return undefined;
    const isRequest = typeof id === "string" || typeof id === "number";
    if (jsonrpc !== "2.0" || typeof method !== "string" || (id !== undefined && !isRequest))
      return failure(null, -32600, "This is no request of JSON-RPC 2.0.");
    const given = isObject(params) ? params : {};
    if (!isRequest) {
      const { requestId } = given;
      if (method === "notifications/cancelled" && open.has(requestId)) cancelled.add(requestId);
      return undefined;
    }
    open.add(id);
    try {
      const result = await call(id, method, given);
      return cancelled.has(id) ? undefined : { jsonrpc: "2.0", id, result };
    } catch (error) {
      if (error instanceof UnknownError) return failure(id, error.code, error.message);
      return failure(id, -32603, error instanceof Error ? error.message : "It failed.");
    } finally {
      open.delete(id);
      cancelled.delete(id);
    }
  }

  function call(
    id: string | number,
    method: string,
    params: Readonly<Record<string, unknown>>,
  ): object | Promise<object> {
    switch (method) {
      case "initialize": {
        const { instructions, ...serverInfo } = about;
        const protocolVersion =
          revisions.find((revision) => revision === params["protocolVersion"]) ?? revisions.at(-1);
        return { protocolVersion, capabilities: { tools: {} }, serverInfo, instructions };
      }
      case "ping":
        return {};
      case "tools/list":
        return {
          tools: tools.map(({ run: _, ...tool }) => ({
            ...tool,
            annotations: { readOnlyHint: true },
          })),
        };
      case "tools/call": {
        const tool = tools.find(({ name }) => name === params["name"]);
        if (!tool)
          throw new UnknownError(-32602, `There is no tool ${JSON.stringify(params["name"])}.`);
        const { arguments: input = {} } = params;
        const called = turn.then(() => (cancelled.has(id) ? {} : callTool(tool, input)));
        turn = called;
        return called;
      }
      default:
        throw new UnknownError(-32601, `There is no method ${method}.`);
    }
  }

  /** A line has a message, or a batch of them (revision 2025-03-26). */
  async function respondToLine(line: string): Promise<void> {
    const read = parseJson(line);
    const isBatch = Array.isArray(read) && read.length > 0;
    const responses =
      read === undefined
        ? [failure(null, -32700, "This line is no JSON.")]
        : await Promise.all((isBatch ? (read as unknown[]) : [read]).map(respond));
    const sent = responses.filter((response) => response !== undefined);
    if (sent.length > 0) output.write(`${JSON.stringify(isBatch ? sent : sent[0])}\n`);
  }

  const lines = new Set<Promise<void>>();
  for await (const line of linesOf(input)) {
    if (line.trim() === "") continue;
    const responded = respondToLine(line);
    lines.add(responded);
    void responded.finally(() => lines.delete(responded));
  }
  await Promise.all(lines);
}

/** Only a line feed ends a line: `node:readline` also ends it at U+2028 and U+2029, which JSON allows in texts. */
async function* linesOf(input: Readable): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of input.setEncoding("utf8")) {
    const [first = "", ...further] = String(chunk).split("\n");
    const lines = [rest + first, ...further];
    rest = lines.pop() ?? "";
    yield* lines;
  }
  yield rest;
}

function failure(id: string | number | null, code: number, message: string) {
  return { jsonrpc: "2.0", id, error: { code, message } };
}

/** Something that the client asked for and the server does not have. */
class UnknownError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

async function callTool(tool: Tool, input: unknown): Promise<object> {
  try {
    if (!isObject(input) || !accepts(tool.inputSchema, input))
      throw new UsageError(`The arguments must satisfy ${JSON.stringify(tool.inputSchema)}.`);
    const result = await tool.run(input);
    return {
      content: [{ type: "text", text: JSON.stringify(result) }],
      structuredContent: result,
    };
  } catch (error) {
    const text = error instanceof UsageError ? error.message : String(error);
    return { content: [{ type: "text", text }], isError: true };
  }
}
