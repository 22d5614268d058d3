import { expect, test } from "vitest";
import { committedSuite } from "../testing/suites.ts";
import { readScenario } from "./read/read.ts";
import { readShownRows } from "./shown-rows.ts";

const vocabulary = {
  suites: [await committedSuite("gateway"), await committedSuite("merchant")],
  providerStates: ["token"],
};

function scenarioOf(step: string): string {
  return `why: It is shown.\nsteps:\n  - call: deleteToken\n    sample: delete-token\n    status: 200\n  - ${step}\n`;
}

test("a requirement has its own position and that of its step", () => {
  const text = scenarioOf("{ receive: receivePayment, repeated: true, shows: [a.b, a.c] }");
  expect(readShownRows("some/paid.yaml", text)).toEqual([
    {
      row: "a.b",
      source: { file: "some/paid.yaml", line: 6, column: 56 },
      step: { file: "some/paid.yaml", line: 6, column: 5 },
    },
    {
      row: "a.c",
      source: { file: "some/paid.yaml", line: 6, column: 61 },
      step: { file: "some/paid.yaml", line: 6, column: 5 },
    },
  ]);
});

test.each([
  ["{ call: deleteToken, sample: delete-token, status: 200, present: [/body] }", true],
  ["{ call: deleteToken, sample: delete-token, status: 404 }", true],
  ['{ visit: "{inbox}", status: 200, contains: { /body/text: late } }', true],
  ["{ receive: receivePayment, forged: true }", true],
  ["{ join: [[1]], members: [1] }", true],
  // The success of a call, or the arrival of a message, is no specific expectation.
  ["{ call: deleteToken, sample: delete-token, status: 200 }", false],
  ["{ receive: receivePayment, equal: {}, repeated: false }", false],
  ['{ visit: "{inbox}", status: 200 }', false],
  ["{ providerState: { partner: {} } }", false],
  ["{ answer: { status: 204 }, at: /a }", false],
])("%s may show a requirement: %s", (step, isShowing) => {
  const text = scenarioOf(step.replace(/ }$/, ", shows: [a.b] }"));
  const refusal = "a.yaml:6: a step that shows a requirement must expect something";
  if (isShowing) {
    expect(readShownRows("a.yaml", text)).toHaveLength(1);
    expect(readScenario("a.yaml", text, vocabulary).steps).toHaveLength(2);
  } else {
    expect(() => readShownRows("a.yaml", text)).toThrow(refusal);
    expect(() => readScenario("a.yaml", text, vocabulary)).toThrow(refusal);
  }
});

test("a value that is not a list of requirements is an error with its line", () => {
  const text = scenarioOf("{ receive: receivePayment, repeated: true, shows: a.b }");
  expect(() => readShownRows("a.yaml", text)).toThrow("a.yaml:6: a list is needed");
});

test("a step of `each` shows the requirement of every repetition once", () => {
  const text = scenarioOf(
    `each: [{ row: a.b }, { row: a.b }, { row: a.c }]\n    steps: [{ receive: receivePayment, repeated: true, shows: [<row>] }]`,
  );
  expect(readShownRows("a.yaml", text).map(({ row }) => row)).toEqual(["a.b", "a.c"]);
});
