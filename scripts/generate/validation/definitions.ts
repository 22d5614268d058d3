import { Name } from "ajv";
import type { Ajv2020 } from "ajv/dist/2020.js";

/** What a module of validators defines: a validator, or a value that validators use. */
export interface Definition {
  readonly name: string;
  readonly code: string;
  /** Names of the other definitions that the code uses. */
  readonly uses: ReadonlySet<string>;
}

interface CompiledCode {
  /** Each after the definitions that it needs when it is evaluated. */
  readonly definitions: readonly Definition[];
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Returns ajv's code for messages and everything that they refer to, as separate definitions. ajv's own standalone
 * function returns one text, which cannot be divided into modules.
 *
 * @throws {TypeError} when ajv has no code for a value
 */
export function compiledCode(ajv: Ajv2020, ids: Iterable<string>): CompiledCode {
  const definitions: Definition[] = [];
  const known = new Set<string>();

  const addFunction = ({ validateName, validateCode, scopeValues, evaluated }: Source): void => {
    const name = validateName.str;
    if (known.has(name)) return;
    known.add(name);
    const uses = Object.values(scopeValues).flatMap((names) => [...(names ?? [])]);
    for (const use of uses) addValue(use);
    const noted = evaluated === undefined ? "" : `${name}.evaluated = ${String(evaluated)};`;
    definitions.push({
      name,
      code: `${validateCode}${noted}`,
      uses: new Set(uses.map(({ str }) => str)),
    });
  };

  const addValue = (value: ScopeValue): void => {
    const name = value.str;
    const { code, ref } = value.value ?? {};
    if (code !== undefined) {
      if (!known.has(name)) add(name, `const ${name} = ${String(code)};`);
    } else if (typeof ref === "function" && isCompiled(ref)) {
      addFunction(ref.source);
    } else if (isEnvironment(ref)) {
      // A recursive schema refers to its validator before it exists.
      const validator = ref.validateName.str;
      if (!known.has(name)) add(name, `const ${name} = {validate: ${validator}};`, [validator]);
      if (ref.validate && isCompiled(ref.validate)) addFunction(ref.validate.source);
    } else throw new TypeError(`The compiler gives no code for ${name}.`);
  };

  const add = (name: string, code: string, uses: readonly string[] = []): void => {
    known.add(name);
    definitions.push({ name, code, uses: new Set(uses) });
  };

  const names = new Map<string, string>();
  for (const id of ids) {
    const validator = ajv.getSchema(id);
    if (!validator || !isCompiled(validator)) throw new TypeError(`There is no schema ${id}.`);
    addFunction(validator.source);
    names.set(id, validator.source.validateName.str);
  }
  return { definitions, names };
}

type Source = NonNullable<NonNullable<ReturnType<Ajv2020["getSchema"]>>["source"]>;
type ScopeValue = Source["validateName"];

function isCompiled<Value extends object>(value: Value): value is Value & { source: Source } {
  return "source" in value && value.source !== undefined;
}

/** ajv's `SchemaEnv`. */
interface Environment {
  readonly validateName: Name;
  readonly validate?: object;
}

function isEnvironment(value: unknown): value is Environment {
  return (
    typeof value === "object" &&
    value !== null &&
    "validateName" in value &&
    value.validateName instanceof Name
  );
}
