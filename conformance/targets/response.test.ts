import type { ServerResponse } from "node:http";
import { expect, onTestFinished, test, vi } from "vitest";
import { playOnServer, type Verdict } from "../index.ts";
import { listen } from "../testing/listen.ts";
import { generateInto, librarySpec } from "../testing/generated.ts";

const suite = await (await generateInto(librarySpec)).load("catalogue");
type ReceivedResponse = (response: ServerResponse) => unknown;

/** Plays a sample on a server with this response. */
async function play(result: ReceivedResponse, sample = "findItems/two-media"): Promise<Verdict> {
  const played = suite.cases.find(({ id }) => id === sample);
  if (!played) throw new Error("there is no such sample");
  await using server = await listen((_, response) => void result(response));
  return await playOnServer(suite, played, {
    url: server.url,
    headers: {},
    provider: { states: {} },
    fresh: () => "",
  });
}

function json(body: string | Buffer): ReceivedResponse {
  return (response) => response.writeHead(200, { "Content-Type": "application/json" }).end(body);
}

test.each<[string, Record<string, string>, string]>([
  ["a documented header is missing", {}, "/headers/location is required"],
  [
    "a header has another value than the sample's",
    { Location: "/items/i-3" },
    '/headers/location: expected "/items/i-2", found "/items/i-3"',
  ],
])("%s", async (_, headers, message) => {
  const sample = "addItem/recording";
  const body = suite.cases.find(({ id }) => id === sample)?.response.body;
  const { findings } = await play(
    (response) =>
      response
        .writeHead(201, { "Content-Type": "application/json", ...headers })
        .end(JSON.stringify(body)),
    sample,
  );
  expect(findings.map((finding) => finding.message)).toEqual([message]);
});

test.each([
  ["no JSON", "[{"],
  ["no UTF-8", Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d])],
])("a body that is %s is a finding", async (_, body) => {
  const { outcome, findings } = await play(json(body));
  expect(outcome).toBe("failed");
  expect(findings).toMatchObject([{ message: "/body is not JSON in UTF-8 (RFC 8259)" }]);
});

test("an undocumented content type is a finding", async () => {
  const { findings } = await play((response) =>
    response.writeHead(200, { "Content-Type": "Text/CSV; a=b" }).end("[]"),
  );
  expect(findings[0]?.message).toBe("content type: expected application/json, found text/csv");
});

test("a finding shows only the beginning of a body of 10 MB", async () => {
  const { outcome, findings } = await play(json(JSON.stringify([{ id: "x".repeat(10_000_000) }])));
  expect(outcome).toBe("failed");
  expect(findings.length).toBeGreaterThan(1);
  for (const { message } of findings) expect(message.length).toBeLessThan(2_000);
});

test("a page is shown in one line", async () => {
  const { findings } = await play((response) =>
    response.writeHead(502, { "Content-Type": "text/html" }).end("<p>\n\u001b[31mno"),
  );
  expect(findings[0]?.message).toBe("status: expected 200, found 502 <p> [31mno");
});

test("a closed connection is an error", async () => {
  expect((await play((response) => response.destroy())).outcome).toBe("error");
});

test("a case without a response is an error after ten seconds", async () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const limit = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeout(ms / 100));
  onTestFinished(() => {
    limit.mockRestore();
  });
  const { outcome, findings } = await play(() => undefined);
  expect(outcome).toBe("error");
  expect(findings[0]?.message).toBe("could not be played: no response within 10 s");
});
