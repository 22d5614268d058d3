import { declaredChoices } from "@contract-toolkit/typespec/program";
import type { Spec } from "../compile.ts";
import { findSourcePosition, sourceExtension, type Source } from "../source-positions.ts";
import type { Service } from "../service-model/service.ts";
import { type Sample, sentRequest, type SourcePosition } from "@contract-toolkit/contract";
import { readAddress, type Address } from "./address.ts";
import { rowFaults } from "./row-checks.ts";
import { findServiceOperation, findElement, type SpecElement } from "./spec-lookup.ts";
import type { Row, Table } from "./rows.ts";
import type { ShownRow } from "@contract-toolkit/conformance/internal";
import { sampleEvidenceAt, type SentSample } from "./sample-evidence.ts";

/** A requirement with its positions in the specification, and the samples and steps that show it. */
export interface CoveredRow {
  readonly row: Row;
  readonly positions: readonly SourcePosition[];
  /** `<operation>/<sample>`, those named by hand first. */
  readonly samples: readonly string[];
  /** Positions of the scenario steps that show it. */
  readonly steps: readonly SourcePosition[];
  /** What is missing, as text; empty if the requirement is covered. */
  readonly gaps: readonly string[];
}

/** Coverage of the documented interface by the specification. */
export interface Coverage {
  readonly tables: readonly CoveredTable[];
  /** Requirements that scenario steps name and that do not exist. */
  readonly unknown: readonly ShownRow[];
}

interface CoveredTable extends Pick<Table, "title" | "shownBy"> {
  readonly rows: readonly CoveredRow[];
}

/**
 * Finds the element of every requirement, and the samples and steps that show it.
 *
 * @param shown the requirements that scenario steps name
 */
export function coverInterface(
  spec: Spec,
  services: readonly Service[],
  samples: ReadonlyMap<Service, readonly Sample[]>,
  tables: readonly Table[],
  shown: readonly ShownRow[] = [],
): Coverage {
  const sent = services.flatMap((service) => sentSamples(service, samples.get(service) ?? []));
  const titles = new Set(
    tables.flatMap(({ title, shownBy }) => (shownBy === "samples" ? [title] : [])),
  );
  const ids = new Set(tables.flatMap(({ rows }) => rows.map(({ id }) => id)));
  const cover = (row: Row): CoveredRow => {
    const steps = shown.flatMap((shownRow) => (shownRow.row === row.id ? [shownRow.step] : []));
    const covered = coverRow(spec, services, sent, row);
    return { ...covered, steps, gaps: [...covered.gaps, ...stepGaps(row, steps, titles)] };
  };
  return {
    tables: tables.map(({ title, shownBy, rows }) => ({ title, shownBy, rows: rows.map(cover) })),
    unknown: shown.filter(({ row }) => !ids.has(row)),
  };
}

/** Gaps of a requirement that scenarios must show. Such a requirement also names its source. */
function stepGaps(
  { shownBy, section, at }: Row,
  steps: readonly SourcePosition[],
  titles: ReadonlySet<string>,
): string[] {
  const gaps =
    section === undefined || titles.has(section) ? [] : [`there is no table "${section}".`];
  if (shownBy === "samples") return gaps;
  if (section === undefined && !at.some((text) => readAddress(text)?.kind === "choice"))
    gaps.push("names neither a `section` nor a choice as its source.");
  if (steps.length === 0)
    gaps.push(
      "no step of a scenario shows it; name it under `shows` of one that does, or write one.",
    );
  return gaps;
}

function sentSamples({ operations }: Service, samples: readonly Sample[]): SentSample[] {
  const byId = new Map(operations.map(({ operation }) => [operation.id, operation]));
  return samples.flatMap((sample) => {
    const operation = byId.get(sample.operation);
    const id = `${sample.operation}/${sample.name}`;
    return operation ? [{ ...sample, id, operation, request: sentRequest(sample) }] : [];
  });
}

/** A line for each gap with the requirement's file, line and id, then a line for each unknown requirement that a step names. */
export function gapsOf({ tables, unknown }: Coverage): string[] {
  return [
    ...tables
      .flatMap(({ rows }) => rows)
      .flatMap(({ row: { id, source }, gaps }) =>
        gaps.map((gap) => `${source.file}:${source.line} ${id}: ${gap}`),
      ),
    ...unknown.map(
      ({ row, source }) => `${source.file}:${source.line} there is no requirement ${row}.`,
    ),
  ];
}

interface AddressCoverage extends Pick<CoveredRow, "positions" | "samples" | "gaps"> {
  /** What no sample shows, as text. */
  readonly unsampled: readonly string[];
}

function coverRow(
  spec: Spec,
  services: readonly Service[],
  samples: readonly SentSample[],
  row: Row,
): Omit<CoveredRow, "steps"> {
  const findings = row.at.map((text) => coverAddress(spec, services, samples, row, text));
  const byHand = row.samples ?? [];
  const unknown = byHand.filter((name) => !samples.some(({ id }) => id === name));
  const unsampled =
    byHand.length > 0 || row.shownBy === "scenarios"
      ? []
      : findings.flatMap((finding) => finding.unsampled);
  return {
    row,
    positions: findings.flatMap(({ positions }) => positions),
    samples: [...new Set([...byHand, ...findings.flatMap(({ samples }) => samples)])],
    gaps: [
      ...(row.at.length === 0 ? ["has no place; name one under `at`."] : []),
      ...findings.flatMap(({ gaps }) => gaps),
      ...unknown.map((name) => `there is no sample ${name}.`),
      ...unsampled,
    ],
  };
}

function coverAddress(
  spec: Spec,
  services: readonly Service[],
  samples: readonly SentSample[],
  row: Row,
  text: string,
): AddressCoverage {
  const address = readAddress(text);
  if (!address) return lacking(`"${text}" is no address.`);
  if (address.kind === "choice") return findChoice(spec, address.id);
  const element = row.absent ? findAbsence(services, address) : findElement(services, address);
  if (!element)
    return lacking(
      row.absent
        ? `the specification has ${text}, or lacks its operation.`
        : `the specification has no ${text}.`,
    );
  const faults = row.absent ? [] : rowFaults(row, element);
  const route = routeFault(services, row, address.operation);
  const evidence = sampleEvidenceAt(row, address, samples);
  return {
    positions: [element.source],
    samples: evidence.flatMap(([, shown]) => shown),
    gaps: [
      ...faults.map((fault) => `${text} ${fault}, unlike the requirement${whereSaid(element)}.`),
      ...(route === undefined ? [] : [route]),
    ],
    unsampled: evidence
      .filter(([, shown]) => shown.length === 0)
      .map(
        ([what]) =>
          `no sample of ${text} ${what}; add one to the specification, or name what shows it under \`samples\`.`,
      ),
  };
}

/** The source lines of a value's schemas and constraints. */
function whereSaid({ shapes }: SpecElement): string {
  const lines = shapes.flatMap((shape) => {
    const source = shape[sourceExtension] as Source | undefined;
    return (source ? [source, ...Object.values(source.keywords ?? {})] : []).map(
      ({ file, line }) => `${file}:${line}`,
    );
  });
  return lines.length > 0 ? ` (${[...new Set(lines)].join(", ")})` : "";
}

function findChoice(spec: Spec, id: string): AddressCoverage {
  const choice = declaredChoices(spec.program).find(({ value }) => value.id === id);
  const source = choice && findSourcePosition(spec, choice.decorator);
  if (!source) return lacking(`no choice ${id} is declared.`);
  return {
    positions: [source],
    samples: [],
    gaps: [],
    unsampled: [`no sample shows the choice ${id}; name one under \`samples\`.`],
  };
}

/** The operation, if it lacks the value, as a requirement with `absent` documents. */
function findAbsence(
  services: readonly Service[],
  address: Exclude<Address, { kind: "choice" }>,
): SpecElement | undefined {
  return findElement(services, address)
    ? undefined
    : findElement(services, { kind: "operation", operation: address.operation });
}

function routeFault(services: readonly Service[], { route }: Row, id: string): string | undefined {
  const operation = findServiceOperation(services, id)?.each.operation;
  const found = operation && `${operation.method} ${operation.path}`;
  return route === undefined || route === found
    ? undefined
    : `${id} is ${String(found)}, unlike the requirement.`;
}

function lacking(gap: string): AddressCoverage {
  return { positions: [], samples: [], gaps: [gap], unsampled: [] };
}
