import { isAbsolute, join, relative } from "node:path";
import { markdownCode, readPosition } from "@contract-toolkit/contract";
import { nameOfBreak } from "../accepted.ts";
import { changePlaces, type Change, type Place, type Severity } from "../change.ts";
import { isOfContract, type DiffReport } from "../report.ts";
import { exampleText, sourceText, summarizeDiff } from "./text.ts";

const headings: Readonly<Record<Severity, string>> = {
  error: "Breaking",
  warning: "Possibly breaking",
  info: "Compatible",
};

/** In characters. A comment of a pull request has at most 65,536, and the report has up to three tables. */
const maxTable = 18_000;

/** The report as a comment of a pull request: one row for each cause, with links to its lines if GitHub runs it. */
export function markdownReport(report: DiffReport): string {
  const severities: readonly Severity[] = ["error", "warning", "info"];
  const sections = severities.flatMap((severity) => {
    const changes = report.changes.filter((change) => change.severity === severity);
    const [ofContract, ofVersion] = [
      changes.filter(isOfContract),
      changes.filter((change) => !isOfContract(change)),
    ];
    return [
      section(report, severity, headings[severity], ofContract),
      ...(severity === "error" ? adviseOnBreaks(ofContract) : []),
      section(report, severity, "Version and accepted breaks", ofVersion),
    ].flat();
  });
  return [`## Contract: ${summarizeDiff(report, markdownCode)}`, ...sections, ""].join("\n\n");
}

function section(
  { titles }: DiffReport,
  severity: Severity,
  heading: string,
  changes: readonly Change[],
): string[] {
  if (changes.length === 0) return [];
  const causes = Map.groupBy(changes, (change) =>
    JSON.stringify([change.id, change.message, change.source]),
  );
  const rows = fitting([...causes.values()].map((cause) => changeRow(cause, titles)));
  const left = causes.size - rows.length;
  const table = [
    "| What | Operations | For example | TypeSpec |",
    "| --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
  const more = left > 0 ? `\n\nAnd ${left} more.` : "";
  const title = `${heading} (${changes.length})`;
  return [
    severity === "error"
      ? `### ${title}\n\n${table}${more}`
      : `<details><summary>${title}</summary>\n\n${table}${more}\n\n</details>`,
  ];
}

function fitting(rows: readonly string[]): readonly string[] {
  let room = maxTable;
  const end = rows.findIndex((row) => (room -= row.length + 1) < 0);
  return end === -1 ? rows : rows.slice(0, end);
}

/** Changes with one cause, such as a shared scalar, as a row. */
function changeRow(cause: readonly Change[], titles: ReadonlyMap<string, string>): string {
  const [first] = cause;
  if (!first) return "";
  const shown = cause.find(({ counterexample }) => counterexample !== undefined);
  const places = cause.flatMap(changePlaces);
  const left = places.length - mostPlaces;
  const cells = [
    `${markdownCode(sentenceOf(first))} (${markdownCode(first.id)})`,
    places
      .slice(0, mostPlaces)
      .map((place) => markdownPlace(place, titles))
      .join("<br>") + (left > 0 ? `<br>and at ${left} more` : ""),
    shown ? markdownCode(exampleText(shown)) : "",
    sourceLink(first),
  ];
  return `| ${cells.join(" | ")} |`;
}

/** A message about "it" with the name of the field and its operation instead. */
function sentenceOf({ message, operation, pointer }: Change): string {
  const [, name] = /^\/re(?:quest|sponse\/[^/]+)\/\w+\/(?:.*\/)?([^/[\]]+)/.exec(pointer) ?? [];
  return name === undefined ? message : message.replace(/^it (?=\w)/, `${name} of ${operation} `);
}

const mostPlaces = 4;

function markdownPlace({ operation, pointer }: Place, titles: ReadonlyMap<string, string>): string {
  const title = titles.get(operation);
  const names = [operation, title === operation ? "" : (title ?? ""), pointer];
  return names.filter(Boolean).map(markdownCode).join(" ");
}

/** The position, which is a link in a workflow of GitHub. */
function sourceLink(change: Change): string {
  const text = markdownCode(sourceText(change));
  const position = readPosition(change.source.new);
  const {
    GITHUB_SERVER_URL: server,
    GITHUB_REPOSITORY: repository,
    GITHUB_SHA: commit,
    GITHUB_WORKSPACE: root = ".",
  } = process.env;
  if (!position || !server || !repository || !commit) return text;
  const file = relative(root, join(process.cwd(), position.file));
  if (file.startsWith("..") || isAbsolute(file)) return text;
  const path = encodeURI(file).replaceAll("(", "%28").replaceAll(")", "%29");
  return `[${text}](${server}/${repository}/blob/${commit}/${path}#L${position.line})`;
}

/** What to do about breaking changes. */
function adviseOnBreaks(changes: readonly Change[]): string[] {
  const [first] = changes;
  if (!first) return [];
  const place = `'${nameOfBreak(first).replaceAll("'", String.raw`'\''`)}'`;
  const command = markdownCode(`npx contract diff --accept ${place} --reason TEXT`);
  return [
    `**What to do:** allow what the old contract allows, or keep the old way beside the new one. To break on purpose, raise \`info.version\` and accept each break with its reason, such as ${command}.`,
  ];
}
