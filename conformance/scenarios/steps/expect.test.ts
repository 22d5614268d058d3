import { expect, test } from "vitest";
import { readExpectations, unmetExpectations } from "./expect.ts";

const nothing = readExpectations({});
const known = new Map([["start", "2026-11-02T03:04:05.000Z"]]);
const message = {
  body: {
    text: "Tea & cake",
    items: ["a", "b"],
    links: ["https://shop.example/back?b=2&a=1&id=7", "app://orders/7", "app://orders/8#top"],
    seconds: 1_793_588_646,
    local: "2026-11-02T10:04:06.400+07:00",
    late: "2026-11-02T03:04:07.000Z",
  },
};

test.each([
  { contains: { "/body/text": "cake", "/body/items": "b" } },
  { among: { "/body/items": ["a", "b", "c"] } },
  { leadsTo: { "/body/links": "https://shop.example/back?a=1&b=2" } },
  { leadsTo: { "/body/links": "app://orders/7" } },
  { leadsTo: { "/body/links": "app://orders/8" } },
  { leadsTo: { "/body/links": "app://orders/8#top" } },
  { moment: { "/body/local": { from: "{start}", seconds: 1, within: 0 } } },
  { moment: { "/body/seconds": { from: "{start}", seconds: 1, within: 0 } } },
  { moment: { "/body/late": { from: "{start}", seconds: 0, within: 2 } } },
  { equal: { "/body/none/size": 1 }, ifPresent: ["/body/none"] },
])("%j holds", (expected) => {
  expect(unmetExpectations({ ...nothing, ...expected }, message, known)).toEqual([]);
});

test.each([
  { contains: { "/body/text": "Cake" } },
  { contains: { "/body/items": "c" } },
  { contains: { "/body/none": "c" } },
  { among: { "/body/items": ["a"] } },
  { among: { "/body/none": ["a"] } },
  { leadsTo: { "/body/links": "https://shop.example/back?a=2" } },
  { leadsTo: { "/body/links": "https://shop.example/" } },
  { leadsTo: { "/body/none": "https://shop.example/" } },
  { moment: { "/body/late": { from: "{start}", seconds: 0, within: 0 } } },
  { equal: { "/body/text": "Cake" }, ifPresent: ["/body/text"] },
  { moment: { "/body/text": { from: "{start}", seconds: 0, within: 0 } } },
  { leadsTo: { "/body/links": "https://shop.example/back?a=1#top" } },
])("%j does not hold", (expected) => {
  expect(unmetExpectations({ ...nothing, ...expected }, message, known)).toHaveLength(1);
});
