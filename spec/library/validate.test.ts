import { expect, test } from "vitest";
import { errorsOf } from "./testing/lint.ts";

const found = async (source: string) =>
  (await errorsOf(source)).map(({ at, code, message }) => [at, code, message]);

test("a number is held against a number beside it", async () => {
  expect(
    await found(`op read(@query @atMost("to") from?: int64, @query to?: int64): Span;
model Span { @atMost("last") first: uint8; last: float64 | null; }`),
  ).toEqual([]);
});

test("a sibling that is not there is found where it is named", async () => {
  expect(
    await found(`op read(): Span;
model Span {
  @atMost("end") first: int32;
  @atMost("last") last: int32;
}`),
  ).toEqual([
    ["3:3", "contract-spec/unknown-sibling", expect.stringContaining("'end' is no sibling")],
    ["4:3", "contract-spec/unknown-sibling", expect.stringContaining("'last' is no sibling")],
  ]);
});

test("what is no number, or no number on the wire, cannot be held against one", async () => {
  expect(
    await found(`op read(): Span;
model Span {
  @atMost("last") first: string;
  last: int32;
  @atMost("until") since: int32;
  @encode(string) until: int64;
}`),
  ).toEqual([
    ["3:3", "contract-spec/no-number", expect.stringContaining("'first' is no number")],
    ["5:3", "contract-spec/no-number", expect.stringContaining("'until' is no number")],
  ]);
});
