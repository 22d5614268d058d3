import { execFileSync } from "node:child_process";
import { mkdir, mkdtempDisposable, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import type { Sample } from "@contract-toolkit/contract";
import { main } from "../../command-line.ts";
import { printedBy } from "../../testing/printed.ts";

const specification = `import "@typespec/http";
import "@contract-toolkit/typespec";

using Http;

/** Keeps books. */
@service(#{ title: "Shelf" })
namespace Shelf;

enum Kind {
  novel,
  atlas: "map",
}

model Book {
  /** Made by the server. */
  id: string;

  @encodedName("application/json", "book_title") title: string;
  kind: Kind;
  pages?: int32 | null;
  \`model\`?: "a" | "b";
  added: utcDateTime;
  @encode("unixTimestamp", int32) seen?: utcDateTime;
  tags?: string[];
  content?: bytes;
}

model NewBook {
  @encodedName("application/json", "book_title") title: string;
  kind: Kind;
}

@error
model Failure {
  @statusCode _: 404;
  why: string;
}

interface Books {
  /** Adds a book. */
  @post @route("/books") add(@header("X-Request-Id") requestId?: string, @body book: NewBook): {
    @statusCode _: 201;
    @body book: Book;
  };
}

/** Finds a book. */
@summary("Find a book")
@route("/books/{id}")
op find(@path id: string, @query short?: boolean): Book | Failure;

/** Lists books. */
@route("/books") op list(): Book[];
`;

const book = {
  id: "0b8f5e4a-1111-4222-8333-000000000001",
  book_title: 'Maps of "all" \\',
  kind: "map",
  pages: null,
  model: "b",
  added: "2026-01-02T03:04:05Z",
  seen: 1_767_323_045,
  tags: ["a"],
};

const entry = (method: string, path: string, status: number, body: unknown, sent?: unknown) => ({
  startedDateTime: "2026-01-02T03:04:05Z",
  time: 1,
  request: {
    method,
    url: `http://localhost${path}`,
    headers: [{ name: "content-type", value: "application/json" }],
    ...(sent !== undefined && { postData: { text: JSON.stringify(sent) } }),
  },
  response: {
    status,
    headers: [{ name: "content-type", value: "application/json" }],
    content: { text: JSON.stringify(body) },
  },
});

const har = JSON.stringify({
  log: {
    entries: [
      entry("POST", "/books", 201, book, { book_title: book.book_title, kind: "map" }),
      entry("GET", `/books/${book.id}?short=true`, 200, book),
      entry("GET", "/books", 200, []),
      entry("GET", "/books/none", 404, { why: "none" }),
      entry("GET", "/books/whole", 200, { ...book, content: "AAAA" }),
      entry("GET", "/books/wrong", 200, { id: 1 }),
    ],
  },
});

/** A project in a folder, in which commands run. */
async function makeProject(folder: string) {
  await mkdir(join(folder, "spec"));
  await writeFile(join(folder, "spec/main.tsp"), specification);
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  await writeFile(join(folder, "traffic.har"), har);
  await symlink(resolve("node_modules"), join(folder, "node_modules"));
  return {
    run: (...args: readonly string[]) => printedBy(() => main(args), { folder }),
    specification: () => readFile(join(folder, "spec/main.tsp"), "utf8"),
  };
}

const proxy = ["proxy", "spec/main.tsp", "--har", "traffic.har"];

test("a patch adds samples and markers to the TypeSpec, which then replay", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "propose-"));
  const project = await makeProject(folder.path);
  const { shown } = await project.run(...proxy, "--samples", "traffic.patch");
  expect(shown).toMatch(/Books_add\/recorded-1: spec\/main\.tsp:\d+\n/);
  expect(shown).toMatch(/Left out: find\/recorded-\d: a value has no literal of its type/);
  expect(await project.specification()).toBe(specification);
  execFileSync("git", ["apply", "traffic.patch"], { cwd: folder.path });
  const patched = await project.specification();
  expect(patched).toContain("/** Finds a book. */\n@opExample(");
  expect(patched).toContain("/** Made by the server. */\n  @Contract.generated id: string;");
  expect(patched).toContain("@Contract.generated added: utcDateTime;");

  await project.run("generate");
  const samples = JSON.parse(
    await readFile(join(folder.path, "generated/shelf/samples.json"), "utf8"),
  ) as Sample[];
  expect(samples).toMatchObject([
    { operation: "find", request: { path: { id: book.id }, query: { short: true } } },
    { operation: "find", request: { path: { id: "none" } }, response: { status: 404 } },
    { operation: "list", response: { body: [] } },
    {
      operation: "Books_add",
      request: { body: { book_title: book.book_title, kind: "map" } },
      response: { status: 201, body: book },
      generated: ["/body/id", "/body/added", "/body/seen"],
    },
  ]);
  const replayed = await project.run("replay", "generated/shelf", "--mock", "--samples", "--json");
  expect(JSON.parse(replayed.text)).toMatchObject({ counts: { passed: 4, failed: 0, error: 0 } });
});

test("--write changes the TypeSpec, and what it shows is not written again", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "propose-"));
  const project = await makeProject(folder.path);
  await project.run(...proxy, "--write");
  const first = await project.specification();
  expect(first.match(/title: "recorded-1"/g)).toHaveLength(3);
  await project.run(...proxy, "--write");
  expect(await project.specification()).toBe(first);
});

test("a document has no TypeSpec to write into", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "propose-"));
  const project = await makeProject(folder.path);
  await writeFile(
    join(folder.path, "books.json"),
    JSON.stringify({
      openapi: "3.0.3",
      info: { title: "Shelf", version: "1" },
      paths: { "/books": { get: { responses: { 200: { description: "" } } } } },
    }),
  );
  const { status, shown } = await project.run(
    "proxy",
    "books.json",
    "--har",
    "traffic.har",
    "--write",
  );
  expect(status).toBe(2);
  expect(shown).toContain("books.json is not made of TypeSpec of this project");
});
