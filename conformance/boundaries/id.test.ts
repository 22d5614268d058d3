import { expect, test } from "vitest";
import { currentId, legacyIdOf } from "./id.ts";

test.each([
  ["addItem/request/body/title maxLength outside", "addItem/request/body/title maxLength invalid"],
  [
    "addItem/request/body/a anyOf inside (branch 1)",
    "addItem/request/body/a anyOf valid (branch 1)",
  ],
  ["addItem/request/body/a anyOf inside #2", "addItem/request/body/a anyOf valid #2"],
])("%s is %s", (former, current) => {
  expect(currentId(former)).toBe(current);
  expect(currentId(current)).toBe(current);
  expect(legacyIdOf(current)).toBe(former);
});

test.each([
  "findItems/from outside",
  "findItems/request/query/inside type valid",
  "scenario/x outside",
])("%s is no former id", (id) => {
  expect(currentId(id)).toBe(id);
});
