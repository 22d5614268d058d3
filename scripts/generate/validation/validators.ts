import { _ } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import addStandardFormats from "ajv-formats";
import { formats, mapSubschemas, type Schema } from "@contract-toolkit/kernel";
import { build, transform } from "esbuild";
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { banner } from "../modules/banner.ts";
import { LONGEST_READABLE } from "../modules/large.ts";
import { keyOf } from "../modules/names.ts";
import { knownFormats } from "./known-formats.ts";
import { schemasText, type CompiledSchemas, type Schemas } from "./compiled-schemas.ts";
import { remembering } from "../remember.ts";
import { patternReason, reportReasons } from "./patterns.ts";
import { compareSiblings } from "./sibling-limit-keyword.ts";
import { reportBranches } from "./unions.ts";
import { hasRepeatedItems, judgeUniqueItems } from "./unique-items.ts";

/** Compiles validators ahead of time, to one ES module that imports nothing. */
export const compileValidators = remembering(schemasText, compileModule);

async function compileModule(schemas: CompiledSchemas): Promise<string> {
  const { compiled, idOf } = withoutRepetitions(schemas.messages);
  const ajv = createCompiler({ ...schemas, messages: compiled });
  ajv.opts.code.formats = _`formats`;
  const names = Object.fromEntries([...compiled.keys()].map((id) => [exportName(id), id]));
  const code = standalone
    .default(ajv, names)
    .replace(/^export const /gm, "const ")
    .replace(nestedErrors, "append($1, $2.errors)")
    .replace(ownError, "vErrors = add(vErrors, $1);")
    .replace(
      madeError,
      (
        _,
        _name: string,
        place: string | undefined,
        path: string,
        keyword: string,
        params: string,
      ) =>
        `vErrors = fail(vErrors, ${place ?? "instancePath"}, ${path}, ${keyword}, ${params}); errors++;`,
    );
  const formatNames = formatsOf([...schemas.components.values(), ...compiled.values()]);
  const module = await bundle(`${helpers}\n${code}\n${collect(idOf)}`, formatNames);
  return banner("js") + (module.length > LONGEST_READABLE ? await shortened(module) : module);
}

/** A compiler that knows the schemas of messages by their ids, and compiles one when it is asked for. */
export function createCompiler({ messages, components }: CompiledSchemas): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    useDefaults: true,
    inlineRefs: inlinedKeywords,
    messages: false,
    strictTypes: false,
    strictTuples: false,
    // Infinity, as which JSON.parse reads 1e400, is a number out of its bounds; every number has some.
    strictNumbers: false,
    strictRequired: false,
    code: { source: true, esm: true, optimize: 1 },
  });
  addStandardFormats.default(ajv);
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format);
  reportBranches(ajv);
  reportReasons(ajv);
  judgeUniqueItems(ajv);
  compareSiblings(ajv);
  leaveOutUnused(ajv, [...components.values(), ...messages.values()]);
  for (const [id, schema] of [...components, ...messages]) {
    acceptUnknownFormats(ajv, schema);
    ajv.addSchema({ ...withoutExtensions(refersToRoots(schema)), $id: id });
    reportUnder(ajv, id);
  }
  return ajv;
}

/** Extensions are no JSON Schema, but for the reason of a pattern. */
function withoutExtensions(schema: Schema): Schema {
  const kept = Object.entries(schema).filter(
    ([keyword]) =>
      keyword !== "discriminator" && (!keyword.startsWith("x-") || keyword === patternReason),
  );
  return mapSubschemas(Object.fromEntries(kept), withoutExtensions);
}

/** A string with its limits is judged in place; a call for each costs more than the judgement. */
const inlinedKeywords = 6;

/** What is judged in place tells the path of its schema as the reference has it: `open.Item#`, as everywhere. */
function refersToRoots(schema: Schema): Schema {
  const { $ref } = schema;
  const copy = mapSubschemas(schema, refersToRoots);
  return typeof $ref === "string" ? { ...copy, $ref: `${$ref}#` } : copy;
}

/** The compiler of JSON Schema 2020-12 has every function keep books for rules that hardly any schema has. */
function leaveOutUnused(ajv: Ajv2020, schemas: readonly Schema[]): void {
  ajv.opts.dynamicRef = false;
  ajv.opts.unevaluated = /"unevaluated(Properties|Items)":/.test(JSON.stringify(schemas));
}

/** Operations answer most errors alike: what is the same, from the same place in the TypeSpec, is compiled once. */
function withoutRepetitions(messages: Schemas): {
  compiled: Schemas;
  /** The message that is compiled for each, by id. */
  idOf: ReadonlyMap<string, string>;
} {
  const compiled = new Map<string, Schema>();
  const known = new Map<string, string>();
  const idOf = new Map<string, string>();
  for (const [id, schema] of messages) {
    const text = JSON.stringify(schema);
    const first = known.get(text) ?? id;
    if (first === id) compiled.set(id, schema);
    known.set(text, first);
    idOf.set(id, first);
  }
  return { compiled, idOf };
}

/**
 * The compiler copies all errors found so far for each nested object; a hostile list of objects would cost the square of
 * its length.
 */
const nestedErrors = /(\w+) === null \? (\w+)\.errors : \1\.concat\(\2\.errors\)/g;

/** The compiler writes a branch out for each error; as a call, a module is a quarter shorter and loads sooner. */
const ownError = /if\(vErrors === null\)\{vErrors = \[(\w+)\];\}else \{vErrors\.push\(\1\);\}/g;

/** So is one that is made where it is added. */
const madeError =
  /const (err\d+) = \{instancePath(?::([^,]*))?,schemaPath:([^,]*),keyword:("[^"]*"),params:(.*?)\};vErrors = add\(vErrors, \1\);errors\+\+;/g;

const helpers = `import { known } from "known-formats";
import { formats as replaced } from "@contract-toolkit/kernel";
const formats = { ...known, ...replaced };
function append(all, more) {
  if (all === null) return more;
  for (const error of more) all.push(error);
  return all;
}
function fail(all, instancePath, schemaPath, keyword, params) {
  return add(all, { instancePath, schemaPath, keyword, params });
}
function add(all, error) {
  if (all === null) return [error];
  all.push(error);
  return all;
}
${String(hasRepeatedItems)}`;

/** Errors tell the schema they come from: `open.Item#/properties/id/maxLength` instead of `#/properties/id/maxLength`. */
function reportUnder(ajv: Ajv2020, id: string): void {
  const compiled = ajv.schemas[id];
  if (compiled) Object.assign(compiled, { schemaPath: `${id}#` });
}

/** Formats are what TypeSpec says about a string; only those with a rule behind them are enforced. */
function acceptUnknownFormats(ajv: Ajv2020, schema: Schema): void {
  const visit = (each: Schema): Schema => {
    const format = each.format;
    if (typeof format === "string" && !(format in ajv.formats)) ajv.addFormat(format, true);
    return mapSubschemas(each, visit);
  };
  visit(schema);
}

/** Formats that schemas ask for and that are not replaced. */
function formatsOf(schemas: readonly Schema[]): Set<string> {
  const names = new Set<string>();
  const visit = (schema: Schema): Schema => {
    const { format } = schema;
    if (typeof format === "string" && !(format in formats)) names.add(format);
    return mapSubschemas(schema, visit);
  };
  for (const schema of schemas) visit(schema);
  return names;
}

/** `findItems.200` → `findItems_200`, `find-items.200` → `find$items_200` */
function exportName(id: string): string {
  const [owner, message] = parted(id);
  return `${owner}_${message}`.replace(/[^\w$]/g, "$");
}

/** The operation and the message of an id, of which the first may have dots. Components may, too. */
function parted(id: string): [owner: string, message: string] {
  const dot = id.startsWith(contentPrefix) ? contentPrefix.length - 1 : id.lastIndexOf(".");
  return [id.slice(0, dot), id.slice(dot + 1)];
}

const contentPrefix = "contentSchema.";

/** The exports of the module: validators by operation, by status outside any operation, and by component of a content schema. */
function collect(idOf: ReadonlyMap<string, string>): string {
  const groups = Map.groupBy(idOf.keys(), (id) => parted(id)[0]);
  const entries = (ids: readonly string[] = []) =>
    ids
      .map((id) => {
        const [, message] = parted(id);
        const key = /^\d+$/.test(message) ? message : keyOf(message);
        return `${key}: ${exportName(idOf.get(id) ?? id)}`;
      })
      .join(", ");
  const operations = [...groups].filter(([name]) => name !== "refusal" && name !== "contentSchema");
  const lines = operations.map(([name, ids]) => {
    const request = ids.filter((id) => id.endsWith(".request"));
    const responses = ids.filter((id) => !id.endsWith(".request"));
    return `  ${keyOf(name)}: { ${entries(request)}${request.length > 0 ? ", " : ""}responses: { ${entries(responses)} } },`;
  });
  return [
    `export const validators = {\n${lines.join("\n")}\n};`,
    `export const refusals = { ${entries(groups.get("refusal"))} };`,
    `export const contentValidators = { ${entries(groups.get("contentSchema"))} };`,
  ].join("\n");
}

/** The compiler's output asks for a few functions of its own; they are copied in, so that the file stands alone. */
async function bundle(code: string, formats: ReadonlySet<string>): Promise<string> {
  const result = await build({
    stdin: {
      contents: code,
      resolveDir: fileURLToPath(new URL(".", import.meta.url)),
    },
    // Paths in the output are relative to this: the same bytes, wherever the project and its packages are.
    absWorkingDir: packagesFolder(),
    bundle: true,
    plugins: [knownFormats(formats)],
    format: "esm",
    platform: "neutral",
    target: "es2022",
    legalComments: "none",
    mainFields: ["main"],
    write: false,
  });
  return result.outputFiles[0]?.text ?? "";
}

async function shortened(module: string): Promise<string> {
  const { code } = await transform(module, {
    format: "esm",
    lineLimit: 200,
    minify: true,
    target: "es2022",
  });
  return code;
}

/** Folder of the `node_modules` that the compiler is in. */
function packagesFolder(): string {
  const entry = realpathSync(fileURLToPath(import.meta.resolve("ajv")));
  return entry.slice(0, entry.lastIndexOf(join("node_modules", "ajv")));
}
