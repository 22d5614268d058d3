import { expect, test } from "vitest";
import { TextMap } from "./text-map.ts";

test("long texts are found inside others, the longest first", () => {
  const known = new TextMap<number>();
  for (const [at, text] of ["short", "rex-01", "rex-01-long", "absent"].entries())
    known.set(text, at);
  expect(known.within("/pets/rex-01-long?short")).toEqual(["rex-01-long", "rex-01"]);
});
