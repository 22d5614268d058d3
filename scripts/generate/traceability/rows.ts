import { readdir, readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { isMap, isNode, LineCounter, parseDocument, type Document } from "yaml";
import { SpecError } from "../spec-error.ts";
import type { Spec } from "../compile.ts";
import { memoized } from "../memoize.ts";
import { findRepeated } from "../spec-checks/spec-fault.ts";
import { isTables, type RowText, type TableText } from "./table-file.ts";

/** One statement of the documented interface. */
export interface Row extends Omit<RowText, "at"> {
  /** `<table>.<name>`, stable over time. */
  readonly id: string;
  /** Addresses of the places in the specification that it describes. */
  readonly at: readonly string[];
  /** What must show it. */
  readonly shownBy: "samples" | "scenarios";
  readonly source: { readonly file: string; readonly line: number };
}

/** Requirements that belong together. */
export interface Table {
  readonly title: string;
  readonly shownBy: Row["shownBy"];
  readonly rows: readonly Row[];
}

/**
 * Reads the requirements of the documented interface: the YAML files in the folder `requirements` beside the entry file, sorted by
 * path. Undefined if there is no such folder.
 *
 * @throws {SpecError} for an invalid requirement and for a duplicate id.
 */
export async function readRequirements(spec: Spec): Promise<Table[] | undefined> {
  const folder = join(dirname(spec.entry), "requirements");
  const names = await readdir(folder, { recursive: true }).catch(() => undefined);
  if (!names) return undefined;
  const tables: Table[] = [];
  for (const name of names.filter((name) => name.endsWith(".yaml")).sort()) {
    const path = join(folder, name);
    tables.push(...readOnce([relative(spec.root, path), await readFile(path, "utf8")]));
  }
  const rows = tables.flatMap((table) => table.rows);
  const [[twin] = []] = findRepeated(rows, ({ id }) => id);
  if (twin)
    throw new SpecError(
      `${twin.source.file}:${twin.source.line} the requirement ${twin.id} is duplicated.`,
    );
  return tables;
}

const readOnce = memoized(
  ([file, text]: readonly [string, string]) => JSON.stringify([file, text]),
  ([file, text]) => readTables(file, text),
);

/**
 * Reads the tables of one file.
 *
 * @throws {SpecError} for invalid YAML and for an invalid table.
 */
export function readTables(file: string, text: string): Table[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [broken] = document.errors;
  if (broken) throw new SpecError(`${file}: ${broken.message}`);
  const content: unknown = document.toJS();
  if (!isTables(content)) {
    const faults = (isTables.errors ?? []).map(
      ({ instancePath, message = "", params }) =>
        `\n  ${instancePath} ${message} ${JSON.stringify(params)}`,
    );
    throw new SpecError(`${file}${faults.join("")}`);
  }
  return Object.entries(content).map(([id, table]) => ({
    title: table.title,
    shownBy: table.shownBy ?? "samples",
    rows: Object.entries(table.rows).map(([name, row]) => ({
      ...placeRow(table, name, typeof row === "string" ? { says: row } : row),
      id: `${id}.${name}`,
      shownBy: table.shownBy ?? "samples",
      source: { file, line: findKeyLine(document, lines, [id, "rows"], name) },
    })),
  }));
}

/** A requirement with its own addresses, or with those made from its table and name, and with the properties of its table. */
function placeRow(table: TableText, name: string, row: RowText): RowText & Pick<Row, "at"> {
  if (row.at !== undefined) return { ...row, at: [row.at].flat() };
  const { type, required, section, each: text, shownBy } = table;
  const bases = [table.at ?? []].flat();
  if (text === "value") return { value: name, ...row, at: bases };
  const shared = { type, required, section, ...row };
  if (shownBy === "scenarios") return { ...shared, at: bases };
  const at = bases.map((base) => (text === "operation" ? `${name} ${base}` : `${base}.${name}`));
  return { ...shared, at };
}

function findKeyLine(
  document: Document,
  lines: LineCounter,
  path: readonly string[],
  name: string,
): number {
  const map = document.getIn(path, true);
  const key = isMap(map)
    ? map.items.map((item) => item.key).find((value) => String(value) === name)
    : undefined;
  return isNode(key) && key.range ? lines.linePos(key.range[0]).line : 1;
}
