import { resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { compileSpec, type Spec } from "../../scripts/generate/compile.ts";
import {
  coverInterface,
  gapsOf,
  type Coverage,
} from "../../scripts/generate/traceability/interface-coverage.ts";
import { readRequirements, type Table } from "../../scripts/generate/traceability/rows.ts";
import { readScenarioSteps } from "../../scripts/generate/traceability/scenario-steps.ts";
import { readSamples } from "../../scripts/generate/samples/samples.ts";
import { readServices } from "../../scripts/generate/service-model/read-services.ts";
import { type Service } from "../../scripts/generate/service-model/service.ts";
import type { Sample, Schema } from "@contract-toolkit/contract";

let spec: Spec;
let services: Service[];
let samples: Map<string, Sample[]>;
let tables: Table[];
let shown: Awaited<ReturnType<typeof readScenarioSteps>>;
let whole: Coverage;

beforeAll(async () => {
  spec = await compileSpec(resolve(import.meta.dirname, "../main.tsp"));
  services = await readServices(spec);
  tables = (await readRequirements(spec)) ?? [];
  samples = new Map(services.map((service) => [service.name, readSamples(spec, service)]));
  shown = await readScenarioSteps(spec, services);
  whole = cover(services);
});

function cover(
  those: readonly Service[],
  keep: (sample: Sample) => boolean = () => true,
  rows: readonly Table[] = tables,
): Coverage {
  const kept = new Map(
    those.map((service) => [service, (samples.get(service.name) ?? []).filter(keep)]),
  );
  return coverInterface(spec, those, kept, rows, shown);
}

test("every requirement of the documented interface has a place, and a sample or a step", () => {
  expect(gapsOf(whole)).toEqual([]);
  const rows = (shownBy: Table["shownBy"]) =>
    tables.flatMap((table) => (table.shownBy === shownBy ? table.rows : []));
  expect(rows("samples").length).toBeGreaterThan(300);
  expect(rows("scenarios").length).toBeGreaterThan(300);
});

test("a requirement whose only sample is taken out is a gap that names it", () => {
  const shownOnce = whole.tables
    .flatMap(({ rows }) => rows)
    .filter(({ row, samples }) => row.shownBy === "samples" && samples.length === 1);
  expect(shownOnce.length).toBeGreaterThan(20);
  for (const only of new Set(shownOnce.flatMap(({ samples }) => samples))) {
    const rows = shownOnce.flatMap(({ row, samples }) => (samples.includes(only) ? [row] : []));
    const isKept = ({ operation, name }: Sample) => `${operation}/${name}` !== only;
    const gaps = gapsOf(cover(services, isKept, [{ title: only, shownBy: "samples", rows }]));
    for (const row of rows) {
      const place = `${row.source.file}:${row.source.line} ${row.id}:`;
      expect(gaps.filter((gap) => gap.startsWith(place))).not.toEqual([]);
    }
  }
});

test("a requirement whose steps are taken out is a gap that names it", () => {
  const id = "delivery.dead-letter";
  const without = shown.filter(({ row }) => row !== id);
  expect(without.length).toBeLessThan(shown.length);
  const kept = new Map(services.map((service) => [service, samples.get(service.name) ?? []]));
  expect(gapsOf(coverInterface(spec, services, kept, tables, without))).toEqual([
    expect.stringContaining(` ${id}: no step of a scenario shows it`),
  ]);
});

test("a field that is taken out is a gap in every requirement that names it", () => {
  const without = services.map((service) => {
    const annotated = structuredClone(service.documents.annotated);
    const order = annotated.components?.schemas?.["OrderReference"];
    if (order) delete (order["properties"] as Schema)["id"];
    return { ...service, documents: { ...service.documents, annotated } };
  });
  expect(gapsOf(cover(without)).map((gap) => gap.split(" ")[1])).toEqual([
    "order-codes.last-character:",
    "payment-request.partnerReference.order.id:",
    "create-payment-request.partnerReference.order.id:",
    "limit.order.id:",
    "limit.order.id:",
  ]);
});
