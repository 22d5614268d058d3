import { expect, it } from "vitest";
import { order } from "../testing/sample-messages.ts";
import { createClient, TransportError } from "../index.ts";
import { rejection, serve } from "./testing/serve.ts";

// The conformance suite covers other wrong responses.
it.each([
  ["invalid-body", 400, "<html>Bad gateway</html>"],
  ["invalid-body", 200, Buffer.from([0xff, 0xfe, 0x00])],
  ["undocumented-status", 502, "x".repeat(100_000)],
])("reports %s in a short error without parts of the request", async (code, status, body) => {
  const { baseUrl } = await serve((response) => {
    response.writeHead(status, { "Content-Type": "application/json" }).end(body);
  });
  const error = await rejection(
    createClient({ baseUrl, token: "s3cret" }).payOrder({ body: order }),
  );
  expect(error).toBeInstanceOf(TransportError);
  expect(error).toMatchObject({
    code,
    operation: "payOrder",
    status,
    text: String(body).slice(0, 1000),
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
  });
  expect(JSON.stringify(error)).not.toContain("s3cret");
});
