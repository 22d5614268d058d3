import { expect, it } from "vitest";
import { order } from "../testing/sample-messages.ts";
import { createClient, TransportError } from "../index.ts";
import { rejection, serve } from "./testing/serve.ts";

/** What a payment ends with that is answered with this. */
async function answered(status: number, body: string | Buffer) {
  const { baseUrl } = await serve((response) => {
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(body);
  });
  const client = createClient({ baseUrl, token: "jwt-secret" });
  return client.payOrder({ body: order });
}

it.each([
  ["nothing", ""],
  ["HTML", "<html>Bad gateway</html>"],
  ["half of it", '{"transaction":{'],
  ["two values", "{}{}"],
  ["a text", "ok"],
  ["bytes", Buffer.from([0xff, 0xfe, 0x00])],
])("refuses %s where JSON is documented", async (_, body) => {
  for (const status of [200, 400, 500]) {
    const error = await rejection(answered(status, body));
    expect(error).toBeInstanceOf(TransportError);
    expect(error).toMatchObject({
      code: "invalid-body",
      operation: "payOrder",
      status,
      text: String(body),
    });
  }
});

it.each([201, 302, 404, 418, 429, 502, 503])(
  "refuses %i, which no payment is documented to answer",
  async (status) => {
    const body = '{"errorCode":404,"message":"?"}';
    expect(await rejection(answered(status, body))).toMatchObject({
      code: "undocumented-status",
      status,
      text: body,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
    });
  },
);

it("tells a JSON text from a text", async () => {
  expect(await answered(500, '"ok"')).toMatchObject({ body: "ok" });
});

it("keeps errors short, and free of what was sent", async () => {
  const error = await rejection(answered(502, "x".repeat(100_000)));
  expect(error).toMatchObject({ text: "x".repeat(1000) });
  expect(JSON.stringify(error)).not.toContain("jwt-secret");
});
