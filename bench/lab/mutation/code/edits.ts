import { readdir, readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { join, resolve } from "node:path";
import { parse } from "yaml";

/** A mutant in the code of an implementation, made by edits. */
interface CodeMutant {
  readonly id: string;
  readonly implementation: string;
  /** The kinds of cases that must notice it. */
  readonly kinds: string;
  readonly edits: readonly Edit[];
}

/** A text of the code and its replacement. */
export interface Edit {
  /** The id of the mutant, for error messages. */
  readonly mutant?: string;
  /** The top-level declaration that has the text. Needed only if the text occurs several times. */
  readonly in?: string | undefined;
  /** The text. White space and trailing commas may differ from the code. */
  readonly from: string;
  readonly to: string;
  /** The position, if it is known already. */
  readonly at?: Place;
}

/** The position of the text of an edit. */
export interface Place {
  /** From the root of the repository. */
  readonly file: string;
  readonly start: number;
  readonly end: number;
  /** The top-level declaration around it. */
  readonly declaration: string | undefined;
}

export const repository = resolve(import.meta.dirname, "../../../..");

/** By implementation, kind and name: one or more edits in git's word-diff form, `every [-3-]{+2+} days`. */
type MutantFile = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>>
>;

const file = "bench/lab/fixtures/mutants/once-missed.yaml";

export async function readOnceMissed(): Promise<CodeMutant[]> {
  const mutants = parse(await readFile(join(repository, file), "utf8")) as MutantFile;
  return Object.entries(mutants).flatMap(([implementation, byKind]) =>
    Object.entries(byKind).flatMap(([kinds, byName]) =>
      Object.entries(byName).map(([name, texts]) => {
        const id = `${implementation}: ${name}`;
        return { id, implementation, kinds, edits: [texts].flat().map((text) => editOf(text, id)) };
      }),
    ),
  );
}

/** `@@ name @@` before a text names its declaration. */
function editOf(text: string, mutant: string): Edit {
  const { name, change = "" } = /^(?:@@ (?<name>\w+) @@ )?(?<change>.*)$/s.exec(text)?.groups ?? {};
  return {
    mutant,
    in: name,
    from: change.replaceAll(/\{\+.*?\+\}/gs, "").replaceAll(/\[-(.*?)-\]/gs, "$1"),
    to: change.replaceAll(/\[-.*?-\]/gs, "").replaceAll(/\{\+(.*?)\+\}/gs, "$1"),
  };
}

/**
 * Finds the text of an edit in any file of the folders, whatever its layout.
 *
 * @param folders from the root of the repository
 * @throws {Error} when the text is not there exactly once; the message has the mutant, the text and the places found
 */
export async function placeOf(edit: Edit, folders: readonly string[]): Promise<Place> {
  if (edit.at) return edit.at;
  const files = new Map(
    (await Promise.all(folders.map(sourcesOf))).flatMap((sources) => [...sources]),
  );
  const everywhere = [...files].flatMap(([file, text]) => placesIn(file, text, edit.from));
  const places = everywhere.filter(
    (place) => edit.in === undefined || place.declaration === edit.in,
  );
  const [place] = places;
  if (place && places.length === 1) return place;
  const where = edit.in === undefined ? "" : `the declaration ${edit.in} in `;
  const listed = (places.length > 0 ? places : everywhere).map(
    ({ file, declaration = "no declaration" }) => `\n  found in ${file}, ${declaration}`,
  );
  throw new Error(
    `${edit.mutant ?? "An edit"}: ${where}${folders.join(", ")} must have this text once, but has it ${places.length} times: ${edit.from}${listed.join("")}`,
  );
}

/**
 * Makes edits and returns the changed files by their path.
 *
 * @throws {Error} as `placeOf` does, or when a file is no TypeScript any more
 */
export async function editedFiles(
  edits: readonly Edit[],
  folders: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const places = await Promise.all(
    edits.map(async (edit) => ({ ...edit, ...(await placeOf(edit, folders)) })),
  );
  const files = new Map<string, string>();
  // The last edit first, so that the positions of the others stay valid.
  for (const { file, start, end, to } of places.toSorted(
    (left, right) => right.start - left.start,
  )) {
    const text = files.get(file) ?? (await readFile(join(repository, file), "utf8"));
    files.set(file, text.slice(0, start) + to + text.slice(end));
  }
  for (const [file, text] of files)
    try {
      stripTypeScriptTypes(text);
    } catch (cause) {
      throw new Error(`${edits[0]?.mutant ?? "An edit"}: ${file}: ${String(cause)}`, { cause });
    }
  return files;
}

/** Each folder is read once for all mutants. */
const read = new Map<string, Promise<ReadonlyMap<string, string>>>();

/** The texts of a folder by path, without tests. */
export function sourcesOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const known = read.get(folder) ?? readSources(folder);
  read.set(folder, known);
  return known;
}

async function readSources(folder: string): Promise<ReadonlyMap<string, string>> {
  const paths = await readdir(join(repository, folder), { recursive: true });
  const files = paths.filter((path) =>
    /^(?!.*(?:node_modules|test(?:s|ing)\/)).*(?<!\.test)\.ts$/.test(path),
  );
  const texts = files.map(async (path) => {
    const file = join(folder, path);
    return [file, await readFile(join(repository, file), "utf8")] as const;
  });
  return new Map(await Promise.all(texts));
}

const declaration =
  /^(?:export )?(?:async )?(?:function\*?|const|let|class|interface|type) (?<name>\w+)/gm;

function placesIn(file: string, text: string, wanted: string): Place[] {
  return [...text.matchAll(patternOf(wanted))].map(({ index: start, 0: found }) => ({
    file,
    start,
    end: start + found.length,
    declaration: declaredAt(text, start),
  }));
}

/** The name of the last declaration that begins before the place. */
export function declaredAt(text: string, place: number): string | undefined {
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
