import { expect, test } from "vitest";
import { judgeOf } from "../testing/specification.ts";

const judge = await judgeOf(`model Named { name: string; nick?: string; }
model Deep extends Named { depth: int32; }
model Boat extends Named { size: int32; deep?: Deep; decks: Deep[]; }
@route("/houses") @patch op house(@body body: MergePatchUpdate<House>): void;
@route("/pets") @patch op pet(@body body: MergePatchUpdate<Pet>): void;
@discriminator("kind") model Pet { kind: string; name: string; nick?: string; }
model Dog extends Pet { kind: "dog"; bark: int32; }
model Puppy extends Dog { age?: int32; }
model Cat extends Pet { kind: "cat"; meow?: string; }
model House { pet: Pet; boat?: Boat; next?: House; }
@route("/boats") @patch op boat(@body body: MergePatchUpdate<Boat>): void;
@route("/created") @patch op created(@body body: MergePatchCreateOrUpdate<Boat>): void;
@route("/dogs") @patch op dog(@body body: MergePatchUpdate<Dog>): void;`);

test.each([
  ["boat", "nothing", {}, true],
  ["boat", "an inherited field", { name: "a" }, true],
  ["boat", "null for an inherited optional field", { nick: null }, true],
  ["boat", "null for an inherited required field", { name: null }, false],
  ["boat", "an inherited field of another type", { name: 1 }, false],
  ["boat", "a part of a nested model", { deep: { nick: null } }, true],
  ["boat", "an inherited field of another type in a nested model", { deep: { nick: 1 } }, false],
  ["boat", "a list without a required field of its items", { decks: [{ depth: 1 }] }, false],
  ["boat", "a whole list", { decks: [{ name: "a", depth: 1 }] }, true],
  ["created", "nothing", {}, true],
  ["created", "null for an inherited optional field", { nick: null }, true],
  ["pet", "nothing", {}, true],
  ["pet", "fields of one variant", { kind: "dog", bark: 1, age: null }, true],
  ["pet", "fields of a variant without its discriminator", { meow: null }, true],
  ["pet", "a field of a variant with another type", { kind: "dog", bark: "loud" }, false],
  ["pet", "an unknown variant", { kind: "cow" }, false],
  ["dog", "nothing", {}, true],
  ["dog", "an inherited field", { nick: null, bark: 2 }, true],
  ["dog", "another variant", { kind: "cat" }, false],
  ["house", "nothing", {}, true],
  ["house", "nested fields", { pet: { nick: null }, next: { boat: { nick: null } } }, true],
  ["house", "null for a nested required field", { boat: { name: null } }, false],
])("a merge patch (%s) of %s is judged by RFC 7396", (operation, _, body, isValid) => {
  expect(judge(`${operation}.request`, { body })).toBe(isValid);
});
