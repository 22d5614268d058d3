import { expect, test } from "vitest";
import { otherSpellings, spelledOtherwise, textSpellings } from "./spellings.ts";

const message = { body: { name: "a", tags: ["b", "c"], size: 2 } };
const spelling = (name: string) => {
  const found = [...textSpellings, ...otherSpellings].find(
    (textSpelling) => textSpelling.name === name,
  );
  if (!found) throw new Error(`There is no ${name}.`);
  return found;
};

test("a text becomes the first allowed spelling, or stays", () => {
  const isShort = ({ body: { name } }: typeof message) => name.length <= 3;
  expect(spelledOtherwise(message, spelling("spaces around"), isShort)?.body.name).toBe(" a ");
  expect(spelledOtherwise(message, spelling("spaces around"), () => false)).toBeUndefined();
});

test("only the selected places change", () => {
  const isName = (pointer: string) => pointer === "/body/name";
  expect(spelledOtherwise(message, spelling("empty"), () => true, isName)).toEqual({
    body: { ...message.body, name: "" },
  });
});

test("optional fields are left out, items of lists are not", () => {
  const hasTags = ({ body }: typeof message) => Array.isArray(body.tags);
  const isPlace = (pointer: string) => pointer.startsWith("/body/");
  expect(spelledOtherwise(message, spelling("nothing that is optional"), hasTags, isPlace)).toEqual(
    { body: { tags: ["b", "c"] } },
  );
});
