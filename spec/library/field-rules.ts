import {
  getEncode,
  getSourceLocation,
  type Diagnostic,
  type ModelProperty,
  type Program,
  type Type,
} from "@typespec/compiler";
import { getExtensions } from "@typespec/openapi";
import { comparisonOf, type Comparison, statementsOf } from "@contract-toolkit/kernel/field-rules";
import { $lib } from "./decorators.ts";
import { isA } from "./scalars.ts";
import { wirePlaces, type WirePlace } from "./wire-places.ts";

/**
 * Returns a function that reports siblings which a rule of a property (`@requires`, `@atMost`) names, where the rule
 * would not be enforced.
 *
 * Documents and validators know properties by their names on the wire. The rule is not translated to those: whoever reads
 * `x-requires` in the document finds the name that the specification has.
 */
export function siblingCheck(program: Program): (property: ModelProperty) => void {
  const placeOf = wirePlaces(program);
  // What is spread into a model or an operation is a copy, which stands at the same place in the TypeSpec.
  const reported = new Set<string>();
  return (property) => {
    for (const diagnostic of diagnosticsOf(program, property, placeOf)) {
      const { file, pos } = getSourceLocation(property);
      const key = `${file.path}:${pos} ${diagnostic.message}`;
      if (!reported.has(key)) program.reportDiagnostic(diagnostic);
      reported.add(key);
    }
  };
}

function diagnosticsOf(
  program: Program,
  property: ModelProperty,
  placeOf: (property: ModelProperty) => WirePlace,
): Diagnostic[] {
  const { model } = property;
  if (!model) return [];
  const extensions = Object.fromEntries(getExtensions(program, property));
  const named = statementsOf(property.name, extensions).flatMap(([{ name: rule }, { siblings }]) =>
    siblings.map((name) => ({ name, rule: comparisonOf(rule) })),
  );
  return named.flatMap(({ name, rule }) => {
    const sibling = model.properties.get(name);
    if (!sibling || sibling === property) {
      const format = { name, property: property.name };
      return [$lib.createDiagnostic({ code: "unknown-sibling", target: property, format })];
    }
    return [
      ...differentPlaces([property, placeOf(property)], [sibling, placeOf(sibling)]),
      ...(rule ? notComparable(program, rule, property, sibling) : []),
    ];
  });
}

type Placed = readonly [ModelProperty, WirePlace];

function differentPlaces(
  [property, { part }]: Placed,
  [sibling, siblingPlace]: Placed,
): Diagnostic[] {
  const about = { code: "unenforced-sibling", target: property } as const;
  const names = { name: sibling.name, property: property.name };
  if (part !== siblingPlace.part) {
    const format = { ...names, part, siblingPart: siblingPlace.part };
    return [$lib.createDiagnostic({ ...about, messageId: "elsewhere", format })];
  }
  if (!enforced.has(part))
    return [$lib.createDiagnostic({ ...about, messageId: "unjudged", format: { ...names, part } })];
  if (siblingPlace.name === sibling.name) return [];
  const format = { ...names, wireName: siblingPlace.name };
  return [$lib.createDiagnostic({ ...about, messageId: "default", format })];
}

/** The parts of a message within which siblings are compared. */
const enforced: ReadonlySet<WirePlace["part"]> = new Set([
  "path",
  "query",
  "request headers",
  "body",
]);

function notComparable(
  program: Program,
  { name: rule, types }: Comparison,
  property: ModelProperty,
  sibling: ModelProperty,
): Diagnostic[] {
  return [property, sibling]
    .filter((each) => !types.some((type) => type === wireTypeOf(program, each)))
    .map(({ name }) => {
      const names = { name, property: property.name, sibling: sibling.name };
      const plural = types.map((type) => `${type}s`);
      const format = { ...names, rule, type: types.join(" or "), types: plural.join(" or ") };
      return $lib.createDiagnostic({ code: "not-comparable", target: property, format });
    });
}

/** A point in time may be encoded as a number, but is none; a number may travel as a string. */
function wireTypeOf(program: Program, property: ModelProperty): string | undefined {
  const encoding = getEncode(program, property);
  return encoding && isA(encoding.type, "string") ? "string" : typeOf(property.type);
}

/** The type of values that can be compared; undefined for others, and for several types. */
function typeOf(type: Type): "number" | "string" | undefined {
  switch (type.kind) {
    case "Number":
      return "number";
    case "String":
    case "Enum":
      return "string";
    case "Scalar":
      if (isA(type, "numeric")) return "number";
      return isA(type, "boolean") ? undefined : "string";
    case "Union": {
      const types = [...type.variants.values()].flatMap((each) =>
        isNull(each.type) ? [] : [typeOf(each.type)],
      );
      return types.every((each) => each === types[0]) ? types[0] : undefined;
    }
    default:
      return undefined;
  }
}

function isNull(type: Type): boolean {
  return type.kind === "Intrinsic" && type.name === "null";
}
