import { expect, test } from "vitest";
import { SpecError } from "../../spec-error.ts";
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
      shownBy: "samples",
      rows: [
        {
          id: "item.title",
          says: "A title.",
          type: "string",
          at: ["findItems 200 body[].title", "readItem 200 body.title"],
          shownBy: "samples",
          source: { file: "spec/interface/items.yaml", line: 6 },
        },
        {
          id: "item.owner.name",
          says: "A name.",
          at: ["readItem 200 body.owner.name"],
          shownBy: "samples",
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

test("rows that scenarios show are where their table is, or at a place of their own", () => {
  const [table] = readTables(
    "a.yaml",
    `loan:
  title: Loans
  shownBy: scenarios
  at: choice late-return
  rows:
    late: { says: A late return is told., section: Loans }
    again: { says: It is lent again., at: borrowItem, section: Loans }
`,
  );
  expect(table).toMatchObject({
    shownBy: "scenarios",
    rows: [
      { id: "loan.late", at: ["choice late-return"], shownBy: "scenarios", section: "Loans" },
      { id: "loan.again", at: ["borrowItem"], shownBy: "scenarios" },
    ],
  });
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
