import { build, type Plugin } from "esbuild";
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { banner } from "../modules/banner.ts";
import { LONGEST_READABLE } from "../modules/compact-output.ts";
import type { Definition } from "./definitions.ts";
import { knownFormats } from "./known-formats.ts";

interface ValidatorCode {
  readonly definitions: readonly Definition[];
  /** Functions and values that every definition may use. */
  readonly helpers: { readonly code: string; readonly names: readonly string[] };
  /** Code of the exports, and the definitions that it uses. */
  readonly exported: { readonly code: string; readonly uses: ReadonlySet<string> };
  /** Formats that definitions use and the contract package does not implement. */
  readonly formats: ReadonlySet<string>;
}

/** In characters, before minification. Code review tools refuse files of more than a few megabytes. */
const LONGEST_MODULE = 4_500_000;

/**
 * Writes validators as ES modules without other imports. If one module would be too long, `<name>.js` exports, and
 * `<name>-1.js` and so on hold the definitions.
 *
 * @param name name of the exporting module, without `.js`
 * @returns the text of each file
 */
export async function validatorModules(
  name: string,
  code: ValidatorCode,
  longest = LONGEST_MODULE,
): Promise<[file: string, text: string][]> {
  const { definitions, helpers, exported } = code;
  const parts = splitDefinitions(definitions, longest);
  const texts: [string, string][] =
    parts.length > 1
      ? divided(name, code, parts)
      : [
          [
            `${name}.js`,
            [helpers.code, ...definitions.map(definitionCode), exported.code].join("\n"),
          ],
        ];
  const isLong = texts.length > 1 || texts.some(([, text]) => text.length > LONGEST_READABLE);
  return Promise.all(
    texts.map(async ([file, text]) => [
      file,
      banner("js") + (await bundleValidators(text, code.formats, isLong)),
    ]),
  );
}

/** Divides definitions into parts of at most `longest` characters. A longer definition is a part by itself. */
function splitDefinitions(definitions: readonly Definition[], longest: number): Definition[][] {
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

/** Parts may import each other: they hold functions. All that is evaluated on load is in the helpers. */
function divided(
  name: string,
  { helpers, exported }: ValidatorCode,
  parts: readonly (readonly Definition[])[],
): [string, string][] {
  const shared = `${name}-shared.js`;
  const files = parts.map((_, index) => `${name}-${index + 1}.js`);
  const fileOf = new Map([
    ...helpers.names.map((name) => [name, shared] as const),
    ...parts.flatMap((part, index) =>
      part.map((definition) => [definition.name, files[index] ?? ""] as const),
    ),
  ]);
  const module = (file: string, uses: Iterable<string>, code: string): [string, string] => [
    file,
    `${importsOf(uses, file, fileOf)}\n${code}`,
  ];
  const needed = new Set(exported.uses);
  for (const part of parts) {
    const own = new Set(part.map((definition) => definition.name));
    for (const use of part.flatMap((definition) => [...definition.uses]))
      if (!own.has(use)) needed.add(use);
  }
  return [
    [shared, `${helpers.code}\n${exportOf(helpers.names)}`],
    ...parts.map((part, index) =>
      module(
        files[index] ?? "",
        [...helpers.names, ...part.flatMap((definition) => [...definition.uses])],
        [
          ...part.map(definitionCode),
          exportOf(part.map((definition) => definition.name).filter((text) => needed.has(text))),
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

function definitionCode({ code }: Definition): string {
  return code;
}

/** Copies the functions that ajv's output imports into the module, and minifies long code. */
async function bundleValidators(
  code: string,
  formats: ReadonlySet<string>,
  isLong: boolean,
): Promise<string> {
  const result = await build({
    stdin: {
      contents: code,
      resolveDir: fileURLToPath(new URL(".", import.meta.url)),
    },
    // Paths in the output are relative to this folder, so the bytes do not depend on where the project is.
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
  return !isLong && text.length > LONGEST_READABLE ? bundleValidators(code, formats, true) : text;
}

/** Keeps the imports between the modules of a contract, which are in one folder. */
const besideEachOther: Plugin = {
  name: "beside-each-other",
  setup(build) {
    build.onResolve({ filter: /^\.\/.*\.js$/ }, ({ path, importer }) =>
      importer === "<stdin>" ? { path, external: true } : undefined,
    );
  },
};

function packagesFolder(): string {
  const entry = realpathSync(fileURLToPath(import.meta.resolve("ajv")));
  return entry.slice(0, entry.lastIndexOf(join("node_modules", "ajv")));
}
