import { _ } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addStandardFormats from "ajv-formats";
import { formats, mapSubschemas, type Schema } from "@contract-toolkit/kernel";
import { keyOf } from "../modules/names.ts";
import { compiledCode, type Definition } from "./definitions.ts";
import { schemasText, type CompiledSchemas, type Schemas } from "./compiled-schemas.ts";
import { remembering } from "../memoize.ts";
import { patternReason, reportReasons } from "./keywords/patterns.ts";
import { compareFields } from "./keywords/comparisons.ts";
import { reportBranches } from "./keywords/unions.ts";
import { hasRepeatedItems, judgeUniqueItems } from "./keywords/unique-items.ts";
import { validatorModules } from "./validator-modules.ts";

/**
 * Compiles validators ahead of time, to ES modules that need no package.
 *
 * @param name of the module that exports them, without `.js`
 * @param longest how many characters of code one of them may have
 * @returns texts by the name of the file
 */
export function compileValidators(
  name: string,
  schemas: CompiledSchemas,
  longest?: number,
): Promise<[file: string, text: string][]> {
  return compileOnce([name, schemas, longest]);
}

const compileOnce = remembering(
  ([name, schemas, longest]: Parameters<typeof compileValidators>) =>
    JSON.stringify([name, longest, schemasText(schemas)]),
  ([name, schemas, longest]) => {
    const { compiled, idOf } = withoutRepetitions(schemas.messages);
    const ajv = createCompiler({ ...schemas, messages: compiled });
    ajv.opts.code.formats = _`formats`;
    // The code is written down, and not run: reading it would take as long as writing it.
    ajv.opts.code.process = () => "return function () {}";
    const { definitions, names } = compiledCode(ajv, compiled.keys());
    const code = {
      definitions: definitions.map(withShortErrors),
      helpers,
      exported: { code: collect(idOf, names), uses: new Set(names.values()) },
      formats: formatsOf([...schemas.components.values(), ...compiled.values()], formats),
    };
    return validatorModules(name, code, longest);
  },
);

function withShortErrors(definition: Definition): Definition {
  const code = definition.code
    .replace(nestedErrors, "append(vErrors, $1.errors)")
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
  return { ...definition, code };
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
  compareFields(ajv);
  const schemas = [...components.values(), ...messages.values()];
  leaveOutUnused(ajv, schemas);
  // Formats are what TypeSpec says about a string; only those with a rule behind them are enforced.
  for (const name of formatsOf(schemas, ajv.formats)) ajv.addFormat(name, true);
  for (const [id, schema] of [...components, ...messages]) {
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
const nestedErrors = /vErrors === null \? (\w+)\.errors : vErrors\.concat\(\1\.errors\)/g;

/** The compiler writes a branch out for each error; as a call, a module is a quarter shorter and loads sooner. */
const ownError = /if\(vErrors === null\)\{vErrors = \[(\w+)\];\}else \{vErrors\.push\(\1\);\}/g;

/** So is one that is made where it is added. */
const madeError =
  /const (err\d+) = \{instancePath(?::([^,]*))?,schemaPath:([^,]*),keyword:("[^"]*"),params:(.*?)\};vErrors = add\(vErrors, \1\);errors\+\+;/g;

const helpers = {
  names: ["formats", "append", "fail", "add", hasRepeatedItems.name],
  code: `import { known } from "known-formats";
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
${String(hasRepeatedItems)}`,
};

/** Errors tell the schema they come from: `open.Item#/properties/id/maxLength` instead of `#/properties/id/maxLength`. */
function reportUnder(ajv: Ajv2020, id: string): void {
  const compiled = ajv.schemas[id];
  if (compiled) Object.assign(compiled, { schemaPath: `${id}#` });
}

/** Formats that schemas ask for and that are not among those that are known. */
function formatsOf(schemas: readonly Schema[], known: object): Set<string> {
  const names = new Set<string>();
  const visit = (schema: Schema): Schema => {
    const { format } = schema;
    if (typeof format === "string" && !(format in known)) names.add(format);
    return mapSubschemas(schema, visit);
  };
  for (const schema of schemas) visit(schema);
  return names;
}

/** The operation and the message of an id, of which the first may have dots. Components may, too. */
function parted(id: string): [owner: string, message: string] {
  const dot = id.startsWith(contentPrefix) ? contentPrefix.length - 1 : id.lastIndexOf(".");
  return [id.slice(0, dot), id.slice(dot + 1)];
}

const contentPrefix = "contentSchema.";

/** The exports of the module: validators by operation, by status outside any operation, and by component of a content schema. */
function collect(idOf: ReadonlyMap<string, string>, names: ReadonlyMap<string, string>): string {
  const groups = Map.groupBy(idOf.keys(), (id) => parted(id)[0]);
  const entries = (ids: readonly string[] = []) =>
    ids
      .map((id) => {
        const [, message] = parted(id);
        const key = /^\d+$/.test(message) ? message : keyOf(message);
        return `${key}: ${names.get(idOf.get(id) ?? id) ?? ""}`;
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
