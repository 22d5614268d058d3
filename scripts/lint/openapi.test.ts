import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { isSchema } from "../generate/schemas.ts";
import { generate } from "../generate/index.ts";
import { complaintsOf, type Complaint } from "./openapi.ts";

/** What linters may say, and why it stays. */
const accepted: readonly { readonly reason: string; allows(complaint: Complaint): boolean }[] = [
  {
    reason:
      "What a Base64 string carries (x-carries) is described by a schema of its own; OpenAPI 3.0, unlike 3.1, has no keyword that refers to it.",
    allows: ({ document, rule, pointer }) =>
      document.endsWith("openapi.json") &&
      ["oas3-unused-component", "no-unused-components"].includes(rule) &&
      /^\/components\/schemas\/(Authentication|Payment|Installment)Event$/.test(pointer),
  },
];

const generated = resolve(import.meta.dirname, "../../generated");

describe.each(["gateway", "sandbox", "merchant"])("the published documents of %s", (service) => {
  test.each(["openapi.json", "openapi-3.1.yaml"])("%s is without complaints", async (name) => {
    const document = join(service, name);
    const complaints = await complaintsOf(
      document,
      parse(await readFile(join(generated, document), "utf8")),
    );
    const isAccepted = (each: Complaint) => accepted.some(({ allows }) => allows(each));
    expect(complaints.filter((each) => !isAccepted(each))).toEqual([]);
  });

  test("are OpenAPI 3.0 and 3.1, with examples", async () => {
    const texts = await Promise.all(
      ["openapi.json", "openapi-3.1.yaml"].map((name) =>
        readFile(join(generated, service, name), "utf8"),
      ),
    );
    const versions = texts.map((text) => (parse(text) as { openapi: string }).openapi);
    expect(versions).toEqual(["3.0.0", "3.1.0"]);
    for (const text of texts) expect(text).toContain("examples");
  });
});

test("no complaint is accepted that nobody makes", async () => {
  const document = "merchant/openapi.json";
  const complaints = await complaintsOf(
    document,
    parse(await readFile(join(generated, document), "utf8")),
  );
  for (const { reason, allows } of accepted) expect(complaints.some(allows), reason).toBe(true);
});

/** What a specification has to say itself; of the rest, the generator takes care. */
const ownWords = new Set([
  ...["oas3-api-servers", "info-contact", "operation-tags"],
  ...["no-empty-servers", "info-license", "operation-summary", "security-defined"],
]);

describe("every shape that a schema can take", async () => {
  const spec = resolve(import.meta.dirname, "../../conformance/derive/fixtures/shapes/main.tsp");
  const files = await generate(spec);
  const documentAt = (name: string): unknown => parse(files.get(`shapes/${name}`) ?? "");

  test.each(["openapi.json", "openapi-3.1.yaml"])("is published well in %s", async (name) => {
    const complaints = await complaintsOf(name, documentAt(name));
    expect(complaints.filter(({ rule }) => !ownWords.has(rule))).toEqual([]);
  });

  test("an example that breaks its schema would be seen by both linters", async () => {
    const text = JSON.stringify(documentAt("openapi.json"));
    const broken: unknown = JSON.parse(text.replace('"value":{"tag":"ab"', '"value":{"tag":7'));
    const rules = (await complaintsOf("broken", broken)).map(({ rule }) => rule);
    expect(rules).toContain("oas3-valid-media-example");
    expect(rules).toContain("no-invalid-media-type-examples");
  });

  test("says null by itself wherever OpenAPI 3.0 would lose it", () => {
    const found: unknown[] = [];
    const visit = (node: unknown): void => {
      if (Array.isArray(node)) node.forEach(visit);
      if (!isSchema(node)) return;
      const { nullable, type, $ref } = node;
      if (nullable === true && (type === undefined || "allOf" in node)) found.push(node);
      if ($ref !== undefined && Object.keys(node).length > 1) found.push(node);
      Object.values(node).forEach(visit);
    };
    visit(documentAt("openapi.json"));
    expect(found).toEqual([]);
  });
});
