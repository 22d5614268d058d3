import { expect, test } from "vitest";
import { expandPath, expressionsOf, prefixOf, readItems, readPairs } from "./uri-template.ts";

const list = ["a", "b/c"];
const object = { a: 1, b: "2;" };

// RFC 6570, section 3.2, with values whose reserved characters are encoded.
test.each([
  ["{x}", list, "a,b%2Fc"],
  ["{x*}", list, "a,b%2Fc"],
  ["{.x}", list, ".a,b%2Fc"],
  ["{.x*}", list, ".a.b%2Fc"],
  ["{/x}", list, "/a,b%2Fc"],
  ["{/x*}", list, "/a/b%2Fc"],
  ["{;x}", list, ";x=a,b%2Fc"],
  ["{;x*}", list, ";x=a;x=b%2Fc"],
  ["{+x}", ["a/b", "c,d"], "a/b,c%2Cd"],
  ["{x}", object, "a,1,b,2%3B"],
  ["{x*}", object, "a=1,b=2%3B"],
  ["{.x}", object, ".a,1,b,2%3B"],
  ["{.x*}", object, ".a=1.b=2%3B"],
  ["{/x*}", object, "/a=1/b=2%3B"],
  ["{;x}", object, ";x=a,1,b,2%3B"],
  ["{;x*}", object, ";a=1;b=2%3B"],
])("%s writes and reads %j", (template, value, text) => {
  expect(expandPath(template, { x: value })).toBe(text);
  const [expression] = expressionsOf(template);
  if (!expression) throw new Error("there is no expression");
  const shape = Array.isArray(value) ? "list" : "object";
  const rest = text.slice(prefixOf(expression, shape).length);
  const pairs = readPairs(expression, rest);
  const read = shape === "list" ? readItems(expression, rest) : pairs && Object.fromEntries(pairs);
  expect(read).toEqual(shape === "list" ? value : { a: "1", b: "2;" });
});

test.each([
  ["/a{/x}", "b/c", "/a/b%2Fc"],
  ["/a{/x}", undefined, "/a"],
  ["/a/{+x}", "b/c d?#%", "/a/b/c%20d%3F%23%25"],
  ["/a{;x}", 1, "/a;x=1"],
  ["/a{.x}", true, "/a.true"],
])("%s writes %j", (template, x, path) => {
  expect(expandPath(template, { x })).toBe(path);
});

test.each([
  ["/{+x}", "a/../b"],
  ["/{x*}", ".."],
  ["/a{.x*}", ["1.5"]],
  ["/a{/x*}", []],
  ["/a{/x*}", ["a", ""]],
  ["/a{;x}", undefined],
])("%s refuses %j, which would not be read back", (template, x) => {
  expect(() => expandPath(template, { x })).toThrow(TypeError);
});

test("texts of another form are not read", () => {
  const [matrix] = expressionsOf("{;x*}");
  const [simple] = expressionsOf("{x}");
  expect(matrix && readItems(matrix, "x=a;y=b")).toBeUndefined();
  expect(matrix && readPairs(matrix, "a=1;b")).toBeUndefined();
  expect(simple && readPairs(simple, "a,1,b")).toBeUndefined();
});
