import { type Estimate, estimate } from "./paired.ts";

/** One result. Its question and name identify it in other runs. */
export interface Figure extends Estimate {
  readonly question: string;
  readonly name: string;
  /** `×` is a ratio to another library, which is the same on any machine. */
  readonly unit: "×" | "kB" | "s" | "ms" | "/s";
  readonly better: "more" | "less";
  readonly aim?: number;
}

/** How many in a second, from milliseconds each. */
export function rates(costs: readonly number[]) {
  return { unit: "/s", ...estimate(costs.map((ms) => 1_000 / ms)) } as const;
}

/** A run of the benchmark, as `--out` writes it. */
export interface Report {
  readonly date: string;
  readonly commit: string;
  readonly machine: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly figures: readonly Figure[];
}

/** Writes a report as one Markdown table. */
export function markdown({ date, commit, machine, versions, figures }: Report): string {
  const rows = figures.map((figure) => [
    figure.question,
    figure.name,
    `**${inUnit(figure.median, figure)}**`,
    `${inUnit(figure.low, figure)} to ${inUnit(figure.high, figure)}`,
    figure.better,
    aimOf(figure),
  ]);
  const head = ["question", "figure", "median", "95 % interval", "better", "aim"];
  const used = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return [`${date}, commit ${commit}, ${machine}. ${used.join(", ")}.`, "", table(head, rows)].join(
    "\n",
  );
}

/** The medians of several runs in one Markdown table: a row for each figure, a column for each run, which may have answered few questions. */
export function overTime(reports: readonly Report[]): string {
  const head = ["figure", ...reports.map(({ date, commit }) => `${date} (${commit})`)];
  const nameOf = ({ question, name }: Figure) => `${question}: ${name}`;
  const names = new Set(reports.flatMap(({ figures }) => figures.map(nameOf)));
  const rows = [...names].sort().map((text) => [
    text,
    ...reports.map(({ figures }) => {
      const found = figures.find((figure) => nameOf(figure) === text);
      return found ? inUnit(found.median, found) : "";
    }),
  ]);
  return table(head, rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

/** An aim is met if every value of the interval meets it. */
function aimOf({ aim, better, low, high, unit }: Figure): string {
  if (aim === undefined) return "";
  const isMet = better === "more" ? low >= aim : high <= aim;
  return `${better === "more" ? "≥" : "≤"} ${aim} ${unit}: ${isMet ? "met" : "missed"}`;
}

function inUnit(value: number, { unit }: Figure): string {
  return `${value.toFixed(unit === "/s" || (unit === "ms" && value >= 10) ? 0 : 2)} ${unit}`;
}
