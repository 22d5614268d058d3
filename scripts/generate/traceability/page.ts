import type { SourcePosition } from "@contract-toolkit/contract";
import { banner } from "../modules/banner.ts";
import type { CoveredRow, Coverage } from "./interface-coverage.ts";

/** The page that lists each requirement of the documented interface with its positions and what shows it. */
export function coveragePage({ tables }: Coverage): string {
  const [bySamples, bySteps] = (["samples", "scenarios"] as const).map((shownBy) =>
    tables.filter((table) => table.shownBy === shownBy),
  );
  return [
    `${banner("md")}# The documented interface, requirement by requirement\n`,
    `${countRows(bySamples)} requirements, each with its place in the TypeSpec and the samples that show it. Samples in italics were named by hand, all others were found by what they hold.`,
    ...(bySamples ?? []).flatMap((table) => [
      `\n## ${table.title}\n`,
      "| Requirement | What is documented | Place | Samples |",
      "| --- | --- | --- | --- |",
      ...table.rows.map((row) =>
        cells(row.row.id, row.row.says, joinPositions(row), describeRowSamples(row)),
      ),
    ]),
    ...(countRows(bySteps) === 0
      ? []
      : [
          "\n# What follows upon what\n",
          `${countRows(bySteps)} requirements, each with the table above or the choice that it is from, its place in the TypeSpec and the steps of scenarios that show it.`,
        ]),
    ...(bySteps ?? []).flatMap((table) => [
      `\n## ${table.title}\n`,
      "| Requirement | What is documented or chosen | From | Place | Steps |",
      "| --- | --- | --- | --- | --- |",
      ...table.rows.map((row) =>
        cells(row.row.id, row.row.says, originOf(row), joinPositions(row), stepsOf(row)),
      ),
    ]),
    "",
  ].join("\n");
}

function countRows(tables: Coverage["tables"] = []): number {
  return tables.flatMap(({ rows }) => rows).length;
}

function joinPositions({ positions }: CoveredRow): string {
  return [...new Set(positions.map(describeSourceLine))].join(", ");
}

function describeRowSamples({ row, samples, gaps }: CoveredRow): string {
  return listShown(
    samples.map((name) => (row.samples?.includes(name) ? `_${name}_` : name)),
    gaps,
  );
}

function stepsOf({ steps, gaps }: CoveredRow): string {
  return listShown(steps.map(describeSourceLine), gaps);
}

function originOf({ row: { section, at } }: CoveredRow): string {
  return [
    ...(section === undefined ? [] : [section]),
    ...at.filter((text) => text.startsWith("choice ")),
  ].join(", ");
}

/** More would make the table hard to read. */
const mostListed = 3;

function listShown(by: readonly string[], gaps: readonly string[]): string {
  if (gaps.length > 0) return `**${gaps.join(" ")}**`;
  const more = by.length - mostListed;
  return [...by.slice(0, mostListed), ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

function describeSourceLine({ file, line }: SourcePosition): string {
  return `${file}:${line}`;
}

function cells(...texts: string[]): string {
  return `| ${texts.map((text) => text.replaceAll("|", "\\|")).join(" | ")} |`;
}
