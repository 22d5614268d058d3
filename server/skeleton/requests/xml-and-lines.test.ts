import { byteBody } from "@contract-toolkit/contract/messages";
import express from "express";
import { expect, test } from "vitest";
import { createContractRouter } from "../index.ts";
import type { Problem } from "../problem.ts";
import { generateFromBody } from "../testing/generated.ts";
import { listen } from "../testing/listen.ts";
import { UploadedEvents } from "./streams/uploaded-events.ts";
import { requireXmlParser } from "./xml-parser.ts";

const generated = await generateFromBody(`
  model Book { @encodedName("application/xml", "nr") id: int32; @maxLength(5) title: string; tags: string[]; }
  model Line { @maxValue(3) n: int32; }
  @route("/books") @put op keep(@header contentType: "application/xml", @body book: Book): { @header contentType: "application/xml"; @body book: Book };
  @route("/lines") @post op add(@header contentType: "application/jsonl", @body lines: Line[]): { @header contentType: "application/jsonl"; @body lines: Line[] };
`);
const contract = await generated.contract("shelf");

type Handled = { body: AsyncIterable<{ n: number }> & { title?: string } };
type Reply = (status: number, body: unknown) => never;

async function serve(add?: (request: Handled, reply: Reply) => unknown) {
  const problems: Problem[] = [];
  const handlers = {
    keep: ({ body }: Handled, reply: Reply) =>
      reply(200, body.title === "wrong" ? { ...body, title: "longer" } : body),
    add: add ?? (({ body }: Handled, reply: Reply) => reply(200, body)),
  };
  const application = express();
  if (add === undefined) application.use("/parsed", express.raw({ type: "*/*" }));
  const router = createContractRouter(contract, {
    handlers: handlers as never,
    authenticate: () => ({}),
    onResponse: ({ problem }) => problem && problems.push(problem),
  });
  application.use("/parsed", router);
  application.use(router);
  return { problems, ...(await listen(application)) };
}

const xml = { "Content-Type": "application/xml" };
const lines = { "Content-Type": "application/jsonl" };
const book = (content: string) => `<Book>${content}</Book>`;
const good = book("<nr>1</nr><title>a &amp; b</title><tags><string>c</string></tags>");

test("XML is read, validated and written", async () => {
  await using server = await serve();
  for (const path of ["/books", "/parsed/books"]) {
    const { status, text, headers } = await server.send("PUT", path, xml, good);
    expect([status, headers["content-type"]]).toEqual([200, "application/xml; charset=utf-8"]);
    expect(text).toBe(`<?xml version="1.0" encoding="UTF-8"?>${good}`);
  }
  const wrong = good.replace("a &amp; b", "wrong");
  expect((await server.send("PUT", "/books", xml, wrong)).status).toBe(500);
});

test.each([
  ["a rule that is broken", good.replace("a &amp; b", "longer"), "title", /at most 5/],
  ["another type", good.replace("1", "one"), "id", /integer/],
  ["a missing field", book("<nr>1</nr><tags/>"), "title", /required/],
  ["a repeated element", good.replace("<nr>1</nr>", "<nr>1</nr><nr>2</nr>"), "id", /once/],
  ["a document type", `<!DOCTYPE Book [<!ENTITY a "a">]>${good}`, "", /DOCTYPE/],
  ["bytes that are not UTF-8", Buffer.from(good.replace("a", "\u00e4"), "latin1"), "", /UTF-8/],
  ["no bytes", "", "", /required/],
  ["too many levels", "<a>".repeat(30_000), "", /64 levels/],
])("XML with %s is refused with 400", async (_, body, field, reason) => {
  await using server = await serve();
  expect((await server.send("PUT", "/books", xml, body)).status).toBe(400);
  expect(server.problems).toMatchObject([
    {
      violations: [{ field: field || "body", reason: expect.stringMatching(reason) as string }],
    },
  ]);
});

test("the start fails without the parser, and the error names the package", () => {
  const missing = () => {
    throw new Error("Cannot find module");
  };
  expect(() => {
    requireXmlParser("shelf", Object.values(contract.operations), missing);
  }).toThrow(/^keep of shelf has requests with XML.*npm install @xmldom\/xmldom$/);
});

test("items are read and written one by one", async () => {
  await using server = await serve();
  for (const path of ["/lines", "/parsed/lines"]) {
    const { status, text, headers } = await server.send(
      "POST",
      path,
      lines,
      '{"n":1}\r\n\n{ "n": 2 }',
    );
    expect([status, headers["content-type"], text]).toEqual([
      200,
      "application/jsonl",
      '{"n":1}\n{"n":2}\n',
    ]);
  }
});

test.each([
  ["an item that breaks a rule", '{"n":1}\n{"n":4}\n', "[1].n", /at most 3/],
  ["an item that is not JSON", '{"n":1}\n{"n":\n', "[1]", /JSON/],
  ["a list", '[{"n":1}]', "[0]", /object/],
  ["bytes that are not UTF-8", Buffer.from([0x22, 0xff, 0x22]), "", /UTF-8/],
])(
  "a stream with %s is refused, even if the handler does not read it",
  async (_, body, field, reason) => {
    for (const add of [
      (_request: Handled, reply: Reply) => reply(200, []),
      async (request: Handled, reply: Reply) => {
        const items: unknown[] = [];
        for await (const item of request.body) items.push(item);
        return reply(200, items);
      },
    ]) {
      await using server = await serve(add);
      expect((await server.send("POST", "/lines", lines, body)).status).toBe(400);
      const reasonOf = expect.stringMatching(reason) as string;
      expect(server.problems).toMatchObject([
        { violations: [{ field: field || "body", reason: reasonOf }] },
      ]);
    }
  },
);

test("other requests are answered while thousands of items are read", async () => {
  const chunks = byteBody(Buffer.from("1\n".repeat(100_000)));
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);
  await new UploadedEvents(chunks, "application/jsonl", () => []).finish(false);
  clearInterval(counting);
  expect(turns).toBeGreaterThan(0);
});
