import {
  getEncode,
  getSourceLocation,
  type Diagnostic,
  type ModelProperty,
  type Program,
  type Type,
} from "@typespec/compiler";
import { getExtensions } from "@typespec/openapi";
import {
  comparisonOf,
  type Comparison,
  statementsOf,
} from "@contract-toolkit/contract/field-rules";
import { $lib } from "./decorators.ts";
import { isA } from "./scalars.ts";
import { wirePlaces, type WirePlace } from "./wire-places.ts";

/**
 * Returns a function that checks the siblings in a property's rules (`@requires`, `@atMost`), and reports rules that
 * would not be enforced.
 *
 * Documents and validators use names on the wire. Rules are not translated to them, so that `x-requires` in a document
 * has the name of the specification.
 */
export function siblingCheck(program: Program): (property: ModelProperty) => void {
  const placeOf = wirePlaces(program);
  // A spread property is a copy with the same position in the TypeSpec.
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
  const report = (code: keyof typeof $lib.diagnostics, message: string) =>
    $lib.createDiagnostic({ code, target: property, format: { message } });
  const extensions = Object.fromEntries(getExtensions(program, property));
  const named = statementsOf(property.name, extensions).flatMap(([{ name: rule }, { siblings }]) =>
    siblings.map((name) => ({ name, rule: comparisonOf(rule) })),
  );
  return named.flatMap(({ name, rule }) => {
    const sibling = model.properties.get(name);
    if (!sibling || sibling === property) {
      const advice = "name a property of the same model or a parameter of the same operation";
      return [
        report("unknown-sibling", `'${name}' is not a sibling of '${property.name}'; ${advice}.`),
      ];
    }
    const apart = differentPlaces([property, placeOf(property)], [sibling, placeOf(sibling)]);
    return [
      ...(apart === undefined ? [] : [report("unenforced-sibling", apart)]),
      ...(rule ? notComparable(program, rule, property, sibling) : []).map((message) =>
        report("not-comparable", message),
      ),
    ];
  });
}

type Placed = readonly [ModelProperty, WirePlace];

function differentPlaces(
  [property, { part }]: Placed,
  [{ name }, siblingPlace]: Placed,
): string | undefined {
  const rule = `The rule of '${property.name}'`;
  if (part !== siblingPlace.part)
    return `${rule} would not be enforced: it travels in the ${part} and its sibling '${name}' in the ${siblingPlace.part}. Put both into the same part of the message.`;
  if (!enforced.has(part))
    return `${rule} on its sibling '${name}' would not be enforced: properties in the ${part} are not compared. Remove the rule and check it in the handler.`;
  return siblingPlace.name === name
    ? undefined
    : `${rule} would not be enforced: its sibling '${name}' is called '${siblingPlace.name}' in messages. Give the sibling that name in TypeSpec as well.`;
}

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
): string[] {
  const plural = types.map((type) => `${type}s`).join(" or ");
  return [property, sibling]
    .filter((field) => !types.some((type) => type === wireTypeOf(program, field)))
    .map(
      ({ name }) =>
        `'${name}' is not a ${types.join(" or ")} on the wire. @${rule} compares '${property.name}' with '${sibling.name}', and both must be ${plural}.`,
    );
}

/** The type on the wire. A number with `@encode(string)` is a string. */
function wireTypeOf(program: Program, property: ModelProperty): string | undefined {
  const encoding = getEncode(program, property);
  return encoding && isA(encoding.type, "string") ? "string" : primitiveTypeOf(property.type);
}

/** The type of values that can be compared; undefined for other types and for unions of several. */
function primitiveTypeOf(type: Type): "number" | "string" | undefined {
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
      const types = [...type.variants.values()].flatMap((variant) =>
        isNullLiteral(variant.type) ? [] : [primitiveTypeOf(variant.type)],
      );
      return types.every((type) => type === types[0]) ? types[0] : undefined;
    }
    default:
      return undefined;
  }
}

function isNullLiteral(type: Type): boolean {
  return type.kind === "Intrinsic" && type.name === "null";
}
