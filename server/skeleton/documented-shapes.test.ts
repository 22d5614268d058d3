import { expect, test } from "vitest";
import { createShapes } from "./documented-shapes.ts";

test("a recursive schema has finitely many shapes", () => {
  const node = () => ({ properties: { below: { $ref: "#/$defs/Node" } } });
  const Node = { anyOf: [node(), node()] };
  const shapeOf = createShapes({ Node });
  const below = shapeOf(Node).fields.get("below") ?? {};
  expect(shapeOf(below).fields.get("below")).toBe(below);
});
