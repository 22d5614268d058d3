import { expect, test } from "vitest";
import { readablePart } from "../documents/readable-part.ts";
import { judgedLosses } from "./import-judge.ts";

const documentOf = (parameter: object, body: object) => ({
  openapi: "3.1.0",
  info: { title: "Clocks", version: "1" },
  paths: {
    "/clocks": {
      // The operation's own parameter counts.
      parameters: [{ name: "zone", in: "query", schema: { type: "integer" } }],
      post: {
        operationId: "set",
        parameters: [{ name: "zone", in: "query", schema: parameter }],
        requestBody: { content: { "application/json": { schema: body } } },
        responses: { 204: { description: "Set." } },
      },
    },
  },
});
const clock = { $ref: "#/components/schemas/Clock" };
const clocksOf = (zone: object, maximum: number) => ({
  ...documentOf(zone, clock),
  components: {
    schemas: { Clock: { type: "object", properties: { a: { type: "integer", maximum } } } },
  },
});

test("messages show what differs and nothing says", async () => {
  const source = clocksOf({ type: "string", maxLength: 3 }, 5);
  const given = clocksOf({ type: "string", maxLength: 2 }, 6);
  const { specification } = await readablePart(given, "clocks.json", () => undefined);
  const [service] = specification.services;
  if (!service) throw new Error("there is no service");
  const losses = (said: string[]) =>
    judgedLosses(
      source,
      service,
      said.map((pointer) => ({ pointer, what: "" })),
    ).map(({ pointer, what }) => [pointer.replace("#/paths/~1clocks/post/", ""), what]);
  const inBody = [
    "requestBody/content/application~1json/schema",
    expect.stringMatching(/^{"a":6} is accepted, which/),
  ];
  expect(losses([])).toEqual([
    ["parameters/0/schema", expect.stringMatching(/^"(🙂|x|ä){3}" is .* \(maxLength\), which/u)],
    inBody,
  ]);
  expect(losses(["#/components/schemas/Clock/properties/a"])).toHaveLength(1);
  expect(losses(["#/paths/~1clocks/post/parameters/0"])).toEqual([]);
});
