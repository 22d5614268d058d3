import { createServer } from "node:http";
import { once } from "node:events";
import { expect, test } from "vitest";
import { fetchText } from "./fetch-text.ts";

test("an address that cannot be fetched is reported with the reason", async () => {
  const server = createServer((request, response) => {
    response.writeHead(request.url === "/openapi.json" ? 200 : 404).end("openapi: 3.1.0");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const url = `http://127.0.0.1:${port}`;
  expect(await fetchText(`${url}/openapi.json`)).toBe("openapi: 3.1.0");
  await expect(fetchText(`${url}/none.json`)).rejects.toThrow(
    `${url}/none.json cannot be fetched: it is answered with 404.`,
  );
  server.close();
  server.closeAllConnections();
  // Several addresses of one name fail with one code.
  await expect(fetchText(`http://localhost:${port}`)).rejects.toThrow(
    /cannot be fetched: .*ECONNREFUSED/,
  );
});
