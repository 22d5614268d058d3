import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { calledNames, inheritedNames } from "@contract-toolkit/contract";
import { createResponseValidation } from "../../../client/runtime/validation.ts";
import { specify } from "../testing/specification.ts";
import { playOnClient, playOnServer } from "../../../conformance/index.ts";
import { generatedClient } from "../../../conformance/testing/client.ts";
import { typecheck } from "../../../conformance/testing/compile.ts";
import { failuresOf } from "../../../conformance/testing/failures.ts";
import { generateInto } from "../../../conformance/testing/generated.ts";
import { full } from "../../../server/gateway/testing/long-test.ts";
import { chosen } from "../../../server/gateway/testing/drawn.ts";
import { startSampleServer } from "../testing/sample-server.ts";

/** Further names that have a meaning in JavaScript. A field cannot be named `__proto__`. An ordinary run takes some of them. */
const further = [
  ...inheritedNames.filter((name) => name !== "constructor" && name !== "__proto__"),
  ...calledNames,
  ...["arguments", "async", "await", "class", "default", "delete", "eval", "length", "name"],
  ...["new", "null", "prototype", "return", "this", "undefined", "yield"],
];
const names = [
  "constructor",
  ...chosen(further, full ? further.length : 5, "names with a meaning"),
];

/** Declarations with a name in every place. Operation ids that cannot be used are in `refused-specs.test.ts`. */
function declarationsOf(name: string, index: number): string {
  const model = `N${index}.\`${name}\``;
  return `
namespace N${index} { model \`${name}\` { kind: "${name}"; \`${name}\`: string; value?: ${index}; } }
enum E${index} { \`${name}\` }
@discriminated(#{ envelope: "none" })
union U${index} { \`${name}\`: ${model}, other${index}: Other${index} }
model Other${index} { kind: "other${index}"; }
@route("/places${index}") @tag("${name}")
op places${index}(
  @query("${name}") query: int32,
  @query("${name}Many") many?: string[] = #["a"],
  @header("${name}") header: boolean,
  @header("${name}-too") headers?: string[],
  @cookie("${name}") cookie: string,
  @body body: ${model},
): { @header("${name}") header: string; @body body: ${model} };
@route("/path${index}/{${name}}") op path${index}(@path \`${name}\`: string): void;
@route("/defaults${index}/{?${name}}") op defaults${index}(
  @query \`${name}\`?: string,
  @header("${name}") header?: int32 = 3,
  @cookie("${name}") cookie?: int32,
): { @header("${name}") header?: string; @header sizes: int32[] };
@route("/choices${index}") @post op choices${index}(@body body: U${index}): { value: E${index} };
@route("/form${index}") @post op form${index}(
  @header contentType: "multipart/form-data",
  @multipartBody body: { \`${name}\`: HttpPart<string>; file: HttpPart<bytes> },
): void;
@route("/operation${index}") interface I${index} { \`${name}\`(): E${index}; }
`;
}

describe("names with a meaning in JavaScript, in every place", async () => {
  await using specification = await specify(names.map(declarationsOf).join(""));
  const generated = await generateInto(specification.entry);
  const suite = await generated.load("shelf");

  test("typecheck", () => {
    const imports = ["handlers.ts", "index.ts"].map(
      (file) => `import type {} from "${join(generated.folder, "shelf", file)}";\n`,
    );
    const files = { "special-names.virtual.ts": imports.join("") };
    expect(typecheck(files, generated.folder)).toEqual([]);
  });

  test("are served and mocked", async () => {
    await using server = await startSampleServer(suite);
    const asked = { url: server.url, headers: {}, provider: { states: {} }, fresh: String };
    const cases = [...suite.derived("server").cases, ...suite.constraints("server").cases];
    expect(await failuresOf(cases, (testCase) => playOnServer(suite, testCase, asked))).toEqual([]);
    expect(server.problems).toEqual([]);
  });

  test("are called by the client", async () => {
    const { validators } = (await import(
      join(generated.folder, "shelf", "client-validators.js")
    )) as { validators: Parameters<typeof createResponseValidation>[0] };
    const { operations } = suite.contract;
    const client = generatedClient(operations, createResponseValidation(validators));
    const { cases } = suite.derived("client");
    const play = (item: (typeof cases)[number]) => playOnClient(suite.contract, item, client);
    expect(await failuresOf(cases, play)).toEqual([]);
  });
});
