import { mkdir, mkdtempDisposable, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import type { OpenApiDocument } from "@contract-toolkit/contract";
import { compileSpec } from "../compile.ts";
import { readServices } from "./read-services.ts";
import { generatedFrom, specify } from "../testing/specification.ts";

test("the position of an operation from a library's template is where the template is used", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "service-"));
  const library = join(folder.path, "node_modules/operations");
  await mkdir(library, { recursive: true });
  await symlink(resolve("node_modules/@typespec"), join(folder.path, "node_modules/@typespec"));
  await writeFile(join(library, "package.json"), '{ "tspMain": "main.tsp" }');
  await writeFile(
    join(library, "main.tsp"),
    'import "@typespec/http"; using Http; interface Readable<T> { @get read(): T; }',
  );
  const entry = join(folder.path, "main.tsp");
  const text = `import "@typespec/http"; import "operations";
using Http;
@service namespace Clocks;
model Time { now: int32; }
interface Times extends Readable<Time> {}
`;
  await writeFile(entry, text);
  const [service] = await readServices(await compileSpec(entry));
  expect(service?.operations.map(({ operation }) => operation.source)).toEqual([
    { file: expect.stringMatching(/main\.tsp$/) as string, line: 5, column: 1 },
  ]);
});

test("a parameter, header or form field that is a union of scalars is read as its number or boolean", async () => {
  await using specification = await specify(`enum Size { small: 1, large: 2 }
union Named { all: "all", Size }
@post op add(
  @query size?: Size | "any", @query named?: Named, @query none?: float64 | null, @query list?: (int32 | "all")[],
  @query code?: "1" | 2, @query text?: string | int32, @header at?: utcDateTime | int32,
  @header contentType: "application/x-www-form-urlencoded", @body form: { count: int32 | "all"; on?: boolean | "auto" },
): { @header left: int32 | null };`);
  const [service] = await readServices(await compileSpec(specification.entry));
  const operation = service?.operations[0]?.operation;
  expect(
    Object.fromEntries(operation?.parameters.map(({ name, type }) => [name, type]) ?? []),
  ).toEqual({
    size: "number",
    named: "number",
    none: "number",
    list: "integer",
    code: "string",
    text: "string",
    at: "integer",
  });
  expect(operation?.body?.fields).toEqual({ count: { type: "integer" }, on: { type: "boolean" } });
  expect(operation?.responses).toMatchObject({
    200: { headerTypes: { left: { type: "integer" } } },
  });
});

test("a title and a name in backticks change neither the code nor the folder of generated files", async () => {
  const files = await generatedFrom(`op read(): void;
@service(#{ title: "A */ b" }) namespace \`../../Out side\` { @route("/other") op other(): void; }`);
  const folder = "-out-side";
  expect([...files.keys()].map((file) => file.split("/")[0])).toContain(folder);
  expect([...files.keys()].join("\n")).not.toContain("..");
  expect(files.get(`${folder}/handlers.ts`)).toContain("/** Every operation of A *\\/ b, to");
});

test("fields and parameters may have the names of keywords", async () => {
  const files = await generatedFrom(`model Other { x: string }
model Names {
  allOf?: Other[]; oneOf?: Other[]; anyOf?: Other | null; not?: Other; items: int32 | string; properties?: Other;
  discriminator?: Other; \`$ref\`?: string; type?: string | null; \`enum\`?: Other; schema?: Other; parameters?: Other[];
}
@post op add(@query schema: int32, @query items?: string[], @body body: Names): { @header schema: string; @body body: Names };`);
  const { components } = JSON.parse(files.get("shelf/openapi.json") ?? "") as OpenApiDocument;
  expect(components?.schemas?.["Names"]?.properties).toMatchObject({
    allOf: { type: "array", items: { $ref: "#/components/schemas/Other" } },
    anyOf: { anyOf: [{ $ref: "#/components/schemas/Other" }, { nullable: true }] },
    $ref: { type: "string" },
  });
});

test.each([
  [
    "OAuth 2.0 in several flows",
    'OAuth2Auth<[A, B], ["read", "write"]>',
    [[{ scheme: "OAuth2Auth", type: "Bearer" }]],
  ],
  ["OpenID Connect", "Identity", [[{ scheme: "Identity", type: "Bearer" }]]],
  [
    "an alternative of both with a key",
    "[Identity, Key] | OAuth2Auth<[B]>",
    [
      [{ scheme: "Identity" }, { scheme: "Key", in: "header", name: "x-key" }],
      [{ scheme: "OAuth2Auth" }],
    ],
  ],
])("%s can be required", async (_, auth, security) => {
  await using specification =
    await specify(`model A { type: OAuth2FlowType.clientCredentials; tokenUrl: "https://x.example/t"; scopes: ["read"]; }
model B { type: OAuth2FlowType.password; tokenUrl: "https://x.example/t"; }
model Identity is OpenIdConnectAuth<"https://x.example/.well-known/openid-configuration">;
model Key is ApiKeyAuth<ApiKeyLocation.header, "x-key">;
@useAuth(${auth}) op read(): void;`);
  const [service] = await readServices(await compileSpec(specification.entry));
  expect(service?.operations[0]?.operation.security).toMatchObject(security);
});

test("the default of a number that is written as a string is exact", async () => {
  const files = await generatedFrom(`@encode(string) scalar Big extends int64;
model Sums {
  @encode(string) own?: uint64 = 18446744073709551615;
  named?: Big = 9223372036854775807;
  @encode(string) decimal?: decimal = 0.12345678901234567890123;
}
op read(@query @encode(string) from?: int64 = 9007199254740993): Sums;`);
  const document = JSON.parse(files.get("shelf/openapi.json") ?? "") as OpenApiDocument;
  expect(document.components?.schemas?.["Sums"]?.properties).toMatchObject({
    own: { default: "18446744073709551615" },
    named: { default: "9223372036854775807" },
    decimal: { default: "0.12345678901234567890123" },
  });
  expect(JSON.stringify(document.paths)).toContain('"default":"9007199254740993"');
});

test("an exclusive bound of a parameter is generated", async () => {
  await using specification = await specify(
    "op read(@query @minValueExclusive(0) @maxValueExclusive(9) ratio: float64, @header @minValueExclusive(1) size: int32): void;",
  );
  const [service] = await readServices(await compileSpec(specification.entry));
  const schemas = service?.operations[0]?.parameters.map(({ schema }) => schema);
  expect(schemas).toMatchObject([
    { exclusiveMinimum: 0, exclusiveMaximum: 9 },
    { exclusiveMinimum: 1 },
  ]);
});
