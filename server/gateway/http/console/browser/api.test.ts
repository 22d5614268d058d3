import { afterEach, expect, test, vi } from "vitest";
import { createCall } from "./api.ts";
import { openSession } from "./session.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

const page = "<html>Bad gateway</html>";

test.each([
  [() => Promise.reject(new TypeError("fetch failed")), 0, "did not answer: TypeError: fetch"],
  [
    () => Promise.resolve(new Response(page, { status: 502 })),
    502,
    "502: The response is not JSON.",
  ],
  [() => Promise.resolve(new Response(page)), 200, "200: The response is not JSON."],
  [() => Promise.resolve(Response.json({ message: "No." }, { status: 404 })), 404, "404: No."],
])("a failed call has a failure to show: %#", async (fetch, status, failure) => {
  vi.stubGlobal("fetch", fetch);
  expect(await createCall({ partnerCode: "P1", jwt: "j" })("GET", "/sandbox/inbox")).toEqual({
    status,
    body: undefined,
    failure: expect.stringContaining(failure) as string,
  });
});

test("the user must enter a credential if the gateway does not answer", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("fetch failed")));
  expect(await openSession()).toBeUndefined();
});

test("a response without a body is good", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(null, { status: 204 })));
  const response = await createCall({ partnerCode: "P1", jwt: "j" })("DELETE", "/sandbox/faults");
  expect(response).toEqual({ status: 204, body: undefined, failure: undefined });
});
