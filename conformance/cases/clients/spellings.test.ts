import { expect, test } from "vitest";
import { otherSpellings, spelledOtherwise, textSpellings } from "./spellings.ts";

const message = { body: { name: "a", tags: ["b", "c"], size: 2 } };
const spelling = (name: string) => {
  const found = [...textSpellings, ...otherSpellings].find((each) => each.name === name);
  if (!found) throw new Error(`There is no ${name}.`);
  return found;
};

test("a text that may not be the first is the next, and stays where none may be", () => {
  const isShort = ({ body: { name } }: typeof message) => name.length <= 3;
  expect(spelledOtherwise(message, spelling("spaces around"), isShort)?.body.name).toBe(" a ");
  expect(spelledOtherwise(message, spelling("spaces around"), () => false)).toBeUndefined();
});

test("only some places are others", () => {
  const isName = (pointer: string) => pointer === "/body/name";
  expect(spelledOtherwise(message, spelling("empty"), () => true, isName)).toEqual({
    body: { ...message.body, name: "" },
  });
});

test("what is optional is left out, items of lists are not", () => {
  const hasTags = ({ body }: typeof message) => Array.isArray(body.tags);
  const isPlace = (pointer: string) => pointer.startsWith("/body/");
  expect(spelledOtherwise(message, spelling("nothing that is optional"), hasTags, isPlace)).toEqual(
    { body: { tags: ["b", "c"] } },
  );
});
