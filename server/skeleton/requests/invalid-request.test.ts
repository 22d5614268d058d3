import { expect, test } from "vitest";
import { invalidRequest } from "./invalid-request.ts";

const fault = (pointer: string, code?: number) => ({
  pointer,
  reason: "is wrong",
  ...(code !== undefined && { code }),
});

test("faults that follow from an unreadable place are left out", () => {
  const unread = [fault("/body"), fault("/query/a")];
  const broken = ["/body", "/body/b", "/query/a", "/query/a/0", "/query/ab"].map((at) => fault(at));
  expect(invalidRequest(unread, broken)?.faults.map(({ field }) => field)).toEqual([
    "body",
    "a",
    "ab",
  ]);
});

test("a request has a code if all faults share it, listed or not", () => {
  const omitted = { pointer: "", reason: "5 more faults are not listed", omitted: 5 };
  expect(invalidRequest([], [fault("/body/a", 32)])).toMatchObject({ code: 32, omittedFaults: 0 });
  expect(invalidRequest([], [fault("/body/a", 32), fault("/body/b")])).not.toHaveProperty("code");
  expect(invalidRequest([], [fault("/body/a", 32), omitted])).not.toHaveProperty("code");
  expect(invalidRequest([], [fault("/body/a", 32), { ...omitted, code: 32 }])).toMatchObject({
    faults: [{ field: "a" }],
    omittedFaults: 5,
    code: 32,
  });
});
