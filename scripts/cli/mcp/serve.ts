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

/** Who serves the tools. */
interface About {
  readonly name: string;
  readonly version: string;
  readonly instructions: string;
}

/** Serves tools until the input ends. Requests are served one after the other, because each call loads the contract. */
export async function serveTools(
  about: About,
  tools: readonly Tool[],
  input: Readable,
  output: Writable,
): Promise<void> {
  for await (const line of linesOf(input)) {
    if (line.trim() === "") continue;
    const response = await respond(parseJson(line), about, tools);
    if (response) output.write(`${JSON.stringify(response)}\n`);
  }
}

/** @returns undefined if the message needs no response */
async function respond(
  message: unknown,
  about: About,
  tools: readonly Tool[],
): Promise<object | undefined> {
  if (message === undefined) return failure(null, -32700, "This line is no JSON.");
  const { jsonrpc, id, method, params } = isObject(message) ? message : {};
  if (isObject(message) && ("result" in message || "error" in message)) return undefined;
  const isRequest = typeof id === "string" || typeof id === "number";
  if (jsonrpc !== "2.0" || typeof method !== "string" || (id !== undefined && !isRequest))
    return failure(null, -32600, "This is no request of JSON-RPC 2.0.");
  if (!isRequest) return undefined;
  const given = isObject(params) ? params : {};
  const result = (value: object) => ({ jsonrpc: "2.0", id, result: value });
  switch (method) {
    case "initialize": {
      const { instructions, ...serverInfo } = about;
      const protocolVersion =
        revisions.find((revision) => revision === given["protocolVersion"]) ?? revisions.at(-1);
      return result({ protocolVersion, capabilities: { tools: {} }, serverInfo, instructions });
    }
    case "ping":
      return result({});
    case "tools/list": {
      const annotations = { readOnlyHint: true };
      return result({ tools: tools.map(({ run: _, ...tool }) => ({ ...tool, annotations })) });
    }
    case "tools/call": {
      const tool = tools.find(({ name }) => name === given["name"]);
      if (tool) return result(await callTool(tool, given["arguments"] ?? {}));
      return failure(id, -32602, `There is no tool ${JSON.stringify(given["name"])}.`);
    }
    default:
      return failure(id, -32601, `There is no method ${method}.`);
  }
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
