import { expect, test } from "vitest";
import { judgeOf } from "../testing/specification.ts";

const judge = await judgeOf(`
model Cat { name: string }
model Dog { kind: "dog"; bark: boolean }
@discriminated(#{ envelope: "none" }) union Pet { cat: Cat, dog: Dog }
@discriminated(#{ envelope: "none", discriminatorPropertyName: "type" }) union Other { a: Cat, b: Cat }
@route("/pet") @put op pet(@body pet: Pet): Pet;
@route("/other") @put op other(@body other: Other): Other;`);

test.each([
  ["pet", { kind: "cat", name: "a" }, { name: "a" }],
  ["pet", { kind: "dog", bark: true }, { kind: "cat", bark: true }],
  ["other", { type: "b", name: "a" }, { type: "c", name: "a" }],
])("variants of %s have the discriminator beside their fields", (operation, right, wrong) => {
  expect(judge(`${operation}.request`, { body: right })).toBe(true);
  expect(judge(`${operation}.request`, { body: wrong })).toBe(false);
  expect(judge(`${operation}.200`, { body: right })).toBe(true);
});
