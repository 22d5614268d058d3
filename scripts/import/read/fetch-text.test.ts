import { expect, test } from "vitest";
import { listen } from "../../../server/skeleton/testing/listen.ts";
import { fetchText } from "./fetch-text.ts";

test("an address that cannot be fetched is reported with the reason", async () => {
  const { url, ...server } = await listen((request, response) => {
    response.writeHead(request.url === "/openapi.json" ? 200 : 404).end("openapi: 3.1.0");
  });
  expect(await fetchText(`${url.href}openapi.json`)).toBe("openapi: 3.1.0");
  await expect(fetchText(`${url.href}none.json`)).rejects.toThrow(
    `${url.href}none.json cannot be fetched: it is answered with 404.`,
  );
  await server[Symbol.asyncDispose]();
  // Several addresses of one name fail with one code.
  await expect(fetchText(`http://localhost:${url.port}`)).rejects.toThrow(
    /cannot be fetched: .*ECONNREFUSED/,
  );
});
