import { expect, test } from "vitest";
import { startRecorder } from "../../../targets/client/recorder/recorder.ts";
import { startProxy } from "./proxy.ts";

test("passes everything on unchanged until it is told to change something", async () => {
  await using recorder = await startRecorder();
  recorder.answer = {
    status: 201,
    headers: { Location: "/items/1" },
    body: { title: "ä" },
    contentType: "application/json",
  };
  await using proxy = await startProxy(recorder.url);
  const send = () =>
    fetch(new URL("/items/a%20b?x=1&x=2", proxy.url), {
      method: "PUT",
      headers: { "X-Trace": "1" },
      body: "ä漢",
    });
  const answer = await send();
  expect(recorder.requests[0]).toMatchObject({
    method: "PUT",
    target: "/items/a%20b?x=1&x=2",
    headers: { "x-trace": "1", "content-length": "5" },
    body: "ä漢",
  });
  expect(answer.status).toBe(201);
  expect(answer.headers.get("location")).toBe("/items/1");
  expect(await answer.json()).toEqual({ title: "ä" });

  proxy.onRequest = (request) => ({ ...request, method: "POST", body: "" });
  proxy.onAnswer = (_, found) => ({ ...found, status: 418, body: "{}" });
  const changed = await send();
  expect(recorder.requests[1]).toMatchObject({ method: "POST", body: "" });
  expect([changed.status, await changed.text()]).toEqual([418, "{}"]);
});

test("a server that is gone is a broken connection", async () => {
  const recorder = await startRecorder();
  await recorder[Symbol.asyncDispose]();
  await using proxy = await startProxy(recorder.url);
  await expect(fetch(proxy.url)).rejects.toThrow("fetch failed");
});
