import { describe, expect, test } from "vitest";
import { InvalidInput } from "./domain/errors.ts";
import { demandTexts, isStorable } from "./texts.ts";

describe("a text can be stored", () => {
  test.each(["", "Phở 😀", "\u0001\t\n", "\uFFFD", "\uFFFF"])("%j", (text) => {
    expect(isStorable(text)).toBe(true);
  });
});

describe("a text cannot be stored", () => {
  test.each(["\0", "a\0b", "\uD83D", "\uDE00\uD83D", "a\uDC00"])("%j", (text) => {
    expect(isStorable(text)).toBe(false);
  });
});

function faultsOf(body: unknown, query: Record<string, unknown> = {}) {
  try {
    demandTexts({ path: {}, query, headers: {}, body });
  } catch (error) {
    if (error instanceof InvalidInput) return error.faults.map(({ field }) => field);
    throw error;
  }
  return [];
}

test("every fault is named by its place, in the order sent", () => {
  const body = {
    order: { id: "a\0", items: [{ name: "b" }, { name: "\uD800" }] },
    note: "fine",
    extra: "\0",
  };
  expect(faultsOf(body, { status: "\0" })).toEqual([
    "status",
    "order.id",
    "order.items[1].name",
    "extra",
  ]);
});

test("a name holds nothing that must not be stored either", () => {
  const body = { fees: { "4539148803436467": 1, CC: 2 }, "a\0": "b" };
  expect(faultsOf(body)).toEqual(["fees.4539148803436467", "a\0"]);
});

test("a card number stands in its own field and nowhere else", () => {
  const cardNumber = "4539148803436467";
  const card = { cardNumber, holder: cardNumber };
  expect(faultsOf({ card, note: `paid with ${cardNumber}` })).toEqual(["card.holder", "note"]);
  expect(faultsOf({ card: { number: cardNumber } })).toEqual([]);
  expect(faultsOf({ cardNumber }, { status: cardNumber })).toEqual(["status"]);
});

test("a request may nest as deep as it is long", () => {
  const deep: unknown = JSON.parse("[".repeat(50_000) + "]".repeat(50_000));
  expect(faultsOf({ deep })).toEqual([]);
});
