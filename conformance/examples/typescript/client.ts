import { createInterface } from "node:readline";
import { createClient, type Operations } from "../../../client/index.ts";
import { responseValidation } from "../../../client/validate.ts";

/** A line of the conformance suite. What is asked comes as data, so that the static types of the methods are of no use. */
interface Question {
  readonly id: number;
  readonly operation: keyof Operations;
  readonly server: string;
  readonly retries?: number;
  readonly request: { readonly headers: Readonly<Record<string, string>> };
}

type Call = (
  request: Question["request"],
) => Promise<{ status: number; headers: object; body: unknown }>;

console.log(JSON.stringify({ protocol: 1 }));
for await (const line of createInterface(process.stdin)) {
  const question = JSON.parse(line) as Question;
  const answer = await ask(question).then(
    (result) => ({ result }),
    (error: unknown) => ({ refused: String(error) }),
  );
  console.log(JSON.stringify({ id: question.id, ...answer }));
}

async function ask({ operation, server, request, retries = 0 }: Question): Promise<object> {
  const { "X-SERVICE-AUTH": token = "", ...headers } = request.headers;
  const client = createClient({
    baseUrl: server,
    token,
    validate: responseValidation,
    retries,
    // The suite is on this machine: whoever waits keeps nobody from being overrun.
    sleep: () => Promise.resolve(),
  });
  const call = client[operation] as unknown as Call;
  const {
    status,
    headers: answered,
    body,
  } = await call({
    ...request,
    headers,
  });
  return { status, headers: answered, body };
}
