import { expect, test } from "vitest";
import { createShapes } from "./documented-shapes.ts";

test("what leads to itself has no more shapes than there are schemas, however deep a client goes", () => {
  const node = () => ({ properties: { below: { $ref: "#/$defs/Node" } } });
  const Node = { anyOf: [node(), node()] };
  const shapeOf = createShapes({ Node });
  const below = shapeOf(Node).fields.get("below") ?? {};
  expect(shapeOf(below).fields.get("below")).toBe(below);
});
