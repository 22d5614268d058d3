import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import type { WireRequest } from "../request.ts";
import { curlLine, rawLine } from "./curl.ts";

const url = new URL("http://127.0.0.1:1/items/%2E/a?x=[1-3]&y=it's");

/** The arguments and standard input that a shell gives to curl. The input follows `@-`. */
function argumentsOf(line: string | undefined, variables: Record<string, string> = {}): string[] {
  const curl = 'curl() { printf \'%s\\0\' "$@"; case "$*" in *@-) cat;; esac; }\n';
  const output = execFileSync("sh", ["-c", `${curl}${line ?? ""}`], { env: variables });
  return output.toString("latin1").split("\0");
}

function argumentAfter(option: string, found: readonly string[]): string | undefined {
  return found[found.indexOf(option) + 1];
}

function headersIn(found: readonly string[]): string[] {
  return found.filter((_, index) => found[index - 1] === "-H");
}

const request = (changes: Partial<WireRequest>): WireRequest => ({
  url,
  method: "PUT",
  headers: { "Content-Type": "application/json" },
  ...changes,
});

test("the command has the method, URL and headers of the request, and no others", () => {
  const found = argumentsOf(
    curlLine(request({ headers: { "X-A": "1 $HOME", "X-B": "" } }), new Map()),
  );
  expect(argumentAfter("-X", found)).toBe("PUT");
  expect(found).toContain(url.href);
  expect(found).toEqual(expect.arrayContaining(["-g", "--path-as-is"]));
  expect(headersIn(found)).toEqual([
    "X-A: 1 $HOME",
    "X-B;",
    "Accept:",
    "User-Agent:",
    "Content-Type:",
  ]);
  expect(argumentAfter("--data-binary", found)).toBe("");
});

test.each(['{"a":"it\'s `id` $(id) \\" \\\\ €"}', ""])("the body %j is sent unchanged", (body) => {
  const found = argumentsOf(curlLine(request({ body }), new Map()));
  expect(argumentAfter("--data-binary", found)).toBe(Buffer.from(body).toString("latin1"));
});

test.each(["@file", "two\nlines\n", "100 %\u0007 \\n '\u009b31m", "a\u0000b"])(
  "the body %j goes through a pipe, because an argument cannot hold it",
  (body) => {
    const line = curlLine(request({ body }), new Map());
    expect(line).not.toMatch(/\p{Cc}/u);
    const found = argumentsOf(line);
    const at = found.indexOf("@-");
    expect(found.slice(at + 1).join("\0")).toBe(Buffer.from(body).toString("latin1"));
  },
);

test("bytes go through a pipe unchanged", () => {
  const body = Buffer.from([0x89, 0x50, 0xff, 0x0a, 0x25]);
  const encoded = request({ body: body.toString("base64"), encoding: "base64" });
  const found = argumentsOf(curlLine(encoded, new Map()));
  const at = found.indexOf("@-");
  expect(found.slice(at + 1).join("\0")).toBe(body.toString("latin1"));
});

test("a request of bytes goes to the server as it is, with its secrets in variables", () => {
  const secret = "it's a long secret";
  const line = rawLine(
    Buffer.from(`GET /%\xff HTTP/1.1\r\nX-Key: ${secret}\r\n\r\n`, "latin1"),
    url,
    new Map([["X_KEY", secret]]),
  );
  expect(line).toMatch(/\\r\\n' "\$X_KEY" \| nc -w 5 127.0.0.1 1$/);
  const sent = execFileSync("sh", ["-c", `nc() { cat; }; ${line ?? ""}`], {
    env: { X_KEY: "another" },
  });
  expect(sent.toString("latin1")).toBe("GET /%\xff HTTP/1.1\r\nX-Key: another\r\n\r\n");
});

test("a header with other characters than ASCII is sent in the same bytes", () => {
  const found = argumentsOf(curlLine(request({ headers: { "X-A": "café" } }), new Map()));
  expect(headersIn(found)[0]).toBe("X-A: café");
});

test("secrets are replaced by variables in headers and body", () => {
  const secrets = new Map([
    ["X_KEY", "it's a secret"],
    ["PIN", "12"],
  ]);
  const line = curlLine(
    request({
      headers: { "X-Key": "Bearer it's a secret", Pin: "12", "X-Other": "12" },
      body: '{"again":"it\'s a secret"}',
    }),
    secrets,
  );
  expect(line).not.toContain("a secret");
  const found = argumentsOf(line, { X_KEY: "another", PIN: "34" });
  expect(headersIn(found).slice(0, 3)).toEqual(["X-Key: Bearer another", "Pin: 34", "X-Other: 12"]);
  expect(argumentAfter("--data-binary", found)).toBe('{"again":"another"}');
});

test("the user of a URL is not shown", () => {
  const line = curlLine(request({ url: new URL("http://me:hidden@host/") }), new Map());
  expect(line).not.toContain("hidden");
  expect(line).toContain('-u "$SERVER_USER"');
});

test("a very long command is left out", () => {
  expect(curlLine(request({ body: "x".repeat(10_000) }), new Map())).toBeUndefined();
});
