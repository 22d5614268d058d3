import { expect, test } from "vitest";
import { ownResponses, type OpenApiDocument, type Sample } from "@contract-toolkit/contract";
import { generatedFrom } from "../testing/specification.ts";

async function samplesOf(body: string): Promise<Sample[]> {
  const files = await generatedFrom(body);
  return JSON.parse(files.get("shelf/samples.json") ?? "") as Sample[];
}

test("without @body, the remaining parameters are the body, at any depth", async () => {
  const [sample] = await samplesOf(`model Item { name: string; }
@opExample(#{
  parameters: #{ dry: true, contentType: "plain", of: #{ item: #{ name: "a", tag: "t" }, items: #[#{ name: "b" }] } },
  returnType: #{ n: 1, item: #{ name: "a" } },
})
@post op add(
  @query dry: boolean,
  contentType: string,
  of: { item: { ...Item, @header tag: string }, items: Item[] },
): { @header n: int32, item: Item };`);
  expect(sample?.request).toEqual({
    path: {},
    query: { dry: true },
    headers: { tag: "t" },
    body: { contentType: "plain", of: { item: { name: "a" }, items: [{ name: "b" }] } },
  });
  expect(sample?.response).toEqual({
    status: 200,
    headers: { n: 1 },
    body: { item: { name: "a" } },
  });
});

test("samples and examples have only the fields that are visible in the message", async () => {
  const files =
    await generatedFrom(`model Item { @visibility(Lifecycle.Read) id: string; @visibility(Lifecycle.Create) secret: string; }
@opExample(#{ parameters: #{ items: #[#{ id: "1", secret: "s" }] }, returnType: #{ id: "1", secret: "s" } }, #{ title: "one" })
@post op add(@body items: Item[]): Item;`);
  const [sample] = JSON.parse(files.get("shelf/samples.json") ?? "") as Sample[];
  const { paths } = JSON.parse(files.get("shelf/openapi.json") ?? "") as OpenApiDocument;
  const add = paths["/"]?.["post"];
  const [[, response] = []] = add ? ownResponses(add) : [];
  const contents = [add?.requestBody?.content, response?.content];
  expect(contents.map((content) => content?.["application/json"]?.examples)).toEqual([
    { one: { summary: "one", value: [{ secret: "s" }] } },
    { one: { summary: "one", value: { id: "1" } } },
  ]);
  expect([sample?.request.body, sample?.response.body]).toEqual([[{ secret: "s" }], { id: "1" }]);
});

test("the Content-Type is not part of the body, and an optional body may be missing", async () => {
  const [first, second] = await samplesOf(`model Item { name: string; }
@opExample(#{ parameters: #{ contentType: "application/json", item: #{ name: "a" } }, returnType: #{ name: "a" } })
@opExample(#{ parameters: #{ contentType: "application/json" }, returnType: #{ name: "a" } })
@post op add(@header contentType: "application/json", @body item?: Item): Item;`);
  expect(first?.request).toMatchObject({ headers: {}, body: { name: "a" } });
  expect(second?.request).not.toHaveProperty("body");
});

test("a sample shows the content type that it names", async () => {
  const [sample] = await samplesOf(`
@opExample(#{ returnType: #{ contentType: "text/csv", csv: "a,b" } })
op read(): { @header contentType: "application/json"; @body item: { name: string } }
  | { @header contentType: "text/csv"; @body csv: string };`);
  expect(sample?.response).toMatchObject({ contentType: "text/csv", body: "a,b" });
});

test.each([
  ['@encode("unixTimestamp", int32) at: utcDateTime | null', "utcDateTime", 1_767_225_600],
  ['@encode("unixTimestamp", int32) at: utcDateTime | "never"', "utcDateTime", 1_767_225_600],
  ['@encode("seconds", int32) at: duration | null', "duration", 5],
])("an encoding applies to its variant of a union: %s", async (property, scalar, at) => {
  const text = scalar === "duration" ? "PT5S" : "2026-01-01T00:00:00Z";
  const [sample] =
    await samplesOf(`@opExample(#{ returnType: #{ at: ${scalar}.fromISO("${text}") } })
op read(): { ${property} };`);
  expect(sample?.response.body).toEqual({ at });
});

test("a constructor in the specification writes bytes as Base64", async () => {
  const [sample] = await samplesOf(`scalar Content extends bytes { init fromBase64(text: string); }
@opExample(#{ returnType: #{ content: Content.fromBase64("aGk="), at: plainDate.fromISO("2026-02-03") } })
op read(): { content: Content, at: plainDate };`);
  expect(sample?.response.body).toEqual({ content: "aGk=", at: "2026-02-03" });
});

test("samples without a title are named by their number", async () => {
  const samples = await samplesOf(`model Item { name: string; }
@opExample(#{ returnType: #{ name: "a" } })
@opExample(#{ returnType: #{ name: "b" } }, #{ title: "named" })
@opExample(#{ returnType: #{ name: "c" } })
op read(): Item;`);
  expect(samples.map(({ name, response }) => [name, response.body])).toEqual([
    ["sample-1", { name: "a" }],
    ["named", { name: "b" }],
    ["sample-3", { name: "c" }],
  ]);
});

test("a sample without required parameters shows only the response", async () => {
  const samples = await samplesOf(`model Item { name: string; }
@opExample(#{ returnType: #{ name: "a" } })
@opExample(#{ parameters: #{ id: "1" }, returnType: #{ name: "b" } })
@opExample(#{ returnType: #{ _: 404, why: "none" } })
@route("/items/{id}") op read(@path id: string): Item | { @statusCode _: 404, why: string };
@opExample(#{ returnType: #{ name: "c" } })
@post @route("/items") op add(@body item: Item): Item;
@opExample(#{ returnType: #{ name: "d" } })
@route("/first") op first(@query size?: int32): Item;`);
  expect(samples.map(({ isResponseOnly }) => isResponseOnly ?? false)).toEqual([
    ...[true, false, true],
    true,
    false,
  ]);
});

test("a value belongs to the variant of a union that has all of its properties", async () => {
  const [sample] = await samplesOf(`model Small { id: string; }
model Large { id: string; size?: int32; }
@opExample(#{ returnType: #{ item: #{ id: "a", size: 1 } } })
op read(): { item: Small | Large };`);
  expect(sample?.response.body).toEqual({ item: { id: "a", size: 1 } });
});

test("a sample of a multipart form gets the required parameters and fields", async () => {
  const [sample] = await samplesOf(`@opExample(#{ returnType: #{ _: 204 } })
@route("/boxes/{id}") @post op fill(
  @path id: int32,
  @query size: "small" | "large",
  @query note?: string,
  @header contentType: "multipart/form-data",
  @multipartBody form: { label: HttpPart<string>, picture: HttpPart<bytes> },
): { @statusCode _: 204 };`);
  expect(sample?.request).toEqual({
    path: { id: 1 },
    query: { size: "small" },
    headers: {},
    body: { label: "text", picture: "AP8B/g==" },
  });
});

test("a required part of a form has a usual value of its format", async () => {
  const [sample] =
    await samplesOf(`@format("ulid") scalar Id extends string; @format("ipv4") scalar Address extends string;
@opExample(#{ returnType: #{ _: 204 } })
@post op fill(
  @header contentType: "multipart/form-data",
  @multipartBody form: { id: HttpPart<Id>, address: HttpPart<Address> },
): { @statusCode _: 204 };`);
  expect(sample?.request.body).toEqual({
    id: "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    address: "192.0.2.1",
  });
});

test("@samplesLike merges each sample into the first argument", async () => {
  const [first, second] = await samplesOf(`@samplesLike(
  #{ parameters: #{ body: #{ size: #{ width: 1, depth: 2 }, tags: #["a", "b"] } }, returnType: #{ _: 204 }, providerStates: #{ item: #{ n: 1 } } },
  #{ title: "same", description: "" },
  #{ title: "other", description: "", parameters: #{ body: #{ size: #{ depth: 3 }, tags: #["c"] } }, providerStates: #{ item: #{ m: 2 }, clock: #{} } })
op keep(@body body: { size: { width: int32, depth: int32 }, tags: string[] }): { @statusCode _: 204 };`);
  expect(first?.request.body).toEqual({ size: { width: 1, depth: 2 }, tags: ["a", "b"] });
  expect(second?.request.body).toEqual({ size: { width: 1, depth: 3 }, tags: ["c"] });
  expect(second?.source).toMatchObject({ line: 10, column: 3 });
  expect(second?.providerStates).toMatchObject([{ values: { n: 1, m: 2 } }, { name: "clock" }]);
});

test("a list beside an error without a status is the success", async () => {
  const files =
    await generatedFrom(`model State { @encode("unixTimestamp", int32) seen: utcDateTime; }
@error model Trouble { code: int32; message: string; }
@opExample(#{ returnType: #[#{ seen: utcDateTime.fromISO("2024-01-01T00:00:00Z") }] })
op read(): State[] | Trouble;`);
  const [sample] = JSON.parse(files.get("shelf/samples.json") ?? "[]") as Sample[];
  expect(sample?.response).toMatchObject({ status: 200, body: [{ seen: 1_704_067_200 }] });
});

test("the request of an error may be invalid, if all path parameters are given", async () => {
  const files = await generatedFrom(`@error model Refused { @statusCode _: 400; }
@opExample(#{ parameters: #{ id: "longer", name: "longer" }, returnType: #{ _: 400 } })
@route("/{id}") op add(@path @maxLength(3) id: string, @maxLength(5) name: string): void | Refused;`);
  expect(files.get("shelf/samples.json")).toContain("longer");
});
