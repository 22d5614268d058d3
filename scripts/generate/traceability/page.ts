import { banner } from "../modules/banner.ts";
import type { CoveredRow, Coverage } from "./interface-coverage.ts";

/** The page that leads from each row of the documented interface to its positions and its samples. */
export function coveragePage({ tables }: Coverage): string {
  const rows = tables.flatMap((table) => table.rows);
  return [
    `${banner("md")}# The documented interface, row by row\n`,
    `${rows.length} rows, each with its place in the TypeSpec and the samples that show it. Samples in italics were named by hand, all others were found by what they hold.`,
    ...tables.flatMap((table) => [
      `\n## ${table.title}\n`,
      "| Row | What is documented | Place | Samples |",
      "| --- | --- | --- | --- |",
      ...table.rows.map(tableLine),
    ]),
    "",
  ].join("\n");
}

/** More would hide the next row; the samples page has them all. */
const samplesListed = 3;

function tableLine({ row, positions, samples, gaps }: CoveredRow): string {
  const where = positions.map(({ file, line }) => `${file}:${line}`);
  const more = samples.length - samplesListed;
  const shownBy = [
    ...samples
      .slice(0, samplesListed)
      .map((name) => (row.samples?.includes(name) ? `_${name}_` : name)),
    ...(more > 0 ? [`${more} more`] : []),
  ];
  return cells(
    row.id,
    row.says,
    [...new Set(where)].join(", "),
    gaps.length > 0 ? `**${gaps.join(" ")}**` : shownBy.join(", "),
  );
}

function cells(...texts: string[]): string {
  return `| ${texts.map((text) => text.replaceAll("|", "\\|")).join(" | ")} |`;
}
