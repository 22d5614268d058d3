import type { SourcePosition } from "@contract-toolkit/contract";
import { expectationKeys } from "./steps/expect.ts";
import { isFailure } from "../targets/response.ts";
import { stepsIn } from "./read/rows.ts";
import { parseYaml, type YamlValue } from "./read/yaml.ts";

/** A requirement of the documented interface, and a step of a scenario that shows it. */
export interface ShownRow {
  /** The id of the requirement, `<table>.<name>`. */
  readonly row: string;
  /** Where the step names the requirement. */
  readonly source: SourcePosition;
  readonly step: SourcePosition;
}

/**
 * Lists the requirements that the steps of a scenario show.
 *
 * @throws {FileError} when the text is not YAML, or such a step expects nothing specific
 */
export function readShownRows(file: string, text: string): ShownRow[] {
  const steps = parseYaml(file, text)
    .entries()
    .find(([name]) => name === "steps");
  const shown = stepsIn(steps?.[1]).flatMap(shownRowsOf);
  // A step of `each` is listed once, even if it is played for several rows.
  return [
    ...new Map(
      shown.map((shownRow) => [`${shownRow.row} ${shownRow.step.line}`, shownRow]),
    ).values(),
  ];
}

export function shownRowsOf(step: YamlValue): ShownRow[] {
  const fields = new Map(step.entries());
  const rows = fields.get("shows")?.items() ?? [];
  if (rows.length > 0 && !expectsSomething(fields))
    rows[0]?.fail("a step that shows a requirement must expect something specific");
  return rows.map((row) => ({ row: row.text(), source: row.source, step: step.source }));
}

function expectsSomething(fields: ReadonlyMap<string, YamlValue>): boolean {
  const status = fields.get("status")?.json();
  return (
    fields.has("list") ||
    fields.has("wins") ||
    [...expectationKeys, "join", "repeated", "none", "forged"].some((key) =>
      isFilledNode(fields.get(key)),
    ) ||
    // Expecting success is not specific.
    (typeof status === "number" && isFailure(status))
  );
}

function isFilledNode(value: YamlValue | undefined): boolean {
  const found = value?.json();
  return typeof found === "object" && found !== null
    ? Object.keys(found).length > 0
    : found === true;
}
