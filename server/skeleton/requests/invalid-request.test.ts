import { expect, test } from "vitest";
import { invalidRequest } from "./invalid-request.ts";

const violation = (pointer: string, code?: number) => ({
  pointer,
  reason: "is wrong",
  ...(code !== undefined && { code }),
});

test("violations that follow from an unreadable place are left out", () => {
  const unread = [violation("/body"), violation("/query/a")];
  const broken = ["/body", "/body/b", "/query/a", "/query/a/0", "/query/ab"].map((at) =>
    violation(at),
  );
  expect(invalidRequest(unread, broken)?.violations.map(({ field }) => field)).toEqual([
    "body",
    "a",
    "ab",
  ]);
});

test("a request has a code if all violations share it, listed or not", () => {
  const omitted = { pointer: "", reason: "5 more violations are not listed", omitted: 5 };
  expect(invalidRequest([], [violation("/body/a", 32)])).toMatchObject({
    code: 32,
    omittedViolations: 0,
  });
  expect(invalidRequest([], [violation("/body/a", 32), violation("/body/b")])).not.toHaveProperty(
    "code",
  );
  expect(invalidRequest([], [violation("/body/a", 32), omitted])).not.toHaveProperty("code");
  expect(invalidRequest([], [violation("/body/a", 32), { ...omitted, code: 32 }])).toMatchObject({
    violations: [{ field: "a" }],
    omittedViolations: 5,
    code: 32,
  });
});
