import { expect, test } from "vitest";
import { compileSpec } from "../compile.ts";
import { readServices } from "../service-model/read-services.ts";
import { inBody, specify } from "../testing/specification.ts";
import { exponentialUnions } from "./recursive-unions.ts";
import { lines } from "./spec-fault.ts";

const operation = '@post op add(@header contentType: "application/json", @body tree: Tree): void;';

/** Line and column of the refused unions in a service with these declarations. */
async function found(declarations: string): Promise<(string | undefined)[]> {
  await using specification = await specify(`${operation}\n${declarations}`);
  const spec = await compileSpec(specification.entry);
  return lines(exponentialUnions(spec, await readServices(spec)))
    .map((line) => /^(\d+:\d+) - error \S+exponential-union:/.exec(inBody(line))?.[1])
    .sort();
}

test.each([
  [
    "two variants hold the union in one field",
    "union Tree { a: A, b: B, text: string }\nmodel A { next?: Tree; }\nmodel B { next?: Tree; }",
    ["2:7"],
  ],
  [
    "variants with a literal field and no discriminator",
    'union Tree { a: A, b: B }\nmodel A { kind: "a"; next?: Tree; }\nmodel B { kind: "b"; next?: Tree; }',
    ["2:7"],
  ],
  [
    "lists of the union",
    "union Tree { a: A, b: B }\nmodel A { all: Tree[]; }\nmodel B { all: Tree[]; }",
    ["2:7"],
  ],
  ["two lists", "union Tree { string, Tree[], B }\nmodel B is Tree[];", ["2:7"]],
  [
    "a field, and a record that may contain the same field",
    "union Tree { a: A, b: Record<Tree> }\nmodel A { next?: Tree; }",
    ["2:7"],
  ],
  [
    "unions without a name, at the fields that have them",
    "model Tree { next?: Tree | Other; }\nmodel Other { next?: Tree | Other; }",
    ["2:14", "3:15"],
  ],
  [
    "paths of one length through other models",
    "union Tree { a: A, b: B }\nmodel A { x?: C; }\nmodel B { x?: D; }\nmodel C { y?: Tree; }\nmodel D { y?: Tree; }",
    ["2:7"],
  ],
  [
    "paths of different lengths that meet again",
    "union Tree { a: A, b: B }\nmodel A { x?: Tree; }\nmodel B { x?: C; }\nmodel C { x?: Tree; }",
    ["2:7"],
  ],
  [
    "a field that both variants inherit",
    "union Tree { a: A, b: B }\nmodel Base { next?: Tree; }\nmodel A extends Base {}\nmodel B extends Base {}",
    ["2:7"],
  ],
  [
    "a discriminated union inside a union without a discriminator",
    'union Tree { a: Kinds, b: B }\nmodel B { next?: Tree; }\n@discriminated(#{ envelope: "none" }) union Kinds { c: C, d: D }\nmodel C { kind: "c"; next?: Tree; }\nmodel D { kind: "d"; }',
    ["2:7"],
  ],
  [
    "a union that is a variant of itself, at each of the two",
    "model Tree { x?: Self; }\nunion Self { Same, string }\nunion Same { Self, null }",
    ["3:7", "4:7"],
  ],
])("refused: %s", async (_, declarations, expected) => {
  expect(await found(declarations)).toEqual(expected);
});

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
  expect(await found(declarations)).toEqual([]);
});
