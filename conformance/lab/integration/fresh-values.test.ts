import { valueAt, withValue, type Operation, type SampleRequest } from "@contract-toolkit/kernel";
import { expect, test } from "vitest";
import { full } from "../testing/full-run.ts";
import { runSeed } from "../../../server/gateway/testing/random.ts";
import { freshValues, type FreshValues } from "../../index.ts";
import { fill, namesIn } from "../../scenarios/values.ts";
import { scenarios } from "../testing/scenarios.ts";
import { committedSuite } from "../../testing/suites.ts";
import { createTextCheck } from "../../../server/gateway/security/storable-text.ts";

/** A value that looks like something else by chance is met with in one of some hundred seeds. */
const SEEDS = full ? 2_000 : 100;
const first = runSeed();
const seeds = Array.from({ length: SEEDS }, (_, index) => `${first + index}`);

const suites = [await committedSuite("gateway"), await committedSuite("sandbox")] as const;
const validators = Object.assign(
  {},
  ...suites.map(({ contract }) => contract.validators),
) as (typeof suites)[number]["contract"]["validators"];

console.log(`fresh values: ${SEEDS} seeds from SEED=${first}`);

/** What the gateway refuses of a text beyond the contract (choice "confidential-text"). */
const checkTexts = createTextCheck(suites[0].document);

/** The requests that have fresh values, each as a seed writes it. */
const requests: readonly {
  readonly operation: Operation;
  readonly write: (fresh: FreshValues) => SampleRequest;
}[] = [
  ...suites
    .flatMap(({ cases }) => cases)
    .filter(({ fresh, response }) => fresh.length > 0 && response.status < 300)
    .map(({ operation, request, fresh: places }) => ({
      operation,
      write: (fresh: FreshValues) =>
        places.reduce<unknown>(
          (message, { pointer, maxLength }) =>
            withValue(
              message,
              pointer,
              fresh(maxLength ?? String(valueAt(request, pointer)).length),
            ),
          request,
        ) as SampleRequest,
    })),
  ...scenarios.flatMap(({ fresh: lengths, steps }) =>
    steps.flatMap((step) => {
      if (step.kind !== "call" || step.status >= 300) return [];
      const names = namesIn(step.request);
      const isOfSuite = names.every((name) => name === "inbox" || Object.hasOwn(lengths, name));
      if (names.length === 0 || !isOfSuite) return [];
      const write = (fresh: FreshValues) => written(step.request, lengths, fresh);
      return [{ operation: step.operation, write }];
    }),
  ),
];

function written(
  request: SampleRequest,
  lengths: Readonly<Record<string, number>>,
  fresh: FreshValues,
): SampleRequest {
  const made = Object.entries(lengths).map(([name, length]) => [name, fresh(length)] as const);
  const known = new Map([...made, ["inbox", `http://127.0.0.1:40001/${fresh(24)}`]]);
  return fill(request, known) as SampleRequest;
}

/** What of the requests of a seed a server may refuse. */
function refusable(fresh: FreshValues): string[] {
  return requests.flatMap(({ operation, write }) => {
    const request = write(fresh);
    const isValid = validators[operation.id]?.request(structuredClone(request)) ?? true;
    return isValid && isTaken(operation, request)
      ? []
      : [`${operation.id} ${JSON.stringify(request)}`];
  });
}

function isTaken(operation: Operation, { path, query, headers, body }: SampleRequest): boolean {
  try {
    checkTexts({ operation, path, query, headers, body });
    return true;
  } catch {
    return false;
  }
}

test("no seed makes a value that the gateway may refuse", () => {
  expect(requests.length).toBeGreaterThan(10);
  for (const seed of seeds) expect(refusable(freshValues(seed)), `seed ${seed}`).toEqual([]);
});

test("a value that cannot be taken is found out", () => {
  expect(refusable(() => " ")).not.toEqual([]);
});

test("no value is made twice", () => {
  const made = seeds.flatMap((seed) => {
    const fresh = freshValues(seed);
    return Array.from({ length: 50 }, () => fresh(12));
  });
  expect(new Set(made).size).toBe(made.length);
});
