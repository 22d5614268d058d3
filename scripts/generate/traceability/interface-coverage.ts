import { declaredChoices } from "@contract-toolkit/typespec/program";
import type { Spec } from "../compile.ts";
import { positionOf, sourceExtension, type Source } from "../source-positions.ts";
import type { Service } from "../service.ts";
import { type Sample, sentRequest, type SourcePosition } from "@contract-toolkit/kernel";
import { readAddress, type Address } from "./address.ts";
import { rowFaults } from "./row-checks.ts";
import { findOperation, findElement, type SpecElement } from "./spec-lookup.ts";
import type { Row, Table } from "./rows.ts";
import { sampleEvidenceAt, type SentSample } from "./sample-evidence.ts";

/** A row with its positions in the specification and its samples. */
export interface CoveredRow {
  readonly row: Row;
  readonly positions: readonly SourcePosition[];
  /** `<operation>/<sample>`, those named by hand first. */
  readonly samples: readonly string[];
  /** What is wrong with it, in words; empty when it is covered. */
  readonly gaps: readonly string[];
}

/** The documented interface against the specification. */
export interface Coverage {
  readonly tables: readonly {
    readonly title: string;
    readonly rows: readonly CoveredRow[];
  }[];
}

/** Finds the element and the samples of every row. */
export function coverInterface(
  spec: Spec,
  services: readonly Service[],
  samples: ReadonlyMap<Service, readonly Sample[]>,
  tables: readonly Table[],
): Coverage {
  const sent = services.flatMap((service) => sentSamples(service, samples.get(service) ?? []));
  const cover = (row: Row) => coverRow(spec, services, sent, row);
  return {
    tables: tables.map(({ title, rows }) => ({
      title,
      rows: rows.map(cover),
    })),
  };
}

/**
 * The samples of a service as they are on the wire.
 *
 * @throws {TypeError} when a sample names an operation that the service does not have
 */
function sentSamples({ operations }: Service, samples: readonly Sample[]): SentSample[] {
  const byId = new Map(operations.map(({ operation }) => [operation.id, operation]));
  return samples.map((sample) => {
    const id = `${sample.operation}/${sample.name}`;
    const operation = byId.get(sample.operation);
    if (!operation) throw new TypeError(`Sample ${id} is of an operation that is not there.`);
    return { ...sample, id, operation, request: sentRequest(sample) };
  });
}

/** A line for each gap: the file and line of the row, its id, and what it lacks. */
export function gapsOf({ tables }: Coverage): string[] {
  return tables
    .flatMap(({ rows }) => rows)
    .flatMap(({ row: { id, source }, gaps }) =>
      gaps.map((gap) => `${source.file}:${source.line} ${id}: ${gap}`),
    );
}

/** What one address of a row comes to. */
interface AddressCoverage {
  readonly positions: readonly SourcePosition[];
  readonly samples: readonly string[];
  /** What the specification does not have, or says otherwise. */
  readonly gaps: readonly string[];
  /** What no sample shows. */
  readonly unsampled: readonly string[];
}

function coverRow(
  spec: Spec,
  services: readonly Service[],
  samples: readonly SentSample[],
  row: Row,
): CoveredRow {
  const findings = row.at.map((text) => coverAddress(spec, services, samples, row, text));
  const byHand = row.samples ?? [];
  const unknown = byHand.filter((name) => !samples.some(({ id }) => id === name));
  const unsampled = byHand.length > 0 ? [] : findings.flatMap((each) => each.unsampled);
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
        ? `the specification has ${text}, or not even its operation.`
        : `the specification has no ${text}.`,
    );
  const faults = row.absent ? [] : rowFaults(row, element);
  const route = routeFault(services, row, address.operation);
  const evidence = sampleEvidenceAt(row, address, samples);
  return {
    positions: [element.source],
    samples: evidence.flatMap(({ samples }) => samples),
    gaps: [
      ...faults.map((fault) => `${text} ${fault}, unlike the row${whereSaid(element)}.`),
      ...(route === undefined ? [] : [route]),
    ],
    unsampled: evidence
      .filter(({ samples }) => samples.length === 0)
      .map(
        ({ what }) =>
          `no sample of ${text} ${what}; add one to the specification, or name what shows it under \`samples\`.`,
      ),
  };
}

/** The lines that say what the value is: its field with its rules, and what the field's type refers to. */
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
  const source = choice && positionOf(spec, choice.decorator);
  if (!source) return lacking(`no choice ${id} is declared.`);
  return {
    positions: [source],
    samples: [],
    gaps: [],
    unsampled: [`no sample shows the choice ${id}; name one under \`samples\`.`],
  };
}

/** Where it is said that a value is not there: at the operation, which has everything that it takes. */
function findAbsence(
  services: readonly Service[],
  address: Exclude<Address, { kind: "choice" }>,
): SpecElement | undefined {
  return findElement(services, address)
    ? undefined
    : findElement(services, {
        kind: "operation",
        operation: address.operation,
      });
}

function routeFault(services: readonly Service[], { route }: Row, id: string): string | undefined {
  const operation = findOperation(services, id)?.each.operation;
  const found = operation && `${operation.method} ${operation.path}`;
  return route === undefined || route === found
    ? undefined
    : `${id} is ${String(found)}, unlike the row.`;
}

function lacking(gap: string): AddressCoverage {
  return { positions: [], samples: [], gaps: [gap], unsampled: [] };
}
