import { casesOfSamples, type Case } from "../../../conformance/index.ts";
import { declaredChoices } from "../../../spec/library/choices.ts";
import type { Spec } from "../compile.ts";
import { positionOf, sourceExtension, type Source } from "../positions.ts";
import type { Service } from "../service.ts";
import type { Sample, SourcePosition } from "contract-kernel";
import { readAddress, type Address } from "./address.ts";
import { broken } from "./row-checks.ts";
import { findOperation, findPlace, type Place } from "./spec-lookup.ts";
import type { Row, Table } from "./rows.ts";
import { shownAt } from "./sample-evidence.ts";

/** A row with its places in the specification and the samples that show it. */
export interface CoveredRow {
  readonly row: Row;
  readonly places: readonly SourcePosition[];
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

/** Finds the place and the samples of every row. */
export function coverInterface(
  spec: Spec,
  services: readonly Service[],
  samples: ReadonlyMap<Service, readonly Sample[]>,
  tables: readonly Table[],
): Coverage {
  const cases = services.flatMap((service) =>
    casesOfSamples(
      Object.fromEntries(service.operations.map(({ operation }) => [operation.id, operation])),
      samples.get(service) ?? [],
    ),
  );
  const cover = (row: Row) => coverRow(spec, services, cases, row);
  return {
    tables: tables.map(({ title, rows }) => ({
      title,
      rows: rows.map(cover),
    })),
  };
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
interface Finding {
  readonly places: readonly SourcePosition[];
  readonly samples: readonly string[];
  /** What the specification does not have, or says otherwise. */
  readonly gaps: readonly string[];
  /** What no sample shows. */
  readonly unshown: readonly string[];
}

function coverRow(
  spec: Spec,
  services: readonly Service[],
  cases: readonly Case[],
  row: Row,
): CoveredRow {
  const findings = row.at.map((text) => findAt(spec, services, cases, row, text));
  const byHand = row.samples ?? [];
  const unknown = byHand.filter((name) => !cases.some(({ id }) => id === name));
  const unshown = byHand.length > 0 ? [] : findings.flatMap((each) => each.unshown);
  return {
    row,
    places: findings.flatMap(({ places }) => places),
    samples: [...new Set([...byHand, ...findings.flatMap(({ samples }) => samples)])],
    gaps: [
      ...(row.at.length === 0 ? ["has no place; name one under `at`."] : []),
      ...findings.flatMap(({ gaps }) => gaps),
      ...unknown.map((name) => `there is no sample ${name}.`),
      ...unshown,
    ],
  };
}

function findAt(
  spec: Spec,
  services: readonly Service[],
  cases: readonly Case[],
  row: Row,
  text: string,
): Finding {
  const address = readAddress(text);
  if (!address) return lacking(`"${text}" is no address.`);
  if (address.kind === "choice") return findChoice(spec, address.id);
  const place = row.absent ? findAbsence(services, address) : findPlace(services, address);
  if (!place)
    return lacking(
      row.absent
        ? `the specification has ${text}, or not even its operation.`
        : `the specification has no ${text}.`,
    );
  const faults = row.absent ? [] : broken(row, place);
  const route = routeFault(services, row, address.operation);
  const shown = shownAt(row, address, cases);
  return {
    places: [place.source],
    samples: shown.flatMap(({ samples }) => samples),
    gaps: [
      ...faults.map((fault) => `${text} ${fault}, unlike the row${whereSaid(place)}.`),
      ...(route === undefined ? [] : [route]),
    ],
    unshown: shown
      .filter(({ samples }) => samples.length === 0)
      .map(
        ({ what }) =>
          `no sample of ${text} ${what}; add one to the specification, or name what shows it under \`samples\`.`,
      ),
  };
}

/** The lines that say what the value is: its field with its rules, and what the field's type refers to. */
function whereSaid({ shapes }: Place): string {
  const lines = shapes.flatMap((shape) => {
    const source = shape[sourceExtension] as Source | undefined;
    return (source ? [source, ...Object.values(source.keywords ?? {})] : []).map(
      ({ file, line }) => `${file}:${line}`,
    );
  });
  return lines.length > 0 ? ` (${[...new Set(lines)].join(", ")})` : "";
}

function findChoice(spec: Spec, id: string): Finding {
  const choice = declaredChoices(spec.program).find(({ value }) => value.id === id);
  const source = choice && positionOf(spec, choice.decorator);
  if (!source) return lacking(`no choice ${id} is declared.`);
  return {
    places: [source],
    samples: [],
    gaps: [],
    unshown: [`no sample shows the choice ${id}; name one under \`samples\`.`],
  };
}

/** Where it is said that a value is not there: at the operation, which has everything that it takes. */
function findAbsence(
  services: readonly Service[],
  address: Exclude<Address, { kind: "choice" }>,
): Place | undefined {
  return findPlace(services, address)
    ? undefined
    : findPlace(services, {
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

function lacking(gap: string): Finding {
  return { places: [], samples: [], gaps: [gap], unshown: [] };
}
