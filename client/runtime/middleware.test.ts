import { expect, it } from "vitest";
import { order, page, serverError } from "../testing/sample-messages.ts";
import { createClient } from "../index.ts";
import { logCalls } from "./log-calls.ts";
import { renewCredential } from "./renew-credential.ts";
import { json, serve } from "./testing/serve.ts";

it("logs calls without their values", async () => {
  const { baseUrl } = await serve((response, count) => {
    if (count === 1) json(response, 200, page(0));
    else response.destroy();
  });
  const lines: string[] = [];
  const middleware = [logCalls((line) => lines.push(line))];
  const client = createClient({ baseUrl, token: "s3cret", middleware });
  await client.listTransactions({ query: { limit: 5 } });
  await client.payOrder({ body: order }).catch(() => undefined);
  expect(lines.map((line) => line.replace(/\d+ ms$/, "N ms"))).toEqual([
    expect.stringMatching(/^listTransactions GET \/[^?]* 200 N ms$/),
    expect.stringMatching(/^payOrder POST \/[^?]* network N ms$/),
  ]);
});

it("renews a credential once for all calls that meet a 401, and sends each once more", async () => {
  const { baseUrl, seen } = await serve((response, _, { headers }) => {
    const isGood = headers["x-service-auth"] === "new";
    json(response, isGood ? 200 : 401, isGood ? page(0) : serverError);
  });
  let renewals = 0;
  const renew = () => Promise.resolve((renewals += 1) === 1 ? "new" : "wrong");
  const middleware = [renewCredential(renew, "X-Service-Auth")];
  const client = createClient({ baseUrl, token: "old", middleware });
  const results = await Promise.all([client.listTransactions(), client.listTransactions()]);
  expect(results.map(({ status }) => status)).toEqual([200, 200]);
  expect([renewals, seen.length]).toEqual([1, 4]);
  expect(await client.listTransactions()).toMatchObject({ status: 200 });
  expect([renewals, seen.length]).toEqual([1, 5]);
});

it("renews a credential anew after a renewal that failed, and after one that has expired", async () => {
  const { baseUrl, seen } = await serve((response, count) => {
    json(response, count % 2 === 0 ? 200 : 401, count % 2 === 0 ? page(0) : serverError);
  });
  const values = [undefined, "first", "second"];
  const renew = () => {
    const value = values.shift();
    return value === undefined ? Promise.reject(new Error("no login")) : Promise.resolve(value);
  };
  const middleware = [renewCredential(renew, "X-Service-Auth")];
  const client = createClient({ baseUrl, token: "old", middleware });
  await expect(client.listTransactions()).rejects.toThrow("no login");
  seen.length = 0;
  await client.listTransactions();
  await client.listTransactions();
  const sent = seen.map(({ headers }) => headers["x-service-auth"]);
  expect(sent).toEqual(["old", "first", "first", "second"]);
});

it("returns a second 401", async () => {
  const { baseUrl, seen } = await serve((response) => {
    json(response, 401, serverError);
  });
  const middleware = [renewCredential(() => Promise.resolve("new"), "X-Service-Auth")];
  const client = createClient({ baseUrl, token: "old", middleware });
  expect(await client.payOrder({ body: order })).toMatchObject({ status: 401 });
  expect(seen.map(({ body }) => body)).toEqual(Array(2).fill(JSON.stringify(order)));
});
