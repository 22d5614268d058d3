/**
 * The Model Context Protocol on standard input and output: JSON-RPC 2.0, one message a line, with tools only. The official SDK would
 * bring 98 packages for the four methods. The tests use its client.
 */
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { isObject, type Schema } from "@contract-toolkit/contract";
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
const revisions = ["2024-11-05", "2025-03-26", "2025-06-18"];

/** Serves tools until the input ends. */
export async function serveTools(
  about: { readonly name: string; readonly version: string; readonly instructions: string },
  tools: readonly Tool[],
  input: Readable,
  output: Writable,
): Promise<void> {
  const send = (message: object) =>
    output.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const open = new Set<Promise<void>>();

  async function respond(line: string): Promise<void> {
    const message = parseLine(line);
    if (!isObject(message) || typeof message["method"] !== "string") {
      // Responses are not asked for.
      if (!isObject(message) || !("result" in message || "error" in message))
        send({ id: null, error: { code: -32700, message: "This line is no JSON-RPC message." } });
      return;
    }
    const { id, method, params } = message;
    if (id === undefined) return;
    try {
      send({ id, result: await call(method, isObject(params) ? params : {}) });
    } catch (error) {
      if (!(error instanceof UnknownError)) throw error;
      send({ id, error: { code: error.code, message: error.message } });
    }
  }

  function call(
    method: string,
    params: Readonly<Record<string, unknown>>,
  ): object | Promise<object> {
    switch (method) {
      case "initialize": {
        const { instructions, ...serverInfo } = about;
        const asked = String(params["protocolVersion"]);
        const protocolVersion = revisions.includes(asked) ? asked : revisions.at(-1);
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
        if (!tool) throw new UnknownError(-32602, `There is no tool ${String(params["name"])}.`);
        return callTool(tool, isObject(params["arguments"]) ? params["arguments"] : {});
      }
      default:
        throw new UnknownError(-32601, `There is no method ${method}.`);
    }
  }

  for await (const line of createInterface({ input })) {
    if (line.trim() === "") continue;
    const responded = respond(line);
    open.add(responded);
    void responded.finally(() => open.delete(responded));
  }
  await Promise.all(open);
}

/** Something that the client asked for and the server does not have. */
class UnknownError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

async function callTool(tool: Tool, input: Readonly<Record<string, unknown>>): Promise<object> {
  try {
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

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
