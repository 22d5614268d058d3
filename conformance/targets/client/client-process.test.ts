import { expect, test } from "vitest";
import { committedSuite } from "../../testing/suites.ts";
import { startClient } from "./client-process.ts";

const { contract } = await committedSuite("gateway");
const [operation] = Object.values(contract.operations);
const request = { path: {}, query: {}, headers: {} };

/** A client that returns the request of the suite as the body of its response. */
function echoing(greeting: string): string {
  return String.raw`printf '%s\n' '${greeting}'; read -r line; printf '{"id":1,"result":{"status":200,"headers":{},"body":%s}}\n' "$line"`;
}

test.each([
  ['{"protocol":1}', true],
  ['{"protocol":2}', true],
  ['{"protocol":2,"validates":true}', true],
  ['{"protocol":2,"validates":false}', false],
])(
  "after %s, calls say whether to validate and how often the client may repeat",
  async (greeting, validate) => {
    if (!operation) throw new Error("there is no operation");
    await using client = await startClient(echoing(greeting));
    expect(client.isValidating).toBe(validate);
    const server = new URL("http://127.0.0.1:1/base");
    const { body } = await client.call(server, operation, request, { retries: 2 });
    expect(body).toEqual({
      id: 1,
      operation: operation.id,
      server: server.href,
      request,
      validate,
      retries: 2,
    });
  },
);
