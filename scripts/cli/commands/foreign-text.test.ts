import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { connect } from "node:net";
import { join, resolve } from "node:path";
import { terminalText } from "@contract-toolkit/contract";
import { afterAll, expect, test } from "vitest";
import { annotationsOf } from "../check/annotate.ts";
import { describeGroup, summarize } from "../check/print.ts";
import { groupResult, checkResult } from "../check/result.ts";
import { describeFeedback } from "../dev/text.ts";
import { listen } from "../../../server/skeleton/testing/listen.ts";
import { follow } from "../../../server/skeleton/testing/running-process.ts";
import { folderWith } from "../testing/folder.ts";
import { contractHere } from "../testing/printed.ts";

/** Hostile names of properties, operations, headers and files. */
const names = [
  "a\u001b[2J\u001b]0;b\u0007",
  "a\u009b31m\u0085",
  "a\u202e\u2066b\u200f",
  "a\n::error file=b::c",
  "::stop-commands::a",
  " \u2028::add-mask::a",
  "a ##[error]b",
  "\ud800\ufeff\u200b\u{e0041}",
  "@org/team #12 <img src=a> ![b](c) `|\\| www.d.example",
];

const temporary = await folderWith();
const folder = temporary.path;
await symlink(resolve("node_modules"), temporary.of("node_modules"));

afterAll(() => temporary.remove());

/** Expects no control characters and no characters that reorder or hide text. */
function expectPrintable(...outputs: readonly string[]): void {
  const hidden = /.*(?!\n)[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}].*/u;
  for (const output of outputs) expect(hidden.exec(output)).toBeNull();
}

/** Expects also no workflow commands of GitHub except the annotations of `contract`. */
function expectSafe(...outputs: readonly string[]): void {
  expectPrintable(...outputs);
  const annotation = /^::(error|warning|notice) (\w+=[^:,]*,?)*::.*$/gm;
  for (const output of outputs)
    expect(/^\s*::.*|.*##\[.*/m.exec(output.replaceAll(annotation, ""))).toBeNull();
}

/** A document with these names wherever a name is possible. */
function documentOf(maxLength: number, suffix = "") {
  const item = (part: (name: string) => unknown, key = (name: string) => name) =>
    Object.fromEntries(names.map((name) => [key(name), part(name)]));
  const renamed = (name: string) => name + suffix;
  const content = (name: string) => ({
    schema: {
      title: name,
      description: renamed(name),
      required: [name],
      properties: {
        [name]: { type: "string", maxLength, default: name },
        [renamed(name)]: { $ref: "#/components/schemas/A" },
      },
    },
  });
  return {
    openapi: "3.1.0",
    info: { title: names.join("\n"), version: "1.0.0", description: names.join("\n") },
    tags: names.map((name) => ({ name, description: name })),
    security: names.map((name) => ({ [name]: [] })),
    paths: {
      ...item(
        (name) => ({ get: { responses: { 204: { description: name } } } }),
        (name) => `/${renamed(name)}`,
      ),
      ...item(
        (name) => ({
          post: {
            operationId: renamed(name),
            tags: [name],
            parameters: [{ name: renamed(name), in: "query", schema: { enum: [name, suffix] } }],
            requestBody: { content: { "application/json": content(name) } },
            responses: {
              200: {
                description: name,
                headers: { [renamed(name)]: { schema: { const: renamed(name) } } },
                content: { [`text/${renamed(name)}`]: content(name) },
              },
            },
          },
        }),
        (name) => `/${names.indexOf(name)}`,
      ),
    },
    components: {
      schemas: { A: { type: "string", enum: [...names, suffix] }, ...item(() => ({}), renamed) },
      securitySchemes: item((name) => ({ type: "apiKey", in: "header", name: renamed(name) })),
    },
  };
}

test.each(["text", "json", "markdown", "github"])("diff prints safe text as %s", async (form) => {
  const [old, now] = [join(folder, "old.json"), join(folder, "new.json")];
  await writeFile(old, JSON.stringify(documentOf(9)));
  await writeFile(now, JSON.stringify(documentOf(3, "b")));
  const option = form === "text" ? [] : [`--${form}`];
  const { status, stdout, stderr } = await contractHere("diff", old, now, ...option);
  expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
  expectSafe(stdout);
  if (form === "json") expect(JSON.stringify(JSON.parse(stdout))).toContain("\u202e");
  // Text of the document is only inside code.
  if (form === "markdown")
    expect(stdout.replaceAll(/(`+).*?[^`]\1(?!`)/g, "")).not.toMatch(/[@[!]|www/);
});

test("import refuses names, and prints safe text", async () => {
  const file = join(folder, "names.json");
  await writeFile(file, JSON.stringify(documentOf(9)));
  const ended = await contractHere("import", file, "--out", join(folder, "refused"));
  expect(ended).toMatchObject({ status: 2, stdout: "" });
  expect(ended.stderr).toContain("names.json#/components/schemas/");
  expectSafe(ended.output);
});

test.each([[[]], [["--json"]]])("import %j turns texts into safe comments", async (form) => {
  const [file, out] = [join(folder, "texts.json"), join(folder, `imported${form.length}`)];
  // The last name is left out: its backslash does not compile, which is reported.
  const text = [...names.slice(0, -1), "*/ model Foreign {} /*", '""") model Foreign {}'].join(
    "\r\n",
  );
  const paths = { "/a": { get: { summary: text, responses: { 204: { description: text } } } } };
  const schemas = { A: { type: "string", title: text, description: text } };
  const info = { title: text, version: "1.0.0", description: text };
  await writeFile(file, JSON.stringify({ openapi: "3.0.3", info, paths, components: { schemas } }));
  const { status, output } = await contractHere("import", file, "--out", out, ...form);
  const written = await readFile(join(out, "main.tsp"), "utf8");
  expectSafe(output);
  expectPrintable(written);
  const strings = /"""[^]*?[^\\]"""|"([^"\\]|\\.)*"/g;
  expect(written.replaceAll(strings, "")).not.toContain("model Foreign");
  expect({ status, output }).toMatchObject({ status: 0 });
});

test("replay prints safe text for hostile responses", async () => {
  const fields = Object.fromEntries(names.map((name) => [name, name]));
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "application/json", "x-a": "\u009b::" });
    response.end(JSON.stringify({ ...fields, errors: [fields] }));
  });
  await using listening = await listen(server);
  const report = join(folder, "report");
  const args = ["generated/merchant", "--server", listening.url.href, "--report", report];
  const more = ["--samples", "--stateless"];
  const ended = await contractHere("replay", ...args, ...more);
  expect(ended).toMatchObject({ status: 1 });
  const files = ["junit.xml", "index.html", "report.json"].map((text) => join(report, text));
  const written = await Promise.all(files.map((file) => readFile(file, "utf8")));
  expectSafe(ended.output);
  expectPrintable(...written);
  expect(written.slice(0, 2).join("")).not.toContain("<img");
});

test.each(["", "import", "generate", "dev", "check", "diff", "replay", "mock"])(
  "%s prints safe text for a missing file",
  async (verb) => {
    const asked = [verb, names.join("\n")].filter(Boolean);
    const more = verb === "check" ? ["--generated-only"] : [];
    const ended = await contractHere(...asked, ...more);
    expect(ended).toMatchObject({ status: 2 });
    expectSafe(ended.output);
  },
);

test("mock prints safe text for hostile requests", async () => {
  const args = [resolve("scripts/cli/contract.ts"), "mock", "generated/merchant", "--port", "0"];
  await using running = follow(spawn(process.execPath, args));
  const [, url = ""] = await running.printed(/^Mock of .* at (\S+)$/m);
  await fetch(`${url}/callbacks/payment`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(Object.fromEntries(names.map((name) => [name, name]))),
  });
  // A raw socket can send bytes that an HTTP client refuses.
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.end("GET /\u009b31m::a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "latin1");
  await once(socket.resume(), "close");
  expect(await running.end("SIGTERM")).toBe(0);
  expectSafe(running.written());
});

test.each(names)("check and dev print safe text for the message %j", (name) => {
  const check = groupResult(name, [checkResult(name, [`${name}:1:2 ${name}`, name])], 1);
  expectSafe(terminalText([...describeGroup(check), ...summarize([check])], true));
  expectSafe(annotationsOf(check));
  expectSafe(terminalText(describeFeedback({ about: "samples", faults: [name], ms: 1 }), true));
  expectSafe(terminalText(describeFeedback({ about: "note", text: name, ms: 1 }), true));
});
