import { expect, test } from "vitest";
import { committedSuite } from "../../testing/suites.ts";
import { cutScenario } from "../scenario.ts";
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
  "    equal: { /body/transaction/status: pending }",
  "    keep: { transaction: /body/transaction/transactionId }",
  "  - receive: receivePayment",
  "    equal: { /body/event: '{transaction}' }",
].join("\n");

test("a scenario is read with its steps", () => {
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
    ["step 3 (receivePayment)", 12],
  ]);
  const [, call] = steps;
  expect(call).toMatchObject({
    request: { body: { transaction: { token: "{token}" } } },
    fresh: [{ pointer: "/body/partnerReference/order/id", length: longestOrderCode }],
    status: 200,
  });
  expect(call?.kind === "call" && call.request.headers).not.toHaveProperty("X-Language");
});

/** The greatest length in the generated contract. */
const longestOrderCode = vocabulary.suites
  .flatMap(({ cases }) => cases)
  .find(({ id }) => id === "payOrder/pay-with-saved-card")?.fresh[0]?.maxLength;

test.each([
  ["the last call is not implemented", { deleteToken: false }, "token", 4],
  ["the first call is not implemented", { payOrder: false }, "token", 5],
  [
    "a call before it is of another contract",
    { deleteToken: false, listTransactions: undefined },
    "token",
    3,
  ],
  ["all is implemented, as far as anybody knows", { listTransactions: undefined }, "token", 5],
  ["nothing is called before an unknown state", { deleteToken: false }, "", 5],
])("a scenario ends before what a server does not offer: %s", (_, known, state, length) => {
  const text = `${good}\n  - call: listTransactions\n  - call: deleteToken\n    sample: delete-token`;
  const implemented = new Map<string, boolean | undefined>(Object.entries(known));
  const { steps, isCut } = cutScenario(readScenario("a.yaml", text, vocabulary), {
    operation: (id) => (implemented.has(id) ? implemented.get(id) : true),
    providerState: (name) => name === state,
  });
  expect([steps.length, isCut]).toEqual([length, length < 5 ? true : undefined]);
});

test("a value that a step sets is not made anew", () => {
  const text = good.replace(
    "/body/transaction/token: '{token}'",
    "/body/partnerReference/order/id: '{order}'",
  );
  const [, call] = readScenario("a.yaml", text, vocabulary).steps;
  expect(call).toMatchObject({ fresh: [] });
});

test("steps of `each` are read once per row, with its values", () => {
  const text = good.replace(
    /  - receive.*/s,
    `  - each: [{ name: one, times: 1 }, { name: two, times: 2 }]
    steps:
      - each: [{ of: event, id: <name> }]
        steps:
          - receive: receivePayment
            at: /<name>
            equal: { /body/<of>: "{transaction}-<id>", /body/data: <times> }`,
  );
  const steps = readScenario("a.yaml", text, vocabulary).steps.slice(2);
  expect(steps).toMatchObject([
    { at: "/one", source: { line: 16 }, expected: { equal: { "/body/data": 1 } } },
    {
      at: "/two",
      source: { line: 16 },
      expected: { equal: { "/body/event": "{transaction}-two" } },
    },
  ]);
  expect(() => readScenario("a.yaml", text.replace(", times: 2", ""), vocabulary)).toThrow(
    'a.yaml:14: the row lacks "times"',
  );
});

test.each([
  ["call: payOrder", "call: payOrdr", '6: there is no operation "payOrdr"; did you mean payOrder?'],
  ["pay-with-saved-card", "pay-nothing", '7: payOrder has no sample "pay-nothing"'],
  ["token: { binds", "tokn: { binds", '4: there is no provider state "tokn"'],
  ["    equal: { /body/t", "    equals: { /body/t", '10: unknown key "equals"'],
  ["why:", "because:", '1: unknown key "because"'],
  ["    remove", "    status: 418\n    remove", "9: payOrder documents no status 418"],
  ["'{transaction}'", "'{transation}'", "12: the name {transation} is unknown"],
  // A name that only a later step makes known.
  ["'{token}'", "'{transaction}'", "6: the name {transaction} is unknown"],
  ["/body/transaction/status", "/bdy/status", '10: "/bdy/status" must start with'],
  ["- receive: receivePayment", "- recieve: receivePayment", "12: a step has one of the keys"],
  ["receivePayment", "receivePayment\n    none: true", '14: unknown key "equal"'],
  ["fresh: {", "fresh: [", "2: "],
  ["    remove", "    status: fine\n    remove", "9: a number is needed"],
])("%j written as %j is an error with file and line", (from, to, message) => {
  const text = good.replace(from, to);
  expect(text).not.toBe(good);
  expect(() => readScenario("a.yaml", text, vocabulary)).toThrow(`a.yaml:${message}`);
});
