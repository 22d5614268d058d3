import { expect, test } from "vitest";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import { plan } from "../../cases/planned-case.ts";
import { readKnownFailures } from "../../known-failures/known-failures.ts";
import { committedSuite } from "../../testing/suites.ts";
import { operation, sampleOf } from "../../testing/one-operation.ts";
import { describeDifference, errorVerdict, verdict, type Verdict } from "../../verdict.ts";
import { MissingStateError } from "../../errors.ts";
import { urlOf, type Address } from "./address.ts";
import { caseTests, type CaseTests, type TestOptions } from "./case-tests.ts";
import { testFunctions } from "./collect.ts";

const silent = { skip: expect.unreachable, note: expect.unreachable };
const suite = await committedSuite("gateway");
const found = (message: string) => [{ message }];
const differing = [describeDifference("", { pointer: "/body/size", expected: 1, found: 2 })];

/** How the cases end, by their names. */
const ends: Readonly<Record<string, (item: ReturnType<typeof sampleOf>) => Verdict>> = {
  good: (item) => verdict(item, "server", []),
  "wrong (1)": (item) => verdict(item, "server", differing),
  "wrong, too": (item) => verdict(item, "server", differing),
  known: (item) => verdict(item, "server", found("is known")),
  mended: (item) => verdict(item, "server", []),
  stateless: (item) =>
    errorVerdict(item, "server", new MissingStateError("a shelf", "There is no shelf.")),
};

const cases = Object.keys(ends).map((name) => sampleOf(undefined, { id: `add/${name}` }));

/** Runs tests one after the other, and tells how each ended. */
async function ran(options: TestOptions, ask = answering): Promise<Record<string, string>> {
  const { groups } = caseTests(
    {
      suite,
      target: "server",
      cases,
      ask,
      concurrency: 4,
      exclusive: new Set(["add/known"]),
    },
    options,
  );
  const ended: Record<string, string> = {};
  for (const { name, tests } of groups)
    for (const item of tests) {
      ended[`${name}: ${item.name}`] = "passed";
      const tell = (state: string) => (text: string) => {
        ended[`${name}: ${item.name}`] = `${state}: ${text}`;
      };
      await item.run({ skip: tell("skipped"), note: tell("passed") }).catch((error: unknown) => {
        const { stack = "", expected, actual } = error as Error & Record<string, unknown>;
        const values = expected === undefined ? "" : `\n${JSON.stringify([expected, actual])}`;
        ended[`${name}: ${item.name}`] = stack.replaceAll(`${process.cwd()}/`, "") + values;
      });
    }
  return ended;
}

const answering = () => {
  const place = {
    operation: "add",
    direction: "request",
    place: "/body",
    keyword: "type",
  } as const;
  const excluded = { constraint: place, boundary: "valid", reason: "no sample" } as const;
  const constraints = { cases: [], coveredBySample: [], exclusions: [excluded], unknown: [] };
  const play = (item: (typeof cases)[number]) =>
    Promise.resolve(ends[item.id.slice("add/".length)]?.(item) ?? verdict(item, "server", []));
  const planned = plan(cases, play);
  return Promise.resolve({ planned, constraints, [Symbol.asyncDispose]: () => Promise.resolve() });
};

const known = readKnownFailures(
  "server add/known  # ticket 12\nserver add/mended\nserver add/gone",
);

test("each case is a test, one cause is described once, and the last test says what is missing", async () => {
  expect(await ran({ known })).toEqual({
    "add: add/known": "passed: known failure: ticket 12",
    "add: add/good": "passed",
    "add: add/wrong (1)": `Failure: failed add/wrong (1)\n  /body/size: expected 1, found 2\n  alone: -t 'add/wrong .1.'\n    at ${operation.source.file}:1:1\n[{"/body/size":1},{"/body/size":2}]`,
    "add: add/wrong, too": `Failure: /body/size: expected 1, found 2 (the same as add/wrong (1))\n    at ${operation.source.file}:1:1`,
    "add: add/mended": "Failure: passes; remove line 2 of the known failures.",
    "add: add/stateless": "skipped: nobody sets up a shelf",
    "the run: every case was played": expect.stringMatching(
      /^Failure: 1 case needs provider states that nobody sets up.*a shelf.*add\/gone/s,
    ) as unknown,
  });
});

test("what could not be played is no failure if the file says so", async () => {
  const ended = await ran({ known: [], mayBeUnplayed: true, include: ["add/stateless"] });
  expect(ended).toEqual({
    "add: add/stateless": "skipped: nobody sets up a shelf",
    "the run: every case was played": expect.stringContaining("1 boundary") as unknown,
  });
});

test("a run without cases fails", async () => {
  expect(await ran({ include: ["remove/*"] })).toEqual({
    "the run: every case was played": "Failure: There is no case to play.",
  });
});

test("a run that cannot start is one failure", async () => {
  const ended = await ran({}, () => Promise.reject(new UsageError("Nothing answers.")));
  const [first, ...others] = Object.values(ended);
  expect(first).toBe("Failure: Nothing answers.");
  expect(new Set(others)).toEqual(
    new Set(["skipped: the run could not start; the first test says why"]),
  );
});

test.each<[string, Address, string]>([
  ["a listener", (_, response) => response.writeHead(418).end(), "found 418"],
  ["a Fetch handler that throws", { fetch: () => expect.unreachable("shelf") }, 'expected "shelf"'],
  ["no URL", () => "localhost", "must be a URL, not localhost"],
])("a server that is %s", async (_, server, expected) => {
  const declared: CaseTests[] = [];
  const { testServer } = testFunctions((tests) => declared.push(tests));
  const provider = { states: { secret: () => Promise.resolve({}) } };
  const options = { provider, include: ["receivePayment/paid"] };
  await testServer(await committedSuite("merchant"), server, options);
  const [made] = declared;
  await expect(made?.groups[0]?.tests[0]?.run(silent)).rejects.toThrow(expected);
  await made?.end();
});

test("a Fetch handler is a method, which gets the target as it was sent", async () => {
  const handler = {
    status: 418,
    fetch({ url }: Request) {
      return new Response(url, { status: this.status });
    },
  };
  const { origin } = await urlOf(handler);
  const response = await fetch(`${origin}//a?b=%2F`);
  expect([response.status, await response.text()]).toEqual([418, "http://localhost//a?b=%2F"]);
});
