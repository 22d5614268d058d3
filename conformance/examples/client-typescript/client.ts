import { createInterface } from "node:readline";
import {
  createClient,
  TransportError,
  type CallOptions,
  type Client,
  type Operations,
  type Schemas,
} from "../../../client/index.ts";
import { responseValidation } from "../../../client/validate.ts";

/** A request of the conformance suite. The operation is data, so the static types of the methods cannot be used. */
interface Question {
  readonly id: number;
  readonly operation: keyof Operations;
  readonly server: string;
  readonly retries?: number;
  readonly deadlineMs?: number;
  readonly request: { readonly headers: Readonly<Record<string, string>> };
}

type Call = (
  request: Question["request"],
  options: CallOptions,
) => Promise<{ status: number; headers: object; body: unknown }>;

/** Clients are kept, as a program keeps its client. A client reads the token at each call. */
const clients = new Map<string, Client>();

let token = "";

console.log(JSON.stringify({ protocol: 2 }));
for await (const line of createInterface(process.stdin)) {
  const question = JSON.parse(line) as Question;
  const response = await callTypedClient(question).then(
    (result) => ({ result }),
    (error: unknown) => ({ refused: kindOf(error), reason: String(error) }),
  );
  console.log(JSON.stringify({ id: question.id, ...response }));
}

function kindOf(error: unknown): string {
  const code = error instanceof TransportError ? error.code : "invalid-request";
  if (code === "invalid-request") return "request";
  return code === "network" || code === "timeout" ? code : "response";
}

function cachedClient(server: string, language: string | undefined): Client {
  const key = [server, language].join(" ");
  const client =
    clients.get(key) ??
    createClient({
      baseUrl: server,
      token: () => Promise.resolve(token),
      language: language as Schemas["Language"] | undefined,
      validate: responseValidation,
      // The suite runs on this machine, so a pause between attempts is not needed.
      sleep: () => Promise.resolve(),
    });
  clients.set(key, client);
  return client;
}

async function callTypedClient({
  operation,
  server,
  request,
  retries = 0,
  deadlineMs,
}: Question): Promise<object> {
  const {
    "X-SERVICE-AUTH": credential = "",
    "X-Language": pages,
    Language: language = pages,
    ...headers
  } = request.headers;
  token = credential;
  const call = cachedClient(server, language)[operation] as unknown as Call;
  const {
    status,
    headers: answered,
    body,
  } = await call({ ...request, headers }, { retries, timeoutMs: deadlineMs });
  return { status, headers: answered, body };
}
