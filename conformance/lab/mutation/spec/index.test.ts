import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { full } from "../../../../server/gateway/testing/long-test.ts";
import type { MutantGroup } from "../mutant.ts";
import { openSpecMutants } from "./index.ts";

let group: MutantGroup;

beforeAll(async () => {
  group = await openSpecMutants();
});

afterAll(() => group[Symbol.asyncDispose]());

describe("a change of the specification", () => {
  const changes = [
    "MerchantRefId maxLength-raised @maxLength(41)",
    'ReversalStatus has no "success"',
  ];
  test.each(changes.slice(full ? 0 : 1))("is reported with its line: %s", async (change) => {
    const mutant = group.mutants.find(({ id }) => id.endsWith(change));
    expect(await mutant?.attempt()).toMatchObject({ outcome: "killed", namesSource: true });
  });

  test("has a unique id", () => {
    const ids = group.mutants.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
