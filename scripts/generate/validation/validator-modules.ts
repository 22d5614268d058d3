import { build, type Plugin } from "esbuild";
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { banner } from "../modules/banner.ts";
import { LONGEST_READABLE } from "../modules/compact-output.ts";
import type { Definition } from "./definitions.ts";
import { knownFormats } from "./known-formats.ts";

/** What modules of validators are made of. */
export interface ValidatorCode {
  readonly definitions: readonly Definition[];
  /** Functions and values that every definition may use. */
  readonly helpers: { readonly code: string; readonly names: readonly string[] };
  /** What the module exports: text that uses definitions by name. */
  readonly exported: { readonly code: string; readonly uses: ReadonlySet<string> };
  /** Formats that definitions ask for, of those that the kernel does not replace. */
  readonly formats: ReadonlySet<string>;
}

/**
 * How much code one module may hold before it is shortened, in characters. What is shortened is never longer, and code reviews
 * and editors refuse files of more than some megabytes.
 */
export const LONGEST_MODULE = 4_500_000;

/**
 * Writes validators as ES modules that import nothing but each other: one, or where it would be too long, one that exports,
 * and others beside it that hold what it needs: `<name>-1.js` and so on.
 *
 * @param name of the module that exports, without `.js`
 * @returns texts by the name of the file
 */
export async function validatorModules(
  name: string,
  code: ValidatorCode,
  longest = LONGEST_MODULE,
): Promise<[file: string, text: string][]> {
  const { definitions, helpers, exported } = code;
  const parts = partsOf(definitions, longest);
  const texts: [string, string][] =
    parts.length > 1
      ? divided(name, code, parts)
      : [[`${name}.js`, [helpers.code, ...definitions.map(codeOf), exported.code].join("\n")]];
  // What is written out with whitespace is longer still.
  const isLong = texts.length > 1 || texts.some(([, text]) => text.length > LONGEST_READABLE);
  return Promise.all(
    texts.map(async ([file, text]) => [
      file,
      banner("js") + (await bundle(text, code.formats, isLong)),
    ]),
  );
}

/** Divides definitions into parts that are short enough; what is longer by itself is one. */
function partsOf(definitions: readonly Definition[], longest: number): Definition[][] {
  const parts: Definition[][] = [[]];
  let length = 0;
  for (const definition of definitions) {
    length += definition.code.length;
    const last = parts.at(-1);
    if (last && (length <= longest || last.length === 0)) last.push(definition);
    else {
      parts.push([definition]);
      length = definition.code.length;
    }
  }
  return parts;
}

/** Functions may use what a module imports later: parts may need each other. What they evaluate is in the helpers. */
function divided(
  name: string,
  { helpers, exported }: ValidatorCode,
  parts: readonly (readonly Definition[])[],
): [string, string][] {
  const shared = `${name}-shared.js`;
  const files = parts.map((_, index) => `${name}-${index + 1}.js`);
  const fileOf = new Map([
    ...helpers.names.map((each) => [each, shared] as const),
    ...parts.flatMap((part, index) => part.map((each) => [each.name, files[index] ?? ""] as const)),
  ]);
  const module = (file: string, uses: Iterable<string>, code: string): [string, string] => [
    file,
    `${importsOf(uses, file, fileOf)}\n${code}`,
  ];
  const needed = new Set(exported.uses);
  for (const part of parts) {
    const own = new Set(part.map((each) => each.name));
    for (const use of part.flatMap((each) => [...each.uses])) if (!own.has(use)) needed.add(use);
  }
  return [
    [shared, `${helpers.code}\n${exportOf(helpers.names)}`],
    ...parts.map((part, index) =>
      module(
        files[index] ?? "",
        [...helpers.names, ...part.flatMap((each) => [...each.uses])],
        [
          ...part.map(codeOf),
          exportOf(part.map((each) => each.name).filter((each) => needed.has(each))),
        ].join("\n"),
      ),
    ),
    module(`${name}.js`, exported.uses, exported.code),
  ];
}

function importsOf(
  names: Iterable<string>,
  into: string,
  fileOf: ReadonlyMap<string, string>,
): string {
  const byFile = Map.groupBy(new Set(names), (name) => fileOf.get(name) ?? into);
  return [...byFile]
    .filter(([file]) => file !== into)
    .map(([file, own]) => `import { ${own.join(", ")} } from "./${file}";`)
    .join("\n");
}

function exportOf(names: readonly string[]): string {
  return `export { ${names.join(", ")} };`;
}

function codeOf({ code }: Definition): string {
  return code;
}

/**
 * The compiler's output asks for a few functions of its own; they are copied in, so that the module needs no package. What is long
 * is shortened: names, whitespace.
 */
async function bundle(
  code: string,
  formats: ReadonlySet<string>,
  isLong: boolean,
): Promise<string> {
  const result = await build({
    stdin: {
      contents: code,
      resolveDir: fileURLToPath(new URL(".", import.meta.url)),
    },
    // Paths in the output are relative to this: the same bytes, wherever the project and its packages are.
    absWorkingDir: packagesFolder(),
    bundle: true,
    plugins: [knownFormats(formats), besideEachOther],
    format: "esm",
    platform: "neutral",
    target: "es2022",
    legalComments: "none",
    mainFields: ["main"],
    write: false,
    ...(isLong && { minify: true, lineLimit: 200 }),
  });
  const text = result.outputFiles[0]?.text ?? "";
  return !isLong && text.length > LONGEST_READABLE ? bundle(code, formats, true) : text;
}

/** The modules of one contract import each other as they will stand beside each other. */
const besideEachOther: Plugin = {
  name: "beside-each-other",
  setup(build) {
    build.onResolve({ filter: /^\.\/.*\.js$/ }, ({ path, importer }) =>
      importer === "<stdin>" ? { path, external: true } : undefined,
    );
  },
};

/** Folder of the `node_modules` that the compiler is in. */
function packagesFolder(): string {
  const entry = realpathSync(fileURLToPath(import.meta.resolve("ajv")));
  return entry.slice(0, entry.lastIndexOf(join("node_modules", "ajv")));
}
