import assert from "node:assert/strict";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { testServer } from "@contract-toolkit/conformance/node-test";
import { createClient } from "../client/index.ts";
import { createApp } from "../server/app.ts";

const server = createApp().listen(0, "127.0.0.1");
await once(server, "listening");
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

after(() => {
  server.close();
});

// The server satisfies the contract: samples, and constraints at their boundaries. Each case is a test.
await testServer("generated/notes", () => url);

test("a client writes a note and reads it", async () => {
  const client = createClient(url);
  await client.writeNote({ path: { name: "tea" }, body: { text: "Oolong" } });
  const response = await client.readNote({ path: { name: "tea" } });
  if (response.status !== 200) assert.fail(response.body.detail);
  assert.deepEqual(response.body, { text: "Oolong", pinned: false });
});
