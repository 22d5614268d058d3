import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { documentOf, type Part } from "../../diff/testing/documents.ts";
import { folderWith, type Files } from "../testing/folder.ts";
import { gitIn } from "../testing/git.ts";
import { printedBy, type Printed } from "../testing/printed.ts";
import { runDiff } from "./diff.ts";

const query = (schema: Part) => ({ parameters: [{ name: "limit", in: "query", schema }] });
const twoLimits = (maximum: number) => ({
  parameters: ["limit", "size"].map((name) => ({
    name,
    in: "query",
    schema: { type: "integer", maximum },
  })),
});
const old = documentOf(query({ type: "integer", maximum: 50 }));
const narrower = documentOf(query({ type: "integer", maximum: 40 }));
const richer = documentOf({
  ...query({ type: "integer", maximum: 50 }),
  description: "Puts.",
  responses: { 204: {}, 404: {} },
});

function ofVersion(document: Part, version: string): Part {
  return { ...document, info: { title: "Items", version } };
}

/** Runs the command in a temporary folder with some files. */
async function run(files: Files, ...args: string[]): Promise<Printed> {
  await using folder = await folderWith(files);
  return await runIn(folder.path, ...args);
}

function runIn(folder: string, ...args: string[]): Promise<Printed> {
  return printedBy(() => runDiff(args, folder));
}

describe("two documents", () => {
  const files = { "old.json": old, "new.json": narrower };

  test.each<[form: string[], expected: string[]]>([
    [
      [],
      [
        "error   /request/query/limit: the maximum decreased from 50 to 40  [maximum-decreased]",
        'for example {"query":{"limit":41}}',
        "1 change from old.json to new.json: 1 breaking, 0 possibly breaking, 0 compatible.",
      ],
    ],
    [
      ["--markdown"],
      [
        "### Breaking (1)",
        '| `the maximum decreased from 50 to 40` (`maximum-decreased`) | `putItem` `PUT /items` `/request/query/limit` | `{"query":{"limit":41}}` |',
      ],
    ],
    [
      ["--github"],
      [
        '::error title=putItem maximum-decreased::/request/query/limit the maximum decreased from 50 to 40%0AFor example {"query":{"limit":41}}',
      ],
    ],
  ])("%s: the break with a message that shows it", async (form, expected) => {
    const { status, stdout: text } = await run(files, "old.json", "new.json", ...form);
    expect(status).toBe(1);
    for (const expectedValue of expected) expect(text).toContain(expectedValue);
  });

  test("as JSON", async () => {
    const { stdout: text } = await run(files, "old.json", "new.json", "--json");
    expect(JSON.parse(text)).toMatchObject({
      breaking: 1,
      changes: [
        {
          id: "maximum-decreased",
          severity: "error",
          operation: "putItem",
          pointer: "/request/query/limit",
          message: "the maximum decreased from 50 to 40",
          source: null,
          counterexample: { query: { limit: 41 } },
        },
        { id: "version-too-low", severity: "warning", counterexample: null },
      ],
    });
  });

  test("as YAML, without a difference", async () => {
    const yaml = "openapi: 3.0.3\ninfo: {title: Items, version: 1.0.0}\npaths: {}\n";
    expect(await run({ "a.yaml": yaml, "b.yml": yaml }, "a.yaml", "b.yml")).toMatchObject({
      status: 0,
      stdout: "Nothing changed from a.yaml to b.yml.\n",
    });
  });

  test("of callbacks, whose direction is the opposite", async () => {
    expect(await run(files, "old.json", "new.json", "--callbacks")).toMatchObject({ status: 0 });
    expect(await run(files, "new.json", "old.json", "--callbacks")).toMatchObject({ status: 1 });
  });
});

describe("the gate", () => {
  const gate = ["old.json", "new.json", "--gate"];
  const accepted = {
    id: "maximum-decreased",
    operation: "putItem",
    pointer: "/request/query/limit",
    version: "2.0.0",
    reason: "No one asked.",
  };
  const advice = 'set it with @info(#{ version: "0.1.0" }) of @typespec/openapi';
  const early = { ...accepted, version: "1.1.0" };

  test.each<[string, Part, string, readonly unknown[], number, string]>([
    ["a break in no new version", narrower, "1.0.0", [], 1, "a new major version: 2.0.0"],
    ["a break in a major version", narrower, "2.0.0", [], 1, "[maximum-decreased]"],
    ["an accepted break", narrower, "2.0.0", [accepted], 0, "(accepted for 2.0.0: No one asked.)"],
    ["an accepted break in a minor version", narrower, "1.1.0", [early], 1, "major version: 2.0.0"],
    [
      "a break that is accepted for another version",
      narrower,
      "3.0.0",
      [accepted],
      1,
      "[maximum-decreased]",
    ],
    [
      "an accepted break that does not occur",
      old,
      "2.0.0",
      [accepted],
      1,
      "[accepted-break-unused]",
    ],
    ["an addition in no new version", richer, "1.0.0", [], 1, "a new minor version: 1.1.0"],
    ["an addition in a minor version", richer, "1.1.0", [], 0, "[status-added]"],
    ["a break in the version of a specification without one", narrower, "0.0.0", [], 1, advice],
    ["a version that is not semantic", richer, "new", [], 1, "it is not a semantic version"],
  ])("%s", async (_, now, version, breaks, status, said) => {
    const files = {
      "old.json": version === "0.0.0" ? ofVersion(old, version) : old,
      "new.json": ofVersion(now, version),
      "accepted-breaks.json": breaks,
    };
    const printed = await run(files, ...gate);
    expect(printed.stdout).toContain(said);
    expect(printed.status).toBe(status);
  });

  test("--accept writes the break for the version that makes it, and says what is wrong with a name", async () => {
    await using folder = await folderWith({
      "old.json": documentOf(twoLimits(50)),
      "new.json": ofVersion(documentOf(twoLimits(40)), "2.0.0"),
    });
    const accept = (name: string, reason = "No one asked.") =>
      runIn(folder.path, ...gate, "--accept", name, "--reason", reason);
    const text = "maximum-decreased@putItem/request/query/limit";
    const second = "maximum-decreased@putItem/request/query/size";
    await expect(accept("unknown")).rejects.toThrow(
      `There is no break unknown. The breaks are:\n  ${text}\n  ${second}`,
    );
    await expect(accept("maximum-decreased")).rejects.toThrow("is the kind of 2 breaks. Name one:");
    await expect(accept(text, " ")).rejects.toThrow("--reason TEXT");
    expect(await accept(text)).toMatchObject({
      status: 1,
      stderr: `${text} is accepted for 2.0.0 in accepted-breaks.json.\n`,
    });
    await expect(accept(text)).rejects.toThrow("is accepted already");
    // The only open break of its kind.
    expect(await accept("maximum-decreased")).toMatchObject({ status: 0 });
    const written = await readFile(folder.of("accepted-breaks.json"), "utf8");
    const entry = (pointer: string) => ({ ...accepted, pointer: `/request/query/${pointer}` });
    expect(JSON.parse(written)).toEqual([entry("limit"), entry("size")]);
  });

  test("an entry for any place of a break accepts the break, and further entries for it are used", async () => {
    const limit = (maximum: number) => ({ Limit: { type: "integer", maximum } });
    const document = (maximum: number, version: string) => {
      const put = { ...query({ $ref: "#/components/schemas/Limit" }), responses: { 204: {} } };
      const paths = {
        "/a": { put: { ...put, operationId: "a" } },
        "/b": { put: { ...put, operationId: "b" } },
      };
      return ofVersion({ ...documentOf({}, { schemas: limit(maximum) }), paths }, version);
    };
    const files = (...operations: string[]) => ({
      "old.json": document(50, "1.0.0"),
      "new.json": document(40, "2.0.0"),
      "accepted-breaks.json": operations.map((operation) => ({ ...accepted, operation })),
    });
    expect((await run(files("b"), ...gate)).status).toBe(0);
    expect((await run(files("a", "b"), ...gate)).status).toBe(0);
    expect((await run(files("c"), ...gate)).status).toBe(1);
  });

  test("before 1.0.0 a minor version may break, and a patch may add", async () => {
    const files = (now: Part, version: string) => ({
      "old.json": ofVersion(old, "0.3.1"),
      "new.json": ofVersion(now, version),
      "accepted-breaks.json": [{ ...accepted, version }],
    });
    expect(await run(files(narrower, "0.4.0"), ...gate)).toMatchObject({ status: 0 });
    expect(await run(files(narrower, "0.3.2"), ...gate)).toMatchObject({ status: 1 });
    expect((await run(files(richer, "0.3.2"), ...gate)).stdout).not.toContain("version-too-low");
  });

  test.each([
    ["2.0.0-rc.1", "2.0.0-rc.2", 0],
    ["2.0.0-rc.1", "2.0.0", 0],
    ["2.0.0-rc.1", "2.0.0-rc.1", 1],
    ["1.1.0-rc.1", "1.1.0", 1],
  ])(
    "a break from %s to %s, which announces what its version does",
    async (left, right, status) => {
      const files = {
        "old.json": ofVersion(old, left),
        "new.json": ofVersion(narrower, right),
        "accepted-breaks.json": [{ ...accepted, version: right }],
      };
      expect(await run(files, ...gate)).toMatchObject({ status });
    },
  );

  test("without the gate an addition passes in any version", async () => {
    expect(
      await run({ "old.json": old, "new.json": richer }, "old.json", "new.json"),
    ).toMatchObject({ status: 0 });
  });
});

describe("inputs and options that are refused", () => {
  const referring = ($ref: string) => documentOf(query({ $ref }));

  test.each<[message: string, content: unknown, options?: string[]]>([
    [
      "a.json: it is a document of Swagger 2, not of OpenAPI 3. Convert it first: npx swagger2openapi --patch a.json",
      { swagger: "2.0" },
    ],
    ["a.json:1:2: is neither JSON nor YAML", "["],
    ["leads to another file", referring("b.json")],
    ["leads to an anchor", referring("#item")],
    ["must be left out: use $ref", documentOf(query({ $dynamicRef: "#item" }))],
    [
      "a.json: the reference #/components/schemas/Limti leads to nothing (did you mean #/components/schemas/Limit?).",
      documentOf(query({ items: { $ref: "#/components/schemas/Limti" } }), {
        schemas: { Limit: {} },
      }),
    ],
    ["leads to nothing", documentOf({ parameters: [{ $ref: "#/components/parameters/None" }] })],
    ["leads to nothing", documentOf({ requestBody: { $ref: "#/components/requestBodies/None" } })],
    [
      "leads to nothing",
      documentOf({ responses: { 200: { $ref: "#/components/responses/None" } } }),
    ],
    ["none.json is not a file, a folder or a git revision", old, ["none.json"]],
    ["diff compares two contracts", old, ["a.json", "c"]],
    ["Give only one of --json", old, ["a.json", "--json", "--github"]],
    ["is not a number of days", old, ["a.json", "--notice-days", "many"]],
  ])("%s", async (message, content, options = ["a.json"]) => {
    const files = { "a.json": content, "accepted-breaks.json": [] };
    await expect(run(files, "a.json", ...options)).rejects.toThrow(message);
  });

  test("an accepted break without a reason is refused", async () => {
    const accepted = [{ id: "a", operation: "", pointer: "", version: "1.0.0" }];
    const files = { "a.json": old, "accepted-breaks.json": accepted };
    await expect(run(files, "a.json", "a.json")).rejects.toThrow("entry 1 has no reason");
  });
});

test.each([
  ["generated/sandbox/openapi.json", "generated/sandbox"],
  ["generated/sandbox", "generated/sandbox/openapi.json"],
])("the document of a generated folder has no change to it: %s and %s", async (left, right) => {
  expect(await runIn(".", left, right)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(`Nothing changed from ${left} to ${right}.`) as string,
  });
});

test("the webhooks of a generated folder are those of its OpenAPI 3.1 document", async () => {
  const document = JSON.parse(await readFile("generated/sandbox/openapi-3.1.json", "utf8")) as Part;
  const published = { ...document, webhooks: { itemChanged: { post: { responses: {} } } } };
  const { status, stdout: text } = await run(
    {
      "openapi.json": await readFile("generated/sandbox/openapi.json", "utf8"),
      "messages.json": await readFile("generated/sandbox/messages.json", "utf8"),
      "openapi-3.1.json": published,
    },
    ...[".", "openapi-3.1.json"],
  );
  expect([status, text]).toEqual([0, "Nothing changed from . to openapi-3.1.json.\n"]);
});

test("revisions and generated folders are compared, with TypeSpec lines", async () => {
  await using folder = await folderWith();
  const service = folder.of("generated/items");
  await mkdir(service, { recursive: true });
  for (const name of ["openapi.json", "messages.json"])
    await cp(join("generated/sandbox", name), join(service, name));
  const git = gitIn(folder.path);
  git("init", "--initial-branch", "main");
  git("add", ".");
  git("commit", "--message", "First");
  expect(await runIn(folder.path)).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^Nothing changed from merge base/) as string,
  });

  git("switch", "--create", "change");
  const messages = join(service, "messages.json");
  const text = await readFile(messages, "utf8");
  const changed = text.replace(
    /"maximum": (\d+)/,
    (_, limit: string) => `"maximum": ${Number(limit) - 1}`,
  );
  await writeFile(messages, changed);
  const { status, stdout: printed } = await runIn(folder.path, "--json");
  expect(status).toBe(1);
  const position = expect.stringMatching(/^spec\/.+\.tsp:\d+:\d+$/) as string;
  expect(JSON.parse(printed)).toMatchObject({
    changes: [{ id: "maximum-decreased", source: { old: position, new: position } }, {}],
  });
  git("commit", "--all", "--message", "Second");
  expect((await runIn(folder.path, "main", "HEAD")).status).toBe(1);
  expect((await runIn(folder.path, "HEAD~1:generated/items", "change")).status).toBe(1);
  expect((await runIn(folder.path, "HEAD", "generated/items")).status).toBe(0);
});
