import {
  getOpExamples,
  getSourceLocation,
  getTypeName,
  navigateProgram,
  NoTarget,
  walkPropertiesInherited,
  type Diagnostic,
  type DiagnosticTarget,
  type Model,
  type Operation,
  type Program,
  type Type,
  type Value,
} from "@typespec/compiler";
import { SyntaxKind } from "@typespec/compiler/ast";
import { $ } from "@typespec/compiler/typekit";
import { nearestName } from "@contract-toolkit/contract/spelling";

/**
 * Explains an error about a sample field by field. The compiler only reports that the whole sample fits no response.
 *
 * @returns undefined if the error is not about a sample
 */
export function explainExample(program: Program, error: Diagnostic): Diagnostic[] | undefined {
  if (error.code !== "unassignable" || error.target === NoTarget) return undefined;
  // Samples of several operations may use one constant, which may be valid in some of them.
  for (const { operation, values } of examplesAt(program, error.target)) {
    const faults = parts.flatMap((part) => {
      const given = values[part];
      const name = part === "parameters" ? "the request" : "the response";
      return given
        ? findMisfits(program, given, { name, type: operation[part] }, error.target)
        : [];
    });
    if (faults.length > 0) return faults.map((fault) => ({ ...error, ...fault }));
  }
  return undefined;
}

/**
 * Explains an error about an object by the names of its fields. The compiler repeats the whole object, or reports a misspelt field
 * as unknown, and the right one as missing.
 *
 * @returns undefined if the error is about something else
 */
export function explainObject(program: Program, error: Diagnostic): Diagnostic[] | undefined {
  const [, name = ""] =
    /(?:parameter of|required in|exist in)[^']*'([^']+)'\.?$/.exec(error.message) ?? [];
  const { target } = error;
  if (name === "" || target === NoTarget) return undefined;
  const node = "node" in target ? target.node : target;
  if (!node || !("kind" in node)) return undefined;
  const object = node.kind === SyntaxKind.ObjectLiteralProperty ? node.parent : node;
  const [type] = program.resolveTypeReference(name);
  if (object?.kind !== SyntaxKind.ObjectLiteral || type?.kind !== "Model") return undefined;
  const given = object.properties.flatMap((node) =>
    "id" in node ? [{ name: node.id.sv, node }] : [],
  );
  const isSpread = given.length < object.properties.length;
  const faults = isSpread ? [] : faultsOfFields(program, given, type, object);
  const code = "unassignable";
  return faults.length === 0 ? undefined : faults.map((fault) => ({ ...error, code, ...fault }));
}

const parts = ["parameters", "returnType"] as const;

interface Misfit {
  readonly target: Diagnostic["target"];
  readonly message: string;
}

interface FoundExample {
  readonly operation: Operation;
  readonly values: Readonly<Partial<Record<(typeof parts)[number], Value>>>;
}

/** The samples with a value at a position: the argument of `@opExample`, or a part of a sample in `@samples`. */
function examplesAt(program: Program, target: DiagnosticTarget): FoundExample[] {
  const { file, pos } = getSourceLocation(target);
  const isThere = (value: DiagnosticTarget | undefined) => {
    const place = value && getSourceLocation(value);
    return place?.file === file && place.pos === pos;
  };
  const found: FoundExample[] = [];
  navigateProgram(program, {
    operation(operation) {
      for (const { args } of operation.decorators) {
        const [{ node, value } = {}] = args;
        if (!isThere(node) || !value || !("valueKind" in value)) continue;
        if (value.valueKind !== "ObjectValue") continue;
        const [parameters, returnType] = parts.map((part) => value.properties.get(part)?.value);
        found.push({
          operation,
          values: { ...(parameters && { parameters }), ...(returnType && { returnType }) },
        });
      }
      for (const example of getOpExamples(program, operation))
        for (const part of parts) {
          const value = example[part];
          if (value && isThere(value)) found.push({ operation, values: { [part]: value } });
        }
    },
  });
  return found;
}

interface Expected {
  readonly name: string;
  readonly type: Type;
}

/**
 * @param around position for values that have none
 */
function findMisfits(
  program: Program,
  value: Value,
  { name, type }: Expected,
  around: DiagnosticTarget | typeof NoTarget,
): Misfit[] {
  const exact = program.checker.getValueExactType(value) ?? value.type;
  if ($(program).type.isAssignableTo(exact, type)) return [];
  const models = flattenUnion(type).filter((variant) => variant.kind === "Model");
  if (value.valueKind === "ArrayValue") {
    const [element] = models.flatMap(({ indexer }) => (indexer ? [indexer.value] : []));
    const item = element && { name: `each of ${name}`, type: element };
    if (item) return value.values.flatMap((value) => findMisfits(program, value, item, around));
  }
  if (value.valueKind === "ObjectValue" && models.length > 0)
    return faultsOfObject(program, [...value.properties.values()], models, value.node ?? around);
  const message = `${name} is ${getTypeName(type)}, not ${getTypeName(exact)}`;
  return [{ target: around, message }];
}

/** Reports the faults for the most similar alternative, which has most of the given fields. */
function faultsOfObject(
  program: Program,
  given: readonly GivenField[],
  models: readonly Model[],
  around: Misfit["target"],
): Misfit[] {
  const ranked = models
    .map((model) => {
      const fields = fieldsOf(model);
      const known = given.filter(({ name }) => fields.has(name)).length;
      return { known, faults: faultsOfFields(program, given, model, around) };
    })
    .toSorted((a, b) => b.known - a.known || a.faults.length - b.faults.length);
  const [best] = ranked;
  if (!best) return [];
  // Equally similar alternatives that fail at the same place are listed together.
  return best.faults.map(({ target, message }, index) => {
    const same = ranked.filter(
      ({ known, faults }) =>
        known === best.known &&
        faults.length === best.faults.length &&
        faults[index]?.target === target,
    );
    const messages = new Set(same.map(({ faults }) => faults[index]?.message ?? message));
    return { target, message: [...messages].join(", or: ") };
  });
}

/** A field of an object that is written in the specification; without its value, only its name is judged. */
interface GivenField {
  readonly name: string;
  readonly value?: Value;
  readonly node?: DiagnosticTarget;
}

function fieldsOf(model: Model) {
  return new Map([...walkPropertiesInherited(model)].map((property) => [property.name, property]));
}

function faultsOfFields(
  program: Program,
  given: readonly GivenField[],
  model: Model,
  around: Misfit["target"],
): Misfit[] {
  const fields = fieldsOf(model);
  const names = new Set(given.map(({ name }) => name));
  const absent = new Map([...fields].filter(([name]) => !names.has(name)));
  const own = given.flatMap((property): Misfit[] => {
    const field = fields.get(property.name);
    const place = property.node ?? around;
    const name = `${property.name} of ${describeModelName(model)}`;
    const { value } = property;
    if (field) return value ? findMisfits(program, value, { name, type: field.type }, place) : [];
    if (model.indexer) return [];
    const meant = nearestName(property.name, absent.keys());
    if (meant !== undefined) absent.delete(meant);
    const advice =
      meant === undefined ? `it has ${[...fields.keys()].join(", ")}` : `did you mean ${meant}?`;
    return [
      {
        target: place,
        message: `${property.name} is not a field of ${describeModelName(model)}; ${advice}`,
      },
    ];
  });
  const missing = [...absent].filter(([, { optional }]) => !optional);
  const messages = missing.map(
    ([name]) => `${name} is missing, which ${describeModelName(model)} requires`,
  );
  return [...own, ...messages.map((message): Misfit => ({ target: around, message }))];
}

function describeModelName(model: Model): string {
  return model.name === "" ? "this object" : getTypeName(model);
}

function flattenUnion(type: Type): Type[] {
  if (type.kind !== "Union") return [type];
  return [...type.variants.values()].flatMap((variant) => flattenUnion(variant.type));
}
