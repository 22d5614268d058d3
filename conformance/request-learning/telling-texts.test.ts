import { expect, test } from "vitest";
import { withTellingTexts } from "./telling-texts.ts";

test("texts follow the names of their fields, as far as they stay valid", () => {
  const message = { body: { email: "a@b.example", password: "text", name: "text", code: "x" } };
  const told = withTellingTexts(message, "abc", ({ body }) => body.code.length === 1);
  expect(told.body).toEqual({
    email: "abc@example.com",
    password: "Pa55-word-abc",
    name: "testabc",
    code: "x",
  });
});

test("an end is in the future, and after its start", () => {
  const day = "2026-01-31";
  const message = { startsAt: `${day}T08:00:00Z`, endsAt: `${day}T08:00:00Z`, expiryDate: day };
  const told = withTellingTexts(message, "abc", ({ expiryDate }) => !expiryDate.includes("T"));
  expect(told).toEqual({
    startsAt: message.startsAt,
    endsAt: "2040-01-15T10:00:00Z",
    expiryDate: "2040-01-15",
  });
});
