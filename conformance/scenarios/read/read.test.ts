import { expect, test } from "vitest";
import { committedSuite } from "../../testing/suites.ts";
import { readScenario } from "./read.ts";

const vocabulary = {
  suites: [await committedSuite("gateway"), await committedSuite("merchant")],
  providerStates: ["token"],
};

const good = [
  "why: It is shown.",
  "fresh: { order: 20 }",
  "providerState:",
  "  - token: { binds: token, expirationMonth: '12' }",
  "steps:",
  "  - call: payOrder",
  "    sample: pay-with-saved-card",
  "    set: { /body/transaction/token: '{token}' }",
  "    remove: [/headers/X-Language]",
  "    status: 200",
  "    equal: { /body/transaction/status: pending }",
  "    keep: { transaction: /body/transaction/transactionId }",
  "  - receive: receivePayment",
  "    equal: { /body/event: '{transaction}' }",
].join("\n");

test("a scenario is read with its steps in turn", () => {
  const { id, kind, why, source, steps } = readScenario("some/paid.yaml", good, vocabulary);
  expect({ id, kind, why, source }).toEqual({
    id: "scenario/paid",
    kind: "scenario",
    why: "It is shown.",
    source: { file: "some/paid.yaml", line: 1, column: 1 },
  });
  expect(steps.map(({ title, source }) => [title, source.line])).toEqual([
    ["step 1 (token)", 4],
    ["step 2 (payOrder)", 6],
    ["step 3 (receivePayment)", 13],
  ]);
  const [, call] = steps;
  expect(call).toMatchObject({
    request: { body: { transaction: { token: "{token}" } } },
    fresh: [{ pointer: "/body/partnerReference/order/id", length: longestOrderCode }],
  });
  expect(call?.kind === "call" && call.request.headers).not.toHaveProperty("X-Language");
});

/** As the generated contract has it. */
const longestOrderCode = vocabulary.suites
  .flatMap(({ cases }) => cases)
  .find(({ id }) => id === "payOrder/pay-with-saved-card")?.fresh[0]?.maxLength;

test("what is set is not made afresh", () => {
  const text = good.replace(
    "/body/transaction/token: '{token}'",
    "/body/partnerReference/order/id: '{order}'",
  );
  const [, call] = readScenario("a.yaml", text, vocabulary).steps;
  expect(call).toMatchObject({ fresh: [] });
});

test("steps are read for each row, with its values", () => {
  const text = good.replace(
    /  - receive.*/s,
    `  - each: [{ name: one, times: 1 }, { name: two, times: 2 }]
    steps:
      - receive: receivePayment
        at: /<name>
        equal: { /body/event: "{transaction}-<name>", /body/data: <times> }`,
  );
  const steps = readScenario("a.yaml", text, vocabulary).steps.slice(2);
  expect(steps).toMatchObject([
    { at: "/one", source: { line: 15 }, expected: { equal: { "/body/data": 1 } } },
    {
      at: "/two",
      source: { line: 15 },
      expected: { equal: { "/body/event": "{transaction}-two" } },
    },
  ]);
  expect(() => readScenario("a.yaml", text.replace(", times: 2", ""), vocabulary)).toThrow(
    'a.yaml:13: the row lacks "times"',
  );
});

test.each([
  [
    "an unknown operation",
    "call: payOrder",
    "call: payOrdr",
    'a.yaml:6: there is no operation "payOrdr"',
  ],
  [
    "an unknown sample",
    "pay-with-saved-card",
    "pay-nothing",
    'a.yaml:7: payOrder has no sample "pay-nothing"',
  ],
  [
    "an unknown provider state",
    "token: { binds",
    "tokn: { binds",
    'a.yaml:4: nothing provides "tokn"',
  ],
  [
    "a misspelt key",
    "    equal: { /body/t",
    "    equals: { /body/t",
    'a.yaml:11: unknown key "equals"',
  ],
  ["a misspelt key of the whole", "why:", "because:", 'a.yaml:1: unknown key "because"'],
  ["a missing status", "    status: 200\n", "", 'a.yaml:6: the key "status" is missing'],
  ["an undocumented status", "status: 200", "status: 418", "a.yaml:10: payOrder never answers 418"],
  [
    "an unknown name",
    "'{transaction}'",
    "'{transation}'",
    "a.yaml:13: nothing is known as {transation}",
  ],
  [
    "a name that is known only later",
    "'{token}'",
    "'{transaction}'",
    "a.yaml:6: nothing is known as {transaction}",
  ],
  [
    "a pointer to nowhere",
    "/body/transaction/status",
    "/bdy/transaction/status",
    'a.yaml:11: "/bdy/transaction/status" starts with none',
  ],
  [
    "a step of no kind",
    "  - receive: receivePayment",
    "  - recieve: receivePayment",
    "a.yaml:13: a step has one of the keys",
  ],
  ["no YAML", "fresh: {", "fresh: [", "a.yaml:2: "],
  ["a text for a number", "status: 200", "status: fine", "a.yaml:10: a number is needed"],
])("%s is told with file and line", (_, from, to, message) => {
  const text = good.replace(from, to);
  expect(text).not.toBe(good);
  expect(() => readScenario("a.yaml", text, vocabulary)).toThrow(message);
});
