import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import type { SpecificationResult } from "./measure.ts";

/** Scenarios that do not pass for one reason. */
export interface Exception {
  readonly reason: string;
  /** Without a side, both. */
  readonly side?: "server" | "client";
  readonly scenarios: readonly string[];
}

/** Reads the list of exceptions. */
export async function readExceptions(): Promise<Exception[]> {
  return parse(await readFile(new URL("exceptions.yaml", import.meta.url), "utf8")) as Exception[];
}

/** Lists failures that are not excepted, and exceptions that pass. Nothing if the list of exceptions is exact. */
export function findSurprises(
  results: readonly SpecificationResult[],
  exceptions: readonly Exception[],
): string[] {
  return results
    .flatMap(({ scenarios }) => scenarios)
    .flatMap(({ scenario, ...outcome }) =>
      (["server", "client"] as const).flatMap((side) => {
        const isExcepted = exceptions.some(
          (exception) =>
            exception.scenarios.includes(scenario) && (exception.side ?? side) === side,
        );
        const failure = outcome[side];
        if (isExcepted === (failure !== undefined)) return [];
        return `${scenario}, ${side}: ${failure ?? "passes, remove the exception"}`;
      }),
    );
}
