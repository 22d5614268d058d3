import { expect, test } from "vitest";
import type { Settings } from "../../process/settings.ts";
import { inProduction } from "../../testing/open-gateway.ts";
import { serve } from "../../testing/serve.ts";

const metricsToken = "0123456789abcdefghijkl";

/** Reads `/metrics` of a gateway by a loopback address. */
async function open(settings: Partial<Settings>) {
  const { url } = await serve(settings);
  const at = new URL("/metrics", url);
  at.hostname = "127.0.0.1";
  return async (authorization?: string) => {
    const response = await fetch(at, {
      headers: authorization === undefined ? {} : { Authorization: authorization },
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
}

const kinds: readonly (readonly [string, Partial<Settings>])[] = [
  ["production", inProduction],
  ["a sandbox on all addresses", { host: "0.0.0.0" }],
];

test.each(kinds)("%s without a token has no metrics", async (_name, settings) => {
  const read = await open(settings);
  for (const authorization of [undefined, "Bearer ", `Bearer ${metricsToken}`]) {
    const { status, text } = await read(authorization);
    expect(status).toBe(404);
    expect(JSON.parse(text)).toEqual({ errorCode: 404, message: "There is no such path." });
  }
});

test.each([...kinds, ["a sandbox", {}] as const])(
  "%s with a token requires the token",
  async (_name, settings) => {
    const read = await open({ ...settings, metricsToken });
    for (const scheme of ["Bearer", "bearer"]) {
      const { status, text } = await read(`${scheme} ${metricsToken}`);
      expect(status).toBe(200);
      expect(text).toContain("gateway_outbox_pending 0\n");
    }
    for (const wrong of [
      ...[undefined, "", metricsToken, "Bearer", `Basic ${metricsToken}`],
      ...[`${metricsToken}x`, metricsToken.slice(1), metricsToken.toUpperCase()].map(
        (token) => `Bearer ${token}`,
      ),
    ]) {
      const { status, headers, text } = await read(wrong);
      expect(status, wrong).toBe(401);
      expect(headers.get("www-authenticate")).toBe("Bearer");
      expect(JSON.parse(text)).toMatchObject({ errorCode: 401 });
      expect(text).not.toContain("gateway_");
    }
  },
);
