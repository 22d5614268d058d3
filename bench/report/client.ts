import type { Calls } from "../client-calls.ts";
import { ratiosOf, spreadOf } from "../measure/statistics.ts";
import { inSpread, table } from "../table.ts";
import type { Measured } from "./measured.ts";

export function clientTables({ sizes, calls, types }: NonNullable<Measured["client"]>): string[] {
  const sizeRows = sizes.map(({ name, minifiedBytes, gzippedBytes }) => [
    name,
    minifiedBytes.toLocaleString("en"),
    gzippedBytes.toLocaleString("en"),
  ]);
  const callRows = calls.map((each) => [
    `${each.caller}, ${each.where}`,
    inSpread(spreadOf(each.microseconds), 0),
    inSpread(ratiosOf(each.microseconds, baselineOf(calls, each))),
  ]);
  const typeRows = types.map(({ compiler, operations, wallMs }) => [
    `${compiler}, ${operations} operations`,
    inSpread(spreadOf(wallMs.map((ms) => ms / 1_000)), 1),
  ]);
  return [
    `Client: size of the bundle, bytes\n${table(["", "minified", "gzipped"], sizeRows)}`,
    `Client: a call, one after another (less is faster)\n${table(["", "microseconds", "to openapi-fetch"], callRows)}`,
    `Client: a file that calls every operation\n${table(["", "typecheck, s"], typeRows)}`,
  ];
}

/** What openapi-fetch alone takes in the same place. */
export function baselineOf(calls: readonly Calls[], { where }: Calls): readonly number[] {
  return (
    calls.find((other) => other.caller === "openapi-fetch" && other.where === where)
      ?.microseconds ?? []
  );
}
