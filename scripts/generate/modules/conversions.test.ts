import type { Conversions } from "@contract-toolkit/contract";
import { expect, test } from "vitest";
import { generatedFrom } from "../testing/specification.ts";

async function conversionsOf(text: string): Promise<Conversions | undefined> {
  const code = (await generatedFrom(text)).get("shelf/conversions.js");
  if (code === undefined) return undefined;
  const module: unknown = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return (module as { conversions: Conversions }).conversions;
}

test("only what contains a date-time or an integer of 64 bits is listed", async () => {
  const found = await conversionsOf(`
    model Other { text: string; }
    model Leaf { at: utcDateTime; }
    model Tree { leaf?: Leaf; children: Tree[]; other: Other; }
    op read(@path id: int64, @query text: string, @header since?: utcDateTime): Tree | { @statusCode _: 404; };
    op other(@body other: Other): Other;`);
  expect(found).toEqual({
    components: {
      Leaf: { fields: { at: "date-time" } },
      Tree: {
        fields: { leaf: { component: "Leaf" }, children: { items: { component: "Tree" } } },
      },
    },
    operations: {
      read: {
        request: {
          fields: {
            path: { fields: { id: "int64" } },
            headers: { fields: { since: "http-date" } },
          },
        },
        responses: { 200: { component: "Tree" } },
      },
    },
  });
});

test.each([
  [
    "variants that agree",
    `{ k: "a"; at: utcDateTime } | { k: "b"; at: utcDateTime; n: int32 }`,
    true,
  ],
  ["a date and null", "utcDateTime | null", true],
  ["a date and a number", "utcDateTime | int32", true],
  ["a date and another text", `utcDateTime | "never"`, false],
  ["an integer and a fraction", "int64 | float64", false],
  [
    "variants that differ in a field",
    `{ k: "a"; at: utcDateTime } | { k: "b"; at: string }`,
    false,
  ],
  ["other fields and a field", `Record<utcDateTime> | { k: string }`, false],
  ["items that differ", "utcDateTime[] | string[]", false],
])("a union of %s", async (_, union, isClear) => {
  const found = await conversionsOf(`op read(): { value: ${union} };`);
  expect(JSON.stringify(found?.operations["read"]).includes("maybe")).toBe(!isClear);
});

const node = { component: "Node" };

test.each([
  ["null", "next: Node | null", node],
  ["a date, in a list", "next?: (Node | utcDateTime)[]", { items: { all: [node, "date-time"] } }],
  ["a text, in a map", "next?: Record<Node | string>", { fields: {}, others: node }],
  [
    "a model that has another field of that name",
    "next?: Node | Other; } model Other { at: string; back?: Other | Node",
    { maybe: { all: [node, { component: "Other" }] } },
  ],
])("a model that refers to itself in a union with %s", async (_, fields, next) => {
  const found = await conversionsOf(`model Node { at: utcDateTime; ${fields}; } op read(): Node;`);
  expect(found?.components["Node"]).toEqual({ fields: { at: "date-time", next } });
});

test("a status without anything to convert is not that of its range", async () => {
  const found = await conversionsOf(`
    @error model Failed { @minValue(400) @maxValue(499) @statusCode _: int32; at: utcDateTime; }
    @error model Missing { @statusCode _: 404; at: string; }
    op read(): { text: string } | Missing | Failed;`);
  expect(found?.operations["read"]?.responses).toEqual({
    200: { fields: {} },
    404: { fields: {} },
    "4XX": { component: "Failed" },
  });
});

test("a contract without them has no such file", async () => {
  expect(await conversionsOf("op read(): { day: plainDate; small: int32 };")).toBeUndefined();
});
