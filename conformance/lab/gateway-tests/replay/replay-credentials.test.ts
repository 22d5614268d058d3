import { existsSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  startTestGateway,
  type DisposableGateway,
} from "../../testing/gateway-on-test-database.ts";
import { runReplay } from "../../testing/replay.ts";

let gateway: DisposableGateway;

beforeAll(async () => {
  gateway = await startTestGateway();
});

afterAll(() => gateway[Symbol.asyncDispose]());

test("where the gateway has no data, none is made", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "replay-"));
  const dataDirectory = join(folder.path, "data");
  const ended = await runReplay("gateway", ["--server", gateway.url.href], {
    DATA_DIR: dataDirectory,
    MODE: "sandbox",
  });
  expect(ended.status).toBe(2);
  expect(ended.output).toBe("");
  expect(ended.errors).toBe(
    `There is no data of a gateway in DATA_DIR (${dataDirectory}) or DATABASE_URL. Give a credential with --header 'Name: value'.\n`,
  );
  expect(existsSync(dataDirectory)).toBe(false);
});

test("a credential that is refused ends the run at once, in one line", async () => {
  const ended = await runReplay("gateway", [
    ...["--server", gateway.url.href],
    ...["--header", "X-SERVICE-AUTH: not.of.thisserver"],
  ]);
  expect(ended.status).toBe(2);
  expect(ended.output).toBe("");
  expect(ended.errors).toMatch(
    /^The server refuses the credential: [A-Z]+ http:\S+ is answered with 401\. Give one of this server with --header 'X-SERVICE-AUTH: value'\.\n$/,
  );
});

test("so does one that is missing", async () => {
  const ended = await runReplay("gateway", [
    ...["--server", gateway.url.href],
    ...["--header", "X-Other: value"],
  ]);
  expect(ended.errors).toBe(
    "X-SERVICE-AUTH is needed; give it with --header 'X-SERVICE-AUTH: value'.\n",
  );
  expect(ended.status).toBe(2);
});
