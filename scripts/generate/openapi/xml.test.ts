import type { OpenApiDocument, Operation, Schema } from "@contract-toolkit/contract";
import { expect, test } from "vitest";
import { generatedFrom } from "../testing/specification.ts";

/** The XML of the request of `keep`, and its schemas in both documents. */
async function keptBody(body: string) {
  const files = await generatedFrom(
    `${body}\n@put op keep(@header contentType: "application/xml", @body it: Kept): void;`,
  );
  const text = files.get("shelf/operations.js") ?? "";
  const [, json = "{}"] = /JSON\.parse\(`([^]*)`\)/.exec(text) ?? [];
  const { keep } = JSON.parse(json.replaceAll(/\\([\\`$])/g, "$1")) as { keep: Operation };
  const schemas = (name: string) =>
    (JSON.parse(files.get(`shelf/${name}`) ?? "{}") as OpenApiDocument).components?.schemas ?? {};
  return { xml: keep.body?.xml, in30: schemas("openapi.json"), in31: schemas("openapi-3.1.json") };
}

const text = { type: "string" };

test("a list of a model that contains itself is written by reference, in both documents", async () => {
  const { xml, in30, in31 } = await keptBody(
    `model Kept { @TypeSpec.Xml.unwrapped @TypeSpec.Xml.name("kid") kept: Kept[]; inner?: Kept; }`,
  );
  expect(xml?.values).toEqual({
    Kept: {
      fields: {
        kept: { name: "kid", value: "Kept", as: "repeated", required: true },
        inner: { name: "inner", value: "Kept" },
      },
    },
  });
  const items = (schema: Schema | undefined) =>
    (schema?.properties?.["kept"] as Schema | undefined)?.items;
  const $ref = "#/components/schemas/Kept";
  expect(items(in30["Kept"])).toEqual({ allOf: [{ $ref }], xml: { name: "kid" } });
  expect(items(in31["Kept"])).toEqual({ $ref, xml: { name: "kid" } });
});

test("a list may be the root, if it has a name", async () => {
  const { xml } = await keptBody(`model Item { a: string; } model Kept is Item[];`);
  expect(xml?.root).toEqual({ name: "Kept", value: "Kept" });
  expect(xml?.values?.["Kept"]).toEqual({ items: { name: "Item", value: "Item" } });
});

test("a list with a name has other items where it has no element of its own", async () => {
  const { xml } = await keptBody(
    `model Tags is string[]; model Kept { tags: Tags; @TypeSpec.Xml.unwrapped more?: Tags; }`,
  );
  expect(xml?.values?.["Kept"]?.fields).toEqual({
    tags: { name: "tags", value: "Tags" },
    more: { name: "more", ...text, as: "repeated" },
  });
  expect(xml?.values?.["Tags"]).toEqual({ items: { name: "string", ...text } });
});

test("the fields of all variants are read together", async () => {
  const { xml } = await keptBody(`@discriminator("kind") model Kept { kind: string; }
model A extends Kept { kind: "a"; x: int32; } model B extends Kept { kind: "b"; y: boolean; }`);
  expect(xml?.values?.["Kept"]?.fields).toEqual({
    kind: { name: "kind", ...text },
    x: { name: "x", type: "integer" },
    y: { name: "y", type: "boolean" },
  });
});

test("another name in JSON does not change the name in XML", async () => {
  const { xml } = await keptBody(`model Kept { @encodedName("application/json", "j") a: string; }`);
  expect(xml?.values?.["Kept"]?.fields).toEqual({ j: { name: "a", ...text } });
});
