import { once } from "node:events";
import express from "express";
import { expect, test } from "vitest";
import { createExpressServer } from "./express-server.ts";

test("requests and responses are Express's own, and Express has no prototype to change", async () => {
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
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;

  const answer = await fetch(`http://127.0.0.1:${String(port)}/items?a=1`);
  expect(await answer.json()).toEqual({ app: true, ip: "127.0.0.1", a: "1" });
  expect(answer.headers.get("x-powered-by")).toBe("Express");
  expect(made[0]).toBe(seen[0]);
  expect(made[1]).toBe(seen[1]);
  server.close();
});
