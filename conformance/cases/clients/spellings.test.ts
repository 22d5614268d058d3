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

test.each([
  ["nothing that is optional", { tags: ["b", "c"] }],
  ["no optional scalars", { tags: ["b", "c"], inside: {} }],
  ["null for scalars", { name: null, tags: [null, null], size: null, inside: { deep: null } }],
  ["objects without fields", { ...message.body, inside: {} }],
])("unset: %s; items of lists stay", (name, body) => {
  const given = { body: { ...message.body, inside: { deep: 1 } } };
  const hasTags = (changed: typeof given) => Array.isArray(changed.body.tags);
  const isPlace = (pointer: string) => pointer.startsWith("/body/");
  expect(spelledOtherwise(given, spelling(name), hasTags, isPlace)).toEqual({ body });
});
