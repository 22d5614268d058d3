import { expect, test } from "vitest";
import { fromSameOrigin } from "./same-origin.ts";

const host = "10.0.0.7:3000";

test.each([
  [{ "sec-fetch-site": "same-origin" }, true],
  [{ "sec-fetch-site": "same-site", origin: `http://${host}` }, false],
  [{ "sec-fetch-site": "cross-site", origin: `http://${host}` }, false],
  [{ origin: `http://${host}` }, true],
  [{ origin: "https://pay.example" }, true],
  [{ origin: "http://pay.example" }, false],
  [{ origin: "https://pay.example.evil.example" }, false],
  [{ origin: "null" }, false],
  [{}, false],
])("%j: %s", (headers, own) => {
  const publicUrl = "https://pay.example/gateway";
  expect(fromSameOrigin({ ...headers, host }, publicUrl)).toBe(own);
});
