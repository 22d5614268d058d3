import { join } from "node:path";
import { expect, test } from "vitest";
import type { OpenApiDocument } from "@contract-toolkit/contract";
import { generateFromBody } from "../skeleton/testing/generated.ts";
import { listen } from "../skeleton/testing/listen.ts";
import { createReference, serveReference } from "./index.ts";

const { folder } = await generateFromBody(`
@@choice(Shelf, "growth", #{ open: "How fast it grows.", chosen: "A meter a year." });
@error @refusal(404, 405) model Missing { @statusCode _: 404; why: string; }
model Branch {
  @chosen("growth") @doc("How long it is.") length?: int32;
  @requires("length") unit?: string;
  below?: Branch;
}
@tag("Second") @route("/leaves") interface Leaves { @get find(): Branch[] | Missing; }
@tag("First") @route("/branches") @useAuth(ApiKeyAuth<ApiKeyLocation.header, "X-Key">) interface Branches {
  @opExample(#{ parameters: #{ key: "k", branch: #{ length: 3 } }, returnType: #{ length: 3 } }, #{ title: "short" })
  @post \`grow.v2\`(@chosen("growth") @header("X-Key") key: string, @header trace?: string, @body branch: Branch): Branch;
}
`);
const reference = await createReference([join(folder, "shelf")], {
  server: () => "",
  parameters: () => [{ name: "x-fault", in: "header", schema: { type: "string" } }],
});
const document = JSON.parse(reference.get("shelf.json")?.text ?? "") as OpenApiDocument;

test("descriptions have choices, rules between fields and TypeSpec lines", () => {
  const { Branch } = document.components?.schemas ?? {};
  const note = "*chosen, not documented:* [growth](#shelf/description/growth)";
  expect(Branch).toMatchObject({
    description: expect.stringMatching(
      /^<details>.*\n\n`\S+main\.tsp:10`\n\n<\/details>$/,
    ) as string,
    properties: {
      length: {
        description: expect.stringMatching(
          /^How long it is\.\n\n<details>.*\n\n.* · `\S+main\.tsp:11`\n\n<\/details>$/,
        ) as string,
      },
      unit: {
        description: expect.stringMatching(/^needs `length` as well\n\n<details>/) as string,
      },
    },
  });
  expect(Branch?.properties?.["length"]).toHaveProperty(
    "description",
    expect.stringContaining(note),
  );
  expect(document.info.description).toContain(
    "### growth\n\n*How fast it grows.*\n\nA meter a year.",
  );
});

test("operations have their tags in sequence, the server's parameters and code of the client", () => {
  expect(document["tags"]).toMatchObject([{ name: "Second" }, { name: "First" }]);
  const grow = document.paths["/branches"]?.["post"];
  // The credential is described by its scheme.
  expect(grow?.parameters).toMatchObject([{ name: "trace" }, { name: "x-fault" }]);
  expect(document.components?.securitySchemes?.["ApiKeyAuth"]).toHaveProperty(
    "description",
    expect.stringContaining("growth"),
  );
  expect(grow?.["x-codeSamples"]).toMatchObject([
    { source: expect.stringContaining('client["Branches_grow.v2"]({') as string },
  ]);
});

test("files are compressed and cached", async () => {
  await using server = await listen((request, response) => {
    if (!serveReference(reference, "/docs/", request, response)) response.writeHead(404).end();
  });
  const ask = (name: string, headers: Record<string, string> = {}) =>
    fetch(new URL(`docs/${name}`, server.url), { headers });
  const [scalar = ""] = [...reference.keys()].filter((name) => name.startsWith("scalar-"));
  for (const encoding of ["br", "gzip"]) {
    const response = await ask(scalar, { "accept-encoding": encoding });
    expect(response.headers.get("content-encoding")).toBe(encoding);
    expect(response.headers.get("cache-control")).toContain("immutable");
    expect(await response.text()).toBe(reference.get(scalar)?.text);
  }
  const plain = await ask("shelf.json", { "accept-encoding": "identity" });
  expect(plain.headers.get("content-encoding")).toBeNull();
  const etag = plain.headers.get("etag") ?? "";
  const again = await ask("shelf.json", { "accept-encoding": "identity", "if-none-match": etag });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});
