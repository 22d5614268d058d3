import { expect, test } from "vitest";
import { SpecError } from "../compile.ts";
import { readTables } from "./rows.ts";

test("a row is named by its table and knows its line", () => {
  const tables = readTables(
    "spec/interface/items.yaml",
    `# Items.
item:
  title: Item
  at: ["findItems 200 body[]", readItem 200 body]
  rows:
    title: { says: A title., type: string }
    owner.name:
      says: A name.
      at: readItem 200 body.owner.name
`,
  );
  expect(tables).toEqual([
    {
      title: "Item",
      rows: [
        {
          id: "item.title",
          says: "A title.",
          type: "string",
          at: ["findItems 200 body[].title", "readItem 200 body.title"],
          source: { file: "spec/interface/items.yaml", line: 6 },
        },
        {
          id: "item.owner.name",
          says: "A name.",
          at: ["readItem 200 body.owner.name"],
          source: { file: "spec/interface/items.yaml", line: 7 },
        },
      ],
    },
  ]);
});

test("rows of a table may be values, or operations", () => {
  const tables = readTables(
    "a.yaml",
    `medium:
  title: Media
  at: findItems request query.medium
  each: value
  rows:
    paper: { says: On paper. }
status:
  title: Success
  at: "200"
  each: operation
  rows:
    findItems: { says: Success. }
`,
  );
  expect(tables.flatMap(({ rows }) => rows.map(({ at, value }) => ({ at, value })))).toEqual([
    { at: ["findItems request query.medium"], value: "paper" },
    { at: ["findItems 200"], value: undefined },
  ]);
});

test.each([
  ["a row that says nothing", "t: { title: T, rows: { a: { type: string } } }"],
  ["an unknown key", "t: { title: T, rows: { a: { says: A., wher: b } } }"],
  ["a table without rows", "t: { title: T, rows: {} }"],
  ["what is no YAML", "t: { title: T"],
])("%s is refused with the file's name", (_, text) => {
  expect(() => readTables("a.yaml", text)).toThrow(SpecError);
  expect(() => readTables("a.yaml", text)).toThrow(/^a\.yaml/);
});
