import { readdir, readFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { createSourceFile } from "@typespec/compiler";
import { isMap, isNode, LineCounter, parseDocument, type Document, type Node } from "yaml";
import { pointerName } from "@contract-toolkit/contract";
import type { Spec } from "../compile.ts";
import { memoized } from "../memoize.ts";
import {
  findRepeated,
  refuse,
  specError,
  specErrors,
  specFault,
  targetAt,
} from "../spec-checks/spec-fault.ts";
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
    tables.push(...readOnce([path, await readFile(path, "utf8"), relative(spec.root, path)]));
  }
  const rows = tables.flatMap((table) => table.rows);
  const [[twin] = []] = findRepeated(rows, ({ id }) => id);
  if (twin)
    throw specError(
      targetAt(spec, { ...twin.source, column: 1 }),
      "requirement",
      `The requirement ${twin.id} is duplicated.`,
    );
  return tables;
}

const readOnce = memoized(
  (args: Parameters<typeof readTables>) => JSON.stringify(args),
  (args) => readTables(...args),
);

/**
 * Reads the tables of one file.
 *
 * @param file its name in positions
 * @throws {SpecError} for invalid YAML and for an invalid table.
 */
export function readTables(path: string, text: string, file = path): Table[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const source = createSourceFile(text, resolve(path));
  const faultAt = (pos: number, message: string) =>
    specFault({ file: source, pos, end: pos }, "requirement", message);
  refuse(document.errors.map(({ pos: [pos], message }) => faultAt(pos, message)));
  const content: unknown = document.toJS();
  if (!isTables(content)) {
    const faults = isTables.errors?.filter(({ keyword }) => keyword !== "if") ?? [];
    throw specErrors(
      faults.map(({ instancePath, message = "", params }) => {
        const steps = instancePath.split("/").slice(1).map(pointerName);
        const at = findKey(document, steps.slice(0, -1), steps.at(-1) ?? "")?.range?.[0] ?? 0;
        return faultAt(at, `${instancePath} ${message} ${JSON.stringify(params)}`);
      }),
    );
  }
  return Object.entries(content).map(([id, table]) => ({
    title: table.title,
    shownBy: table.shownBy ?? "samples",
    rows: Object.entries(table.rows).map(([name, row]) => ({
      ...placeRow(table, name, typeof row === "string" ? { says: row } : row),
      id: `${id}.${name}`,
      shownBy: table.shownBy ?? "samples",
      source: {
        file,
        line: lines.linePos(findKey(document, [id, "rows"], name)?.range?.[0] ?? 0).line,
      },
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

function findKey(document: Document, path: readonly string[], name: string): Node | undefined {
  const map = document.getIn(path, true);
  const keys = isMap(map) ? map.items.map(({ key }) => key) : [];
  return keys.filter(isNode).find((key) => String(key) === name);
}
