import { resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { compileSpec, type Spec } from "../compile.ts";
import { readSamples } from "../samples/samples.ts";
import { readServices } from "../service-model/read-services.ts";
import { type Service } from "../service-model/service.ts";
import type { Sample } from "@contract-toolkit/contract";
import { coverInterface, gapsOf } from "./interface-coverage.ts";
import { readTables } from "./rows.ts";

/** A specification of another domain, which nothing here was written for. */
const entry = resolve(
  import.meta.dirname,
  "../../../server/skeleton/testing/library-service/main.tsp",
);

let spec: Spec;
let services: Service[];

beforeAll(async () => {
  spec = await compileSpec(entry);
  services = await readServices(spec);
});

/** The gaps of one requirement, with the samples that `keep` keeps. */
function gaps(row: string, keep: (sample: Sample) => boolean = () => true) {
  const text = `t:\n  title: T\n  rows:\n    r: { says: Something., ${row} }\n`;
  const samples = new Map(
    services.map((service) => [service, readSamples(spec, service).filter(keep)]),
  );
  return gapsOf(coverInterface(spec, services, samples, readTables("rows.yaml", text)));
}

test.each([
  "at: findItems, route: GET /items",
  "at: removeItem 404",
  "at: addItem 201 headers.location, required: true",
  "at: addItem request body.content.minutes, type: integer, required: true",
  'at: "findItems 200 body[].labels", required: false',
  'at: addItem request body.content.narrator, type: [string, "null"]',
  'at: "findItems request query.medium[]", value: film',
  "at: findItems request query.page, absent: true",
  "at: findItems request query.limit, rules: { maximum: 50 }, samples: [findItems/two-media]",
])("covered: %s", (row) => {
  expect(gaps(row)).toEqual([]);
});

const limit = "findItems request query.limit";
const withRule = (rule: string) =>
  `at: ${limit}, rules: { ${rule} }, samples: [findItems/two-media]`;
const reason = "borrowItem 422 body.reason";
const lost = `at: ${reason}, value: lost, samples: [borrowItem/already-borrowed]`;

test.each([
  ["at: findBook", "the specification has no findBook."],
  ["at: findItems 404", "the specification has no findItems 404."],
  ["at: addItem request body.pages", "the specification has no addItem request body.pages."],
  ["at: choice hours", "no choice hours is declared."],
  ["at: a b c d", '"a b c d" is no address.'],
  ["value: 1", "has no place; name one under `at`."],
  ["at: findItems, route: GET /things", "findItems is GET /items, unlike the requirement."],
  [`at: ${limit}, type: string`, `${limit} has the type integer there, unlike the requirement.`],
  [`at: ${limit}, required: true`, `${limit} is optional there, unlike the requirement.`],
  [withRule("maximum: 60"), `${limit} has maximum 50 there, unlike the requirement.`],
  [withRule("multipleOf: 5"), `${limit} has no multipleOf there, unlike the requirement.`],
  [lost, `${reason} does not allow "lost" there, unlike the requirement.`],
  [`at: ${limit}, absent: true`, `the specification has ${limit}, or lacks its operation.`],
  ["at: findItems, samples: [findItems/none]", "there is no sample findItems/none."],
])("a gap with the position and id of the requirement: %s", (row, gap) => {
  const found = gaps(row).map((line) => line.replace(/ \([^()]+\)(?=\.$)/, ""));
  expect(found).toEqual([`rows.yaml:4 t.r: ${gap}`]);
});

test("a gap names the lines of the specification that differ", () => {
  expect(gaps("at: findItems request query.limit, type: string")).toEqual([
    expect.stringMatching(/unlike the requirement \(library-service\/catalogue\.tsp:\d+, /),
  ]);
});

test.each([
  ["a status", "at: removeItem 404", "removeItem/unknown"],
  ["a field", "at: addItem request body.content.narrator", "addItem/recording"],
  ["a value", 'at: "findItems request query.medium[]", value: film', "findItems/two-media"],
])("%s without its only sample is a gap", (_, row, only) => {
  const found = gaps(row, ({ operation, name }) => `${operation}/${name}` !== only);
  expect(found).toEqual([expect.stringMatching(/^rows\.yaml:4 t\.r: no sample/)]);
});

/** The gaps of one requirement that scenarios have to show. */
function gapsOverTime(row: string, shown: readonly string[] = []) {
  const text = [
    "t: { title: T, rows: { a: { says: A., at: findItems } } }",
    "u:",
    "  title: U",
    "  shownBy: scenarios",
    `  rows: { r: { says: Something., ${row} } }`,
  ].join("\n");
  const samples = new Map(services.map((service) => [service, readSamples(spec, service)]));
  const at = (line: number) => ({ file: "scenarios/a.yaml", line, column: 1 });
  return gapsOf(
    coverInterface(
      spec,
      services,
      samples,
      readTables("rows.yaml", text),
      shown.map((id, index) => ({ row: id, source: at(10 * index + 2), step: at(10 * index) })),
    ),
  );
}

describe("a requirement that scenarios must show", () => {
  test("is covered by a step, without a sample", () => {
    expect(gapsOverTime("at: borrowItem, section: T", ["u.r"])).toEqual([]);
  });

  test.each([
    ["without a step", "at: borrowItem, section: T", [], "no step of a scenario shows it; name it"],
    ["of a table that is not there", "at: borrowItem, section: S", ["u.r"], 'no table "S".'],
    ["of its own table", "at: borrowItem, section: U", ["u.r"], 'no table "U".'],
    ["from nowhere", "at: borrowItem", ["u.r"], "names neither a `section` nor a choice"],
    ["without a place", "section: T", ["u.r"], "has no place"],
    ["of a choice that is none", "at: choice hours", ["u.r"], "no choice hours is declared."],
    ["at no place", "at: lendItem, section: T", ["u.r"], "the specification has no lendItem."],
  ])("%s is a gap", (_, row, shown, gap) => {
    expect(gapsOverTime(row, shown)).toEqual([expect.stringContaining(gap)]);
  });

  test("a step that shows an unknown requirement is a gap", () => {
    expect(gapsOverTime("at: borrowItem, section: T", ["u.r", "u.s"])).toEqual([
      "scenarios/a.yaml:12 there is no requirement u.s.",
    ]);
  });
});

test("a limit is shown by a value at the limit, not by one within it", () => {
  expect(gaps("at: findItems request query.limit, rules: { maximum: 50 }")).toEqual([
    expect.stringContaining("is at maximum 50 or beyond"),
  ]);
});

test("a default is shown by a success without the value, not by an error", () => {
  expect(gaps("at: borrowItem request query.days, rules: { default: 7 }")).toEqual([
    expect.stringContaining("succeeds without it"),
  ]);
});
