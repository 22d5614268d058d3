import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { targetUrl, curlCommand } from "./text.ts";

const origin = "http://127.0.0.1:3000";

beforeEach(() => {
  vi.stubGlobal("location", new URL(`${origin}/console`));
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ["/items?limit=1&text=a%20b?", "/items?limit=1&text=a%20b?"],
  ["//evil.example/steal", "//evil.example/steal"],
  ["//evil.example:1/steal?a=//b", "//evil.example:1/steal?a=//b"],
  ["/\\evil.example/steal", "//evil.example/steal"],
  ["\\\\evil.example/steal", "//evil.example/steal"],
  ["http://evil.example/steal", "/http://evil.example/steal"],
  ["@evil.example/steal", "/@evil.example/steal"],
  [".evil.example/steal", "/.evil.example/steal"],
  [":1@evil.example/#a", "/:1@evil.example/%23a"],
  ["*", "/*"],
  ["", "/"],
])("a request to %j goes to this server", (target, expected) => {
  expect(targetUrl(target).href).toBe(origin + expected);
  const command = curlCommand({ method: "GET", target, credentials: [] });
  expect(command).toBe(`curl -sS -g -X GET '${origin}${expected}'`);
});

test.each([
  ["header", "X-Key", "Bearer", '-H "X-Key: Bearer $X_KEY"'],
  ["header", 'a"$(b)`', undefined, '-H "a\\"\\$(b)\\`: $A___B__"'],
  ["cookie", "sid", undefined, '-H "Cookie: sid=$SID"'],
  ["query", "2fa-key", undefined, '--url-query "2fa-key=$_2FA_KEY"'],
] as const)("a credential in a %s named %j is a shell variable", (place, name, type, expected) => {
  const credentials = [{ in: place, name, ...(type && { type }) }];
  expect(curlCommand({ method: "GET", target: "/", credentials })).toContain(` \\\n  ${expected}`);
});
