import { expect, test } from "vitest";
import { withTellingTexts } from "./telling-texts.ts";

test("texts follow the names of their fields, as far as they stay valid", () => {
  const message = { body: { email: "a@b.example", password: "text", name: "text", code: "x" } };
  const told = withTellingTexts(message, "abc", ({ body }) => body.code.length === 1);
  expect(told.body).toEqual({
    email: "abc@example.com",
    password: "Pa55-word-abc",
    name: "test-abc",
    code: "x",
  });
});
