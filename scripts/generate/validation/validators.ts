import { _ } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addStandardFormats from "ajv-formats";
import * as contractPackage from "@contract-toolkit/contract";
import {
  inheritedNames,
  mapSubschemas,
  type Schema,
  textFormats,
} from "@contract-toolkit/contract";
import { propertyKey } from "../modules/names.ts";
import { compiledCode, type Definition } from "./definitions.ts";
import { schemasText, type CompiledSchemas, type Schemas } from "./compiled-schemas.ts";
import { memoized } from "../memoize.ts";
import { patternReason, reportReasons } from "../program-mutations/pattern-reasons.ts";
import { compareFields } from "@contract-toolkit/schemas/comparison-keywords";
import { reportBranches } from "./custom-keywords/unions.ts";
import { hasRepeatedItems, checkUniqueItems } from "./custom-keywords/unique-items.ts";
import { validatorModules } from "./validator-modules.ts";

/**
 * Compiles validators ahead of time into ES modules without dependencies.
 *
 * @param name name of the exporting module, without `.js`
 * @param longest maximum characters of code per module
 * @returns the text of each file
 */
export function compileValidators(
  name: string,
  schemas: CompiledSchemas,
  longest?: number,
): Promise<[file: string, text: string][]> {
  return compileOnce([name, schemas, longest]);
}

const compileOnce = memoized(
  ([name, schemas, longest]: Parameters<typeof compileValidators>) =>
    JSON.stringify([name, longest, schemasText(schemas)]),
  ([name, schemas, longest]) => {
    const { compiled, idOf } = withoutRepetitions(schemas.messages);
    const ajv = createValidatorCompiler({ ...schemas, messages: compiled });
    ajv.opts.code.formats = _`formats`;
    // The code is only written. Parsing it would take as long as writing it.
    ajv.opts.code.process = () => "return function () {}";
    const { definitions, names } = compiledCode(ajv, compiled.keys());
    const used = [...schemas.components.values(), ...compiled.values()];
    const code = {
      definitions: definitions.map(withShortErrors),
      helpers: helpersFor([...formatsOf(used, {})]),
      exported: { code: writeValidatorExports(idOf, names), uses: new Set(names.values()) },
      formats: formatsOf(used, textFormats),
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

/** Creates an ajv instance with the schemas of messages by id. Each is compiled on first use. */
export function createValidatorCompiler({ messages, components }: CompiledSchemas): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    useDefaults: true,
    // Compiling the meta-schema takes longer than a small contract.
    validateSchema: false,
    inlineRefs: inlinedKeywords,
    messages: false,
    strictTypes: false,
    strictTuples: false,
    // JSON.parse reads 1e400 as Infinity. The bounds that every number has refuse it.
    strictNumbers: false,
    strictRequired: false,
    code: { source: true, esm: true, optimize: 1 },
  });
  addStandardFormats.default(ajv);
  for (const [name, format] of Object.entries(textFormats)) ajv.addFormat(name, format);
  reportBranches(ajv);
  reportReasons(ajv);
  checkUniqueItems(ajv);
  compareFields(ajv);
  const schemas = [...components.values(), ...messages.values()];
  leaveOutUnused(ajv, schemas);
  // TypeSpec allows any format. Formats without a rule accept every string.
  for (const name of formatsOf(schemas, ajv.formats)) ajv.addFormat(name, true);
  for (const [id, schema] of [...components, ...messages]) {
    ajv.addSchema({ ...withoutExtensions(refersToRoots(schema)), $id: id });
    reportUnder(ajv, id);
  }
  return ajv;
}

/** Removes OpenAPI's extensions, except the message of a pattern. */
function withoutExtensions(schema: Schema): Schema {
  const kept = Object.entries(schema).filter(
    ([keyword]) =>
      keyword !== "discriminator" && (!keyword.startsWith("x-") || keyword === patternReason),
  );
  return mapSubschemas(Object.fromEntries(kept), withoutExtensions);
}

/** In keywords. Calling a function for a string with its limits costs more than validating it. */
const inlinedKeywords = 6;

/** Inlined schemas report the path that their reference has, so it must be `open.Item#` as everywhere. */
function refersToRoots(schema: Schema): Schema {
  const { $ref } = schema;
  const copy = mapSubschemas(schema, refersToRoots);
  return typeof $ref === "string" ? { ...copy, $ref: `${$ref}#` } : copy;
}

/** Turns off bookkeeping for keywords that hardly any schema has. */
function leaveOutUnused(ajv: Ajv2020, schemas: readonly Schema[]): void {
  const text = JSON.stringify(schemas);
  ajv.opts.dynamicRef = false;
  ajv.opts.unevaluated = /"unevaluated(Properties|Items)":/.test(text);
  // Without it, every object seems to have a field such as `constructor`, which is an inherited property.
  ajv.opts.ownProperties = objectMember.test(text);
}

const objectMember = new RegExp(`"(${inheritedNames.join("|")})":`);

/** Operations share most error responses. Identical schemas from the same place in the TypeSpec are compiled once. */
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

/** ajv copies all errors found so far for each nested object, which is quadratic for a list of invalid objects. */
const nestedErrors = /vErrors === null \? (\w+)\.errors : vErrors\.concat\(\1\.errors\)/g;

/** ajv writes a branch for each error. A function call makes the module a quarter shorter, and it loads sooner. */
const ownError = /if\(vErrors === null\)\{vErrors = \[(\w+)\];\}else \{vErrors\.push\(\1\);\}/g;

/** The name of a field that breaks `propertyNames` is also in the error about the object. */
const madeError =
  /const (err\d+) = \{instancePath(?::([^,]*))?,schemaPath:([^,]*),keyword:("[^"]*"),params:(.*?)(?:,propertyName:\w+)?\};vErrors = add\(vErrors, \1\);errors\+\+;/g;

function helpersFor(formats: readonly string[]) {
  const own = formats.flatMap((name): [format: string, check: string][] => {
    const check = exportNames.get(textFormats[name]);
    return check === undefined ? [] : [[name, check]];
  });
  const imported = [...new Set(own.map(([, check]) => check))];
  return {
    names: ["formats", "append", "fail", "add", hasRepeatedItems.name],
    code: `import { known } from "known-formats";
import { ${imported.join(", ")} } from "@contract-toolkit/contract";
const formats = { ...known, ${own.map(([name, check]) => `${JSON.stringify(name)}: ${check}`).join(", ")} };
${helpers}
${String(hasRepeatedItems)}`,
  };
}

/** The names by which generated code imports functions of the contract package. */
const exportNames = new Map<unknown, string>(
  Object.entries(contractPackage).map(([name, value]) => [value, name]),
);

const helpers = `function append(all, more) {
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
}`;

/** Makes errors name their schema: `open.Item#/properties/id/maxLength` instead of `#/properties/id/maxLength`. */
function reportUnder(ajv: Ajv2020, id: string): void {
  const compiled = ajv.schemas[id];
  if (compiled) Object.assign(compiled, { schemaPath: `${id}#` });
}

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

/** Splits an id into operation and message. Names of operations and components may have dots. */
function splitId(id: string): [owner: string, message: string] {
  const dot = id.startsWith(contentPrefix) ? contentPrefix.length - 1 : id.lastIndexOf(".");
  return [id.slice(0, dot), id.slice(dot + 1)];
}

const contentPrefix = "contentSchema.";

/** The exports of the module: validators by operation, by status outside any operation, and by component of a content schema. */
function writeValidatorExports(
  idOf: ReadonlyMap<string, string>,
  names: ReadonlyMap<string, string>,
): string {
  const groups = Map.groupBy(idOf.keys(), (id) => splitId(id)[0]);
  const entries = (ids: readonly string[] = []) =>
    ids
      .map((id) => {
        const [, message] = splitId(id);
        const key = /^\d+$/.test(message) ? message : propertyKey(message);
        return `${key}: ${names.get(idOf.get(id) ?? id) ?? ""}`;
      })
      .join(", ");
  const operations = [...groups].filter(([name]) => name !== "refusal" && name !== "contentSchema");
  const lines = operations.map(([name, ids]) => {
    const request = ids.filter((id) => id.endsWith(".request"));
    const responses = ids.filter((id) => !id.endsWith(".request"));
    return `  ${propertyKey(name)}: { ${entries(request)}${request.length > 0 ? ", " : ""}responses: { ${entries(responses)} } },`;
  });
  return [
    `export const validators = {\n${lines.join("\n")}\n};`,
    `export const refusals = { ${entries(groups.get("refusal"))} };`,
    `export const contentValidators = { ${entries(groups.get("contentSchema"))} };`,
  ].join("\n");
}
