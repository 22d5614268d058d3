import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import type { Mutant } from "../mutant.ts";

/** A fault in the code of an implementation, or, as a `variation`, what it may do otherwise: some of its text is another. */
export interface CodeFault extends Pick<Mutant, "id" | "operator"> {
  readonly edits: readonly Edit[];
}

/** A text of the code that is replaced by another. */
export interface Edit {
  /** The top-level declaration that has the text; it may be left out where the text is found once without it. */
  readonly in?: string | undefined;
  /** The text. Its spaces and line breaks, and commas at the end of lists, need not be those of the code. */
  readonly from: string;
  readonly to: string;
}

/** Where the text of an edit is. */
export interface Place {
  /** From the root of the repository. */
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

export const repository = resolve(import.meta.dirname, "../../../..");

/** Faults as a file has them: by kind and by what is wrong, `every [-3-]{+2+} days` as git writes changes of words. */
type FaultFile = Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;

/** Reads the faults of an implementation from `conformance/lab/fixtures/faults`. */
export async function readFaults(name: string): Promise<CodeFault[]> {
  const file = join(repository, "conformance/lab/fixtures/faults", `${name}.yaml`);
  const kinds = parse(await readFile(file, "utf8")) as FaultFile;
  return Object.entries(kinds).flatMap(([operator, faults]) =>
    Object.entries(faults).map(([id, texts]) => ({
      id,
      operator,
      edits: [texts].flat().map(editOf),
    })),
  );
}

/** `@@ name @@` before a text says in which declaration it is. */
function editOf(text: string): Edit {
  const { name, change = "" } = /^(?:@@ (?<name>\w+) @@ )?(?<change>.*)$/s.exec(text)?.groups ?? {};
  return {
    in: name,
    from: change.replaceAll(/\{\+.*?\+\}/gs, "").replaceAll(/\[-(.*?)-\]/gs, "$1"),
    to: change.replaceAll(/\[-.*?-\]/gs, "").replaceAll(/\{\+(.*?)\+\}/gs, "$1"),
  };
}

/**
 * Finds the text of an edit. Neither a moved file nor another layout hides it.
 *
 * @param folders from the root of the repository
 * @throws {Error} when they do not have the text exactly once, so that a fault never gets lost
 */
export async function placeOf(edit: Edit, folders: readonly string[]): Promise<Place> {
  const files = new Map((await Promise.all(folders.map(sourcesOf))).flatMap((each) => [...each]));
  const places = [...files].flatMap(([file, text]) => placesIn(file, text, edit));
  const [place] = places;
  if (!place || places.length > 1)
    throw new Error(
      `${edit.in ?? folders.join(", ")} has ${places.length} times instead of once: ${edit.from}`,
    );
  return place;
}

/** Edits whose text was changed, and why they cannot be made. */
export async function lost(edits: readonly Edit[], folders: readonly string[]): Promise<string[]> {
  const found = await Promise.allSettled(edits.map((edit) => placeOf(edit, folders)));
  return found.flatMap((each) => (each.status === "rejected" ? [String(each.reason)] : []));
}

/** Files are read once for all faults. */
const read = new Map<string, Promise<ReadonlyMap<string, string>>>();

function sourcesOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const known = read.get(folder) ?? readSources(folder);
  read.set(folder, known);
  return known;
}

async function readSources(folder: string): Promise<ReadonlyMap<string, string>> {
  const paths = await readdir(join(repository, folder), { recursive: true });
  const files = paths.filter((path) =>
    /^(?!.*(?:node_modules|testing\/)).*(?<!\.test)\.ts$/.test(path),
  );
  const texts = files.map(async (path) => {
    const file = join(folder, path);
    return [file, await readFile(join(repository, file), "utf8")] as const;
  });
  return new Map(await Promise.all(texts));
}

const declaration =
  /^(?:export )?(?:async )?(?:function\*?|const|let|class|interface|type) (?<name>\w+)/gm;

function placesIn(file: string, text: string, edit: Edit): Place[] {
  return [...text.matchAll(patternOf(edit.from))]
    .filter(({ index }) => edit.in === undefined || declaredAt(text, index) === edit.in)
    .map(({ index: start, 0: found }) => ({ file, start, end: start + found.length }));
}

/** The name of the declaration that begins last before a place. */
function declaredAt(text: string, place: number): string | undefined {
  const before = [...text.matchAll(declaration)].filter(({ index }) => index <= place);
  return before.at(-1)?.groups?.["name"];
}

/** Matches a text in any layout. */
function patternOf(text: string): RegExp {
  const tokens = text.replaceAll(/,(?=\s*[)\]}])/g, "").match(/\w+|[^\w\s]/g) ?? [];
  const parts = tokens.map((token, index) => {
    const isWord = /^\w/.test(token);
    const isAfterWord = /^\w/.test(tokens[index - 1] ?? "");
    const space = isWord && isAfterWord ? "\\s+" : "\\s*";
    const comma = /[)\]}]/.test(token) ? ",?\\s*" : "";
    return `${index === 0 ? "" : space + comma}${isWord ? token : `\\${token}`}`;
  });
  const begins = /^\w/.test(tokens[0] ?? "") ? String.raw`(?<!\w)` : "";
  const ends = /^\w/.test(tokens.at(-1) ?? "") ? String.raw`(?!\w)` : "";
  return new RegExp(begins + parts.join("") + ends, "g");
}
