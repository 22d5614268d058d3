/** What programs that write code ask of a contract. */
import {
  deriveRequest,
  deriveResponse,
  writeRequest,
  type Case,
  type Suite,
} from "@contract-toolkit/conformance";
import {
  documentedOf,
  exampleStatuses,
  isObject,
  ownValue,
  type Operation,
  type SampleRequest,
  type SourcePosition,
} from "@contract-toolkit/contract";
import { createJudge } from "@contract-toolkit/proxy/judge";
import { responseSchemaOf } from "@contract-toolkit/schemas/message-schemas/resolved-schemas";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import { runNode } from "../processes.ts";
import type { LoadedJudgingSuite } from "../traffic/judging-suite.ts";
import type { Tool } from "./serve.ts";

type Input = Parameters<Tool["run"]>[0];

/** Makes the tools of a contract, which is loaded for each call. */
export function toolsOf(load: () => Promise<LoadedJudgingSuite>): Tool[] {
  return [
    {
      name: "operations",
      description:
        "Lists the operations of the contract, and what of its document cannot be read and is left out. With an operation id, describes one: the schemas of its request and responses, and its place in the specification.",
      inputSchema: { type: "object", properties: { operation } },
      run: async (input) => {
        const { suite, unreadable: leftOut } = await load();
        if (input["operation"] !== undefined)
          return describeOperation(suite, operationIn(suite, input));
        const operations = operationsOf(suite).map(summarize);
        return { contract: titleOf(suite), operations, ...(leftOut.length > 0 && { leftOut }) };
      },
    },
    {
      name: "sample",
      description:
        "A request of an operation that its contract accepts, as it is sent, and a response that the contract allows: documented ones, or else derived from the schemas. Credentials are placeholders.",
      inputSchema: {
        type: "object",
        properties: { operation, status: { type: "integer", description: "Of the response." } },
        required: ["operation"],
      },
      run: async (input) => {
        const { suite } = await load();
        return sampleFor(suite, operationIn(suite, input), input["status"]);
      },
    },
    {
      name: "explain",
      description:
        "Why a request was refused, or is going to be, and what is wrong with a response: each violation with its field and the line of the specification that has the rule. Give what was sent; the response is optional.",
      inputSchema: {
        type: "object",
        properties: {
          method: { type: "string" },
          path: {
            type: "string",
            pattern: "^/",
            description: "Path and query, below the address of the server.",
          },
          headers,
          body: { description: "Text as it was sent, or a JSON value." },
          response: {
            type: "object",
            properties: {
              status: { type: "integer" },
              headers,
              body: { description: "Text as it was received, or a JSON value." },
            },
            required: ["status"],
          },
        },
        required: ["method", "path"],
      },
      run: async (input) => explain(await load(), input),
    },
    {
      name: "diff",
      description:
        "Whom an edit of the contract would break: each change between two contracts, with a message that one allows and the other refuses. A contract is an OpenAPI document, a generated folder, or a git revision (main, HEAD). By default, the working tree is compared with where the branch left the main one.",
      inputSchema: {
        type: "object",
        properties: { old: { type: "string" }, new: { type: "string" } },
      },
      run: async (input) => {
        const named = ["old", "new"].flatMap((name) => input[name] ?? []).map(String);
        if (named.some((name) => name.startsWith("-")))
          throw new UsageError("A contract's name does not start with a hyphen.");
        return runJson(["diff", ...named, "--json"]);
      },
    },
  ];
}

const headers = {
  type: "object",
  propertyNames: { pattern: "^[!#$%&'*+.^`|~\\w-]+$" },
  additionalProperties: { type: "string", pattern: "^[\\t -~\\xa0-\\xff]*$" },
} as const;

const operation = { type: "string", description: "Its operationId." } as const;

function titleOf({ contract: { title, version } }: Suite) {
  return { title, version };
}

function operationsOf({ contract }: Suite): Operation[] {
  return Object.values(contract.operations);
}

function operationIn(suite: Suite, input: Input): Operation {
  const id = String(input["operation"]);
  const found = ownValue<Operation>(suite.contract.operations, id);
  if (found) return found;
  const ids = operationsOf(suite).map((known) => known.id);
  throw new UsageError(`There is no operation ${id}. The contract has ${ids.join(", ")}.`);
}

function summarize({ id, method, path, summary, responses, source }: Operation) {
  return { operation: id, method, path, summary, statuses: Object.keys(responses), at: at(source) };
}

function at({ file, line }: SourcePosition): string {
  return `${file}:${line}`;
}

function describeOperation(suite: Suite, described: Operation) {
  const { id, security = [], parameters } = described;
  const statuses = exampleStatuses(described.responses);
  return {
    ...summarize(described),
    credentials: [
      ...security.flat().map(({ in: place, name }) => `${place} ${name}`),
      ...parameters.flatMap(({ credential, name }) => (credential ? [`header ${name}`] : [])),
    ],
    request: suite.requestSchema(id),
    responses: Object.fromEntries(
      statuses.map((status) => [status, responseSchemaOf(suite.document, id, status)]),
    ),
  };
}

function sampleFor(suite: Suite, shown: Operation, status: unknown) {
  const isWanted = ({ operation: { id }, request, call, response }: Case) =>
    id === shown.id &&
    (status === undefined ? response.status < 300 && request === call : response.status === status);
  const sample = suite.cases.find(isWanted);
  if (sample) {
    const { id, why, source, request, response } = sample;
    return { sample: id, why, at: at(source), request: describeRequest(shown, request), response };
  }
  if (status !== undefined && !documentedOf(shown.responses, Number(status)))
    throw new UsageError(`${shown.id} does not document the status ${JSON.stringify(status)}.`);
  const request = deriveRequest(suite, shown.id);
  const response = deriveResponse(
    suite,
    shown.id,
    Number(status ?? exampleStatuses(shown.responses)[0] ?? 200),
  );
  return {
    sample: "derived from the schemas",
    at: at(shown.source),
    request: "message" in request ? describeRequest(shown, request.message) : request.underivable,
    response: "message" in response ? response.message : response.underivable,
  };
}

function describeRequest(shown: Operation, request: SampleRequest) {
  const { url, method, headers, body, encoding } = writeRequest(shown, request, anyServer);
  const path = url.pathname + url.search;
  return { method, path, headers, body, ...(encoding && { encoding }) };
}

const anyServer = new URL("http://localhost");

async function explain(judging: LoadedJudgingSuite, input: Input) {
  const { method, path, response } = input;
  const judged = await createJudge(judging).judgeExchange({
    receivedAt: Date.now(),
    durationMs: 0,
    request: { method: String(method).toUpperCase(), target: String(path), ...messageIn(input) },
    response: isObject(response)
      ? { status: Number(response["status"]), ...messageIn(response) }
      : "no response was given",
  });
  const { problem } = judged.answered;
  return {
    ...(judged.operation && { operation: judged.operation.id, at: at(judged.operation.source) }),
    isValid: judged.violations.length === 0 && judged.operation !== undefined,
    ...(!judged.operation && problem && { problem }),
    violations: judged.violations.map(({ source, ...violation }) => ({
      ...violation,
      at: at(source),
    })),
  };
}

/** The headers and the body of a message. JSON needs no Content-Type. */
function messageIn({ headers, body }: Input): { headers: string[]; body: Buffer } {
  const given = Object.entries(isObject(headers) ? headers : {}).map(([name, value]) => [
    name,
    String(value),
  ]);
  const isNamed = given.some(([name]) => name?.toLowerCase() === "content-type");
  const type = body === undefined || isNamed ? [] : ["Content-Type", "application/json"];
  const text = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);
  return { headers: [...type, ...given.flat()], body: Buffer.from(text) };
}

/** Runs a command, whose standard output is its result. That of this process belongs to the protocol. */
async function runJson(args: readonly string[]): Promise<object> {
  const [, command = ""] = process.argv;
  const { output, errors } = await runNode([command, ...args]);
  // It also exits with 1 when it has found something.
  if (output.trim() === "") throw new UsageError(errors.trim());
  return JSON.parse(output) as object;
}
