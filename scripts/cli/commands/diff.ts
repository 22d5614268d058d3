import { basename, dirname, resolve } from "node:path";
import {
  acceptBreak,
  acceptedBreaksFile,
  nameOfBreak,
  readAcceptedFile,
} from "@contract-toolkit/diff/accepted";
import { githubReport } from "@contract-toolkit/diff/reporters/github";
import { renderDiffJson } from "@contract-toolkit/diff/reporters/json";
import { markdownReport } from "@contract-toolkit/diff/reporters/markdown";
import { textReport } from "@contract-toolkit/diff/reporters/text";
import { readInput, readMergeBase, type InputOptions } from "@contract-toolkit/diff/read/input";
import { flags, parsed, texts } from "../parsed.ts";
import { readWorkingTree } from "../dev/working-tree.ts";
import { reportChanges } from "@contract-toolkit/diff/report";
import { printLines, printToStderr } from "../terminal/print.ts";
import { writeInside } from "@contract-toolkit/generate/generated-files/write-inside";
import { UsageError } from "@contract-toolkit/schemas/usage-error";

export const help = `contract diff [OLD] [NEW] [options]

Lists the changes from one contract to another, and what they break. OLD and NEW are each an OpenAPI document (3.0, 3.1 or 3.2,
JSON or YAML), a generated folder, a revision (main, HEAD~3, a tag), which means its generated folder, or a file or
folder of a revision (main:openapi.yaml). Nothing is checked out.

  OLD              (default: where the current branch left the main one)
  NEW              (default: the working tree)
  --out DIR        the project's generated folder     (default: generated)
  --callbacks      the OpenAPI documents are of callbacks: the service sends their requests
  --accepted FILE  breaks that are accepted           (default: accepted-breaks.json, if it exists)
  --accept BREAK   add a break to that file, for the version of NEW: its kind, or KIND@PLACE if others are of its kind
  --reason TEXT    why it is accepted
  --notice-days N  everything deprecated must have a sunset (x-sunset), at least N days from now
  --gate           also fail if info.version does not announce the changes, or if an accepted break does not occur
  --json           print {"breaking", "changes"} as JSON
  --markdown       print a comment for a pull request
  --github         print annotations of a GitHub workflow

An error is a breaking change. It shows a message that one contract allows and the other refuses, or says why it shows none. A
warning is possibly breaking, an info is compatible. An accepted break is an entry of a JSON list:
{"id", "operation", "pointer", "version", "reason"}, which --accept writes. PLACE is its operation and pointer.

Output has no colours if it does not go to a terminal or if NO_COLOR is set.

Exit status: 0 nothing breaks, 1 something does, 2 could not compare.
`;

/**
 * Compares two contracts and prints the changes.
 *
 * @param folder the folder that paths and revisions start from
 */
export async function runDiff(args: string[], folder = process.cwd()): Promise<number> {
  const { values, positionals } = parsed(args, {
    out: { type: "string", default: "generated" },
    ...texts("accepted", "accept", "reason"),
    "notice-days": { type: "string", default: "0" },
    ...flags("callbacks", "gate", "json", "markdown", "github"),
  });
  const [form, ...furtherForms] = formNames.filter((name) => values[name]);
  if (positionals.length > 2)
    throw new UsageError(`diff compares two contracts, but ${positionals.length} are named.`, {
      isOfCall: true,
    });
  if (furtherForms.length > 0)
    throw new UsageError("Give only one of --json, --markdown and --github.");
  if (
    (values.accept === undefined) !== (values.reason === undefined) ||
    values.reason?.trim() === ""
  )
    throw new UsageError("--accept BREAK needs --reason TEXT, and a reason needs a break.");
  const options: InputOptions = { folder, out: values.out, isOfCallbacks: values.callbacks };
  const [oldName, newName] = positionals;
  const old = await (oldName === undefined ? readMergeBase(options) : readInput(oldName, options));
  const now = await (newName === undefined
    ? readWorkingTree(options)
    : readInput(newName, options));
  const compare = async () =>
    reportChanges(old, now, {
      today: new Date(),
      noticeDays: daysOf(values["notice-days"]),
      accepted: await readAcceptedFile(folder, values.accepted),
      isGate: values.gate,
    });
  const { accept, reason = "" } = values;
  let result = await compare();
  if (accept !== undefined) {
    const file = values.accepted ?? acceptedBreaksFile;
    const entry = acceptBreak(result.breaks, accept, reason);
    const accepted = [...(await readAcceptedFile(folder, values.accepted)), entry];
    const text = `${JSON.stringify(accepted, undefined, 2)}\n`;
    await writeInside(dirname(resolve(folder, file)), basename(file), text);
    printToStderr([`${nameOfBreak(entry)} is accepted for ${entry.version} in ${file}.`]);
    result = await compare();
  }
  if (form) process.stdout.write(forms[form](result));
  else printLines(textReport(result));
  return result.isPassed ? 0 : 1;
}

function daysOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new UsageError(`--notice-days "${text}" is not a number of days, such as 90.`);
}

/** The forms for programs, by their options. */
const forms = { json: renderDiffJson, markdown: markdownReport, github: githubReport };
const formNames = ["json", "markdown", "github"] as const;
