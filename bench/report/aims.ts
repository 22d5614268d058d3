import type { Series } from "../throughput.ts";
import { ratiosOf, spreadOf, type Spread } from "../measure/statistics.ts";
import { inSpread, table } from "../table.ts";
import { baselineOf } from "./client.ts";
import type { Measured } from "./measured.ts";
import { compare, counterpart, cpuTime, perCpuTime, sizesOf } from "./throughput.ts";

/** What is wanted of a measure, and what it is. */
interface Aim {
  readonly what: string;
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly measured: Spread;
}

/** Where the toolkit stands: met or missed by the median. What a quick run leaves out is left out. */
export function aims(measured: Measured): string {
  const all = [
    ...(measured.requests ? requestAims(measured.requests) : []),
    ...startAims(measured),
    ...clientAims(measured),
  ];
  const rows = all.map((aim) => [
    aim.what,
    aim.atLeast === undefined ? `<= ${String(aim.atMost)}` : `>= ${aim.atLeast}`,
    inSpread(aim.measured),
    isMet(aim) ? "met" : "missed",
  ]);
  return `Aims\n${table(["", "aim", "measured", ""], rows)}`;
}

function isMet({ atLeast = -Infinity, atMost = Infinity, measured }: Aim) {
  return measured.median >= atLeast && measured.median <= atMost;
}

function requestAims(series: readonly Series[]): Aim[] {
  const [least, most] = sizesOf(series);
  const ours = series.filter(({ contender }) => contender === "skeleton");
  const beside = ours
    .filter(({ operations }) => operations === least)
    .flatMap((each) => {
      const express = counterpart(series, each, { contender: "bare express" });
      const fastify = counterpart(series, each, { contender: "fastify" });
      const atLeast = each.workload === "payment POST" ? 1.2 : 1;
      return [
        ...(express
          ? [
              {
                what: `${each.workload} beside bare Express`,
                atLeast,
                measured: compare(each, express, perCpuTime),
              },
            ]
          : []),
        ...(fastify
          ? [
              {
                what: `${each.workload} beside Fastify`,
                atLeast: 1,
                measured: compare(each, fastify, perCpuTime),
              },
            ]
          : []),
      ];
    });
  const growth = ours
    .filter(({ operations }) => operations === most && most === 1_000)
    .flatMap((each) => {
      const small = counterpart(series, each, {
        operations: least,
        position: "first",
      });
      return small
        ? [
            {
              what: `${each.workload}, ${each.position} of ${most}, beside ${least}`,
              atMost: 1.2,
              measured: compare(each, small, cpuTime),
            },
          ]
        : [];
    });
  return [...beside, ...growth];
}

function startAims({ starts = [] }: Measured): Aim[] {
  return starts
    .filter(({ contender, operations }) => contender === "skeleton" && operations === 1_000)
    .map((each) => ({
      what: "first answer at 1000 operations, ms",
      atMost: 400,
      measured: spreadOf(each.starts.map(({ answeredMs }) => answeredMs)),
    }));
}

function clientAims({ client }: Measured): Aim[] {
  if (!client) return [];
  const size = client.sizes.find(({ name }) => name === "client core");
  const calls = client.calls.filter(
    ({ caller, where }) => caller === "client" && where === "loopback",
  );
  const types = client.types.filter(({ operations }) => operations === 1_000);
  return [
    ...(size
      ? [
          {
            what: "client core, gzipped kB",
            atMost: 4,
            measured: spreadOf([size.gzippedBytes / 1_000]),
          },
        ]
      : []),
    ...calls.map((each) => ({
      what: "a call beside openapi-fetch",
      atMost: 1.1,
      measured: ratiosOf(each.microseconds, baselineOf(client.calls, each)),
    })),
    ...types.map(({ compiler, wallMs }) => ({
      what: `typecheck of 1000 calls, ${compiler}, s`,
      atMost: compiler.startsWith("TypeScript 5") ? 5 : 3,
      measured: spreadOf(wallMs.map((ms) => ms / 1_000)),
    })),
  ];
}
