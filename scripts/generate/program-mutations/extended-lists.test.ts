import { expect, test } from "vitest";
import { judgeOf } from "../testing/specification.ts";

const judge = await judgeOf(`model Codes extends Array<string> {}
model MoreCodes extends Codes {}
model Numbers is int32[];
model Box { codes: Codes; more?: MoreCodes; }
@route("/codes") @post op codes(@body body: Codes): MoreCodes;
@route("/numbers") @post op numbers(@body body: Numbers): void;
@route("/boxes") @post op boxes(@body body: Box): void;`);

test.each([
  ["codes.request", ["a"], true],
  ["codes.request", [1], false],
  ["codes.request", {}, false],
  ["codes.200", ["a"], true],
  ["codes.200", {}, false],
  ["numbers.request", [1], true],
  ["numbers.request", {}, false],
  ["boxes.request", { codes: ["a"], more: [] }, true],
  ["boxes.request", { codes: {} }, false],
])("a model that extends a list is a list (%s, %j)", (message, body, isValid) => {
  expect(judge(message, { body })).toBe(isValid);
});
