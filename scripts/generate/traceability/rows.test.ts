import { expect, test } from "vitest";
import { readTables } from "./rows.ts";

test("a requirement has the properties of its table and its line, and may be a plain string", () => {
  const [table] = readTables(
    "items.yaml",
    `# Items.
item:
  title: Item
  at: ["findItems 200 body[]", readItem 200 body]
  type: string
  rows:
    title: A title.
    pages: { says: Pages., type: integer }
    owner.name:
      says: A name.
      at: readItem 200 body.owner.name
`,
  );
  const common = { shownBy: "samples" };
  const source = (line: number) => ({ file: "items.yaml", line });
  expect(table?.rows).toEqual([
    {
      ...common,
      id: "item.title",
      says: "A title.",
      type: "string",
      source: source(7),
      at: ["findItems 200 body[].title", "readItem 200 body.title"],
    },
    {
      ...common,
      id: "item.pages",
      says: "Pages.",
      type: "integer",
      source: source(8),
      at: ["findItems 200 body[].pages", "readItem 200 body.pages"],
    },
    {
      ...common,
      id: "item.owner.name",
      says: "A name.",
      source: source(9),
      at: ["readItem 200 body.owner.name"],
    },
  ]);
});

test.each([
  [
    "a requirement that says nothing",
    "t: { title: T, rows: { a: { type: string } } }",
    /^a\.yaml:1:24 - error \S+requirement: /,
  ],
  ["an unknown key", "t: { title: T, rows: { a: { says: A., wher: b } } }", /^a\.yaml:1:24 - /],
  ["a table without requirements", "t: { title: T, rows: {} }", /^a\.yaml:1:16 - /],
  ["what is no YAML", "t: { title: T", /^a\.yaml:1:14 - /],
])("%s is refused at its place", (_, text, place) => {
  expect(() => readTables("a.yaml", text)).toThrow(place);
});
