import { createServer } from "node:http";
import express from "express";
import { expect, test } from "vitest";
import { createExpressServer } from "./express-server.ts";
import { listen } from "../testing/listen.ts";

test("requests and responses have Express's prototypes from the start", async () => {
  const { server, serve } = createExpressServer();
  const app = express();
  const seen: unknown[] = [];
  app.get("/items", (request, response) => {
    seen.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response));
    response.json({
      app: request.app === app,
      ip: request.ip,
      ...request.query,
    });
  });
  const made: object[] = [];
  server.on("request", (request, response) => {
    made.push(Object.getPrototypeOf(request) as object, Object.getPrototypeOf(response) as object);
  });
  serve(app);
  await using listening = await listen(server);

  const result = await fetch(new URL("/items?a=1", listening.url));
  expect(await result.json()).toEqual({ app: true, ip: "127.0.0.1", a: "1" });
  expect(result.headers.get("x-powered-by")).toBe("Express");
  expect(made[0]).toBe(seen[0]);
  expect(made[1]).toBe(seen[1]);
});

test("it waits for the requests of connections that another server has accepted", async () => {
  const { server, serve, close } = createExpressServer();
  const begun = Promise.withResolvers<() => void>();
  serve(
    express().use((_, response) => {
      begun.resolve(() => response.end("done"));
    }),
  );
  await listen(server);
  const other = createServer().removeAllListeners("connection");
  other.on("connection", (socket) => server.emit("connection", socket));
  const { url } = await listen(other);
  const received = fetch(url).then((response) => response.text());
  const end = await begun.promise;
  other.close();
  const closed = close(5000);
  setTimeout(end, 100);
  expect(await Promise.race([closed, received])).toBe("done");
  expect(await closed).toBe(true);
});
