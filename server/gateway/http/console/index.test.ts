import { connect } from "node:net";
import { expect, test } from "vitest";
import { inProduction } from "../../testing/open-gateway.ts";
import { serve } from "../../testing/serve.ts";

test("only pages of the console itself get the credential", async () => {
  const { url } = await serve();
  const session = (headers: Record<string, string>) =>
    fetch(`${url}/console/session`, { method: "POST", headers }).then(({ status }) => status);
  expect(await session({ Origin: url })).toBe(200);
  expect(await session({ "Sec-Fetch-Site": "same-origin" })).toBe(200);
  for (const headers of [
    {},
    { Origin: "https://evil.example" },
    { Origin: url, "Sec-Fetch-Site": "cross-site" },
  ])
    expect(await session(headers)).toBe(401);
  expect((await fetch(`${url}/console/session`)).status).toBe(404);
});

test.each([
  ["POST /console/session", "Origin: http://evil.example\r\nContent-Length: 0", 401],
  ["GET /console", "Accept: text/html", 404],
])("a foreign name that points to this machine gets nothing: %s", async (line, header, status) => {
  const { hostname, port } = new URL((await serve()).url);
  // fetch cannot set Host.
  const socket = connect(Number(port), hostname);
  socket.end(`${line} HTTP/1.1\r\nHost: evil.example\r\n${header}\r\nConnection: close\r\n\r\n`);
  let response = "";
  for await (const chunk of socket) response += String(chunk);
  expect(response).toContain(`HTTP/1.1 ${status} `);
});

test("production has no console", async () => {
  const { url } = await serve(inProduction);
  for (const path of ["/", "/console", "/console/session", "/sandbox/requests"])
    expect((await fetch(url + path, { headers: { Accept: "text/html" } })).status).toBe(404);
});
