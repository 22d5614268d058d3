import { expect, test } from "vitest";
import { requireReachable } from "../../../scripts/replay/server/preflight.ts";
import { playOnServer } from "../../index.ts";
import { generateInto, librarySpec } from "../../testing/generated.ts";
import { listen } from "../../testing/listen.ts";

const suite = await (await generateInto(librarySpec)).load("catalogue");

test("no case asks what a server answers to HEAD and OPTIONS: it may answer them wherever it likes", async () => {
  const asked = new Set<string>();
  await using server = await listen(({ method = "" }, response) => {
    asked.add(method);
    response.writeHead(400).end();
  });
  for (const each of [...suite.cases, ...suite.constraints().cases])
    await playOnServer(suite, each, {
      url: server.url,
      headers: {},
      provider: { states: {} },
      fresh: String,
    });
  expect([...asked].sort()).toEqual(["DELETE", "GET", "POST"]);
});

test.each([200, 204, 301, 404, 405, 501])(
  "a server that answers HEAD with %d is there",
  async (status) => {
    await using server = await listen((_, response) => {
      response.writeHead(status, { "Content-Length": 12 }).end();
    });
    await requireReachable(server.url);
  },
);
