import { expect, test } from "vitest";
import type { OpenApiDocument, Sample } from "@contract-toolkit/contract";
import { generatedFrom } from "../testing/specification.ts";

const declared = `@error model Failure<Status, Code> { @statusCode _: Status; @errorCode code: Code; @maxLength(4) why?: string; }
const denied = #{
  title: "denied",
  description: "Nobody is let in without a key.",
  parameters: #{ key: "<KEY>" },
  returnType: #{ _: 401, code: 401 },
  providerStates: #{ edit: #{ remove: #["/headers/key"] } },
};
const badNote = #{ title: "bad-note", description: "", parameters: #{ note: "?" }, returnType: #{ _: 400, code: 2 } };
@@refusalSamples(Shelf, denied, badNote);
`;

const books = `@opExample(#{ parameters: #{ key: "k", name: "a", tag: "t" }, returnType: #{ n: 2 } }, #{ title: "late" })
@opExample(#{ parameters: #{ key: "k", name: "b" }, returnType: #{ _: 400, code: 1 } }, #{ title: "bad-name" })
@post @route("/books") op add(@header key: string, @header tag?: string, name: string): { n: int32 } | Failure<401, 401> | Failure<400, 1>;
@opExample(#{ parameters: #{ key: "k" }, returnType: #{ n: 1 } }, #{ title: "counted" })
@opExample(#{ parameters: #{ key: "?" }, returnType: #{ _: 401, code: 401 } }, #{ title: "own" })
@route("/count") op count(@header key: string, @query note?: string): { n: int32 } | Failure<401, 401> | Failure<400, 1 | 2>;
@route("/none") op none(@header key: string): { n: int32 } | Failure<401, 401>;
`;

const samplesIn = (files: ReadonlyMap<string, string>) =>
  JSON.parse(files.get("shelf/samples.json") ?? "") as Sample[];

test("an operation gets the sample of a refusal that it documents, after its own samples", async () => {
  const files = await generatedFrom(declared + books);
  const samples = samplesIn(files);
  expect(samples.map(({ operation, name }) => `${operation} ${name}`)).toEqual([
    "add late",
    "add bad-name",
    "add denied",
    "count counted",
    "count own",
    "count bad-note",
  ]);
  expect(samples[2]).toMatchObject({
    why: "Nobody is let in without a key.",
    source: { line: 8, column: 16 },
    response: { status: 401, body: { code: 401 } },
    providerStates: [{ name: "edit", values: { remove: ["/headers/key"] } }],
  });
  expect(samples[2]?.request).toEqual({
    path: {},
    query: {},
    headers: { key: "<KEY>" },
    body: { name: "a" },
  });
  expect(samples[5]?.request.query).toEqual({ note: "?" });
  const document = JSON.parse(files.get("shelf/openapi.json") ?? "") as OpenApiDocument;
  expect(document.paths["/books"]?.["post"]?.responses["401"]).toMatchObject({
    content: { "application/json": { examples: { denied: { value: { code: 401 } } } } },
  });
});

test("the refusal has no request if the sample of the success has none", async () => {
  const files = await generatedFrom(`${declared}
@opExample(#{ returnType: #{ n: 1 } })
@route("/count/{id}") op count(@path id: string, @header key?: string): { n: int32 } | Failure<401, 401>;`);
  expect(samplesIn(files).map(({ name, isResponseOnly }) => [name, isResponseOnly])).toEqual([
    ["sample-1", true],
    ["denied", true],
  ]);
});
