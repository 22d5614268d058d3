import { expect, test } from "vitest";
import { generatedFrom } from "../testing/specification.ts";

// What is refused is in integration/refused-specs.txt.
test.each([
  ["no recursion", "union Tree { a: A, b: B }\nmodel A { x?: string; }\nmodel B { x?: string; }"],
  [
    "only one variant contains the union",
    "union Tree { a: A, b: B }\nmodel A { x?: Tree; }\nmodel B { x?: {}; }",
  ],
  ["variants of different JSON types", "union Tree { string, Tree[], Record<Tree>, null }"],
  ["a string or an object", "model Tree { next?: string | Tree; }"],
  [
    "variants with a discriminator",
    'union Tree { x: Kinds }\n@discriminated(#{ envelope: "none" }) union Kinds { a: A, b: B }\nmodel A { kind: "a"; next?: Tree; }\nmodel B { kind: "b"; next?: Tree; }',
  ],
  [
    "variants in an envelope",
    "@discriminated union Tree { a: A, b: B }\nmodel A { next?: Tree; }\nmodel B { next?: Tree; }",
  ],
  [
    "two unions with the same discriminator",
    'model Tree { next?: Kinds | Others; }\n@discriminated(#{ envelope: "none" }) union Kinds { a: A, b: B }\nmodel A { kind: "a"; next?: Tree; }\nmodel B { kind: "b"; }\n@discriminated(#{ envelope: "none" }) union Others { c: C }\nmodel C { kind: "c"; next?: Tree; }',
  ],
  [
    "variants that contain the union in fields of different names",
    "union Tree { not: Not, all: All }\nmodel Not { not: Tree; }\nmodel All { all: Tree[]; }",
  ],
])("accepted: %s", async (_, declarations) => {
  const files = await generatedFrom(`@post op add(@body tree: Tree): void;\n${declarations}`);
  expect(files.size).toBeGreaterThan(0);
});
