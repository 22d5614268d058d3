import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { formatTypeSpec } from "@typespec/compiler";
import { pointerNames, pointerStep } from "@contract-toolkit/contract";
import { fixUnprintable } from "@contract-toolkit/import/unprintable";
import { readImportedDocument } from "@contract-toolkit/import/read-document";
import { readablePart } from "../documents/readable-part.ts";
import { judgedLosses } from "./import-judge.ts";
import { lossesOf } from "./import-losses.ts";
import { positionsIn } from "@contract-toolkit/import/positions";
import type { Fix } from "@contract-toolkit/import/fix";
import { flags, parsed } from "../parsed.ts";
import { printLines, printJson } from "../terminal/print.ts";
import { startStatusLine } from "../terminal/status-line.ts";
import { readDocumentText } from "@contract-toolkit/schemas/documents/read-text";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import { writeInside } from "@contract-toolkit/generate/generated-files/write-inside";

export const help = `contract import FILE [options]

Converts an OpenAPI document (3.0, 3.1 or 3.2, JSON or YAML) to TypeSpec.

  --out DIR       folder for main.tsp, which must not exist yet  (default: spec)
  --allow-remote  fetch references ($ref) to http and https addresses
  --lossy         exit with 0 although something was lost
  --strict        refuse a document of which a part cannot be read
  --json          print {"fixes", "losses"} as JSON

What TypeSpec or contract generate cannot express is changed first. Afterwards contract diff compares FILE with the TypeSpec,
and every difference is a loss. So are messages of some operations that only one of them accepts, and operations that
contract generate refuses, which are left out. Changes and losses are reported with their places in FILE, one line for each cause.

Only FILE is read. A reference to another file is refused, with its line. So is a reference to an address without
--allow-remote. Bundle such a document into one file first. Invisible characters are escaped in descriptions and titles,
and refused in names and values.

Exit status: 0 nothing was lost, or --lossy, 1 something was lost, 2 could not convert, or --strict and
a part was left out.
`;

/** Converts an OpenAPI document to TypeSpec, compiles it and reports the differences. */
export async function importDocument(args: string[]): Promise<number> {
  const { values, positionals } = parsed(args, {
    out: { type: "string", default: "spec" },
    ...flags("allow-remote", "lossy", "strict", "json"),
  });
  const [file, ...further] = positionals;
  if (file === undefined || further.length > 0)
    throw new UsageError("import needs exactly one OpenAPI file.", { isOfCall: true });
  if ((await readdir(values.out).catch(() => [])).length > 0)
    throw new UsageError(`${values.out} is not empty. Give another folder with --out DIR.`);
  using status = startStatusLine();
  status.show(`reading ${file}`);
  const text = await readDocumentText(file);
  const document = await readImportedDocument(file, text, values["allow-remote"]);
  status.show(`converting ${file}`);
  fixUnprintable(structuredClone(document), file);
  const leftOut: Fix[] = [];
  const { part, converted, specification } = await readablePart(
    document,
    file,
    ({ path, method }, reason) => {
      leftOut.push({
        pointer: `#/paths/${pointerStep(path)}/${method}`,
        what: `left out: ${reason}`,
      });
    },
  );
  if (part !== document && "components" in document)
    leftOut.push({ pointer: "#/components", what: "left out: what no other operation refers to" });
  const { files, fixes, source } = converted;
  const positionOf = positionsIn(text);
  const placed = (all: readonly Fix[]): Placed[] =>
    all.map((fix) => ({
      ...fix,
      position: `${file}${positionOf(pointerNames(fix.pointer))}`,
    }));
  if (values.strict && leftOut.length > 0)
    throw new UsageError(
      describeFixes("--strict refuses what cannot be read:", placed(leftOut)).join("\n"),
    );
  const changed = placed(fixes.filter(({ isLoss }) => isLoss !== true));
  // The changes are printed first, because errors of the compiler refer to the changed document.
  status.clear();
  if (!values.json)
    printLines(describeFixes("Changed, because it cannot be converted without a change:", changed));
  const main = join(values.out, "main.tsp");
  await writeFiles(files, values.out);
  status.show(`comparing ${file} with what ${main} says`);
  const differences = specification.services.flatMap(({ documents }) =>
    lossesOf(source, documents.openapi31),
  );
  const { names = [], losses: lost = [] } = Object.groupBy(differences, ({ isOfName }) =>
    isOfName ? "names" : "losses",
  );
  const known = new Set(fixes.map(({ pointer }) => pointer));
  const others = placed(names.filter(({ pointer }) => !known.has(pointer)));
  const said = [...leftOut, ...fixes, ...differences];
  const judged = specification.services.flatMap((service) => judgedLosses(source, service, said));
  const losses = placed(
    [leftOut, fixes.filter(({ isLoss }) => isLoss === true), lost, judged].flat(),
  );
  status.clear();
  if (values.json) printJson({ fixes: [...changed, ...others], losses });
  else
    printLines([
      ...describeFixes("Documented in another way:", others),
      ...describeFixes("Lost:", losses),
      `${main} compiles. ${nextStep(losses.length, values.lossy)}`,
    ]);
  return losses.length > 0 && !values.lossy ? 1 : 0;
}

function nextStep(count: number, isAllowed: boolean): string {
  if (count > 0 && !isAllowed)
    return "It does not have everything that the document has. Add what was lost, or accept the loss with --lossy.";
  return "npx contract generate makes documents, types and validators of it.";
}

/** A change with its position in the document, `file:line:column`. */
interface Placed extends Fix {
  readonly position: string;
}

/** Lists the causes of changes, each with its first place; `--json` has all places. */
function describeFixes(title: string, fixes: readonly Placed[]): string[] {
  if (fixes.length === 0) return [];
  const groups = Map.groupBy(fixes, ({ what, cause = what }) =>
    cause.replace(/(operation id|operationId changed) .*/, "$1"),
  );
  const lines = [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const line = `${first.position} ${first.pointer}: ${first.what}`;
    const more = others.length === 1 ? "1 more place" : `${others.length} more places`;
    return others.length > 0 ? `${line} (and ${more})` : line;
  });
  return [title, ...lines.map((line) => `  ${line}`)];
}

async function writeFiles(files: Readonly<Record<string, string>>, out: string): Promise<void> {
  for (const [name, text] of Object.entries(files))
    await writeInside(out, name, await formatTypeSpec(text));
}
