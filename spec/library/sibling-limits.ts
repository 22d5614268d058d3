import {
  getEncode,
  getSourceLocation,
  type Diagnostic,
  type ModelProperty,
  type Program,
  type Type,
} from "@typespec/compiler";
import { getExtensions } from "@typespec/openapi";
import { $lib } from "./decorators.ts";
import { isA } from "./scalars.ts";
import { wirePlaces, type WirePlace } from "./wire-places.ts";

/**
 * Returns a function that reports the siblings which `@requires`, `@requiredWhen` and `@atMost` of a property name, where
 * the rule would not be enforced.
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
  const limit = limitOf(program, property);
  return [...siblingNames(program, property)].flatMap((name) => {
    const sibling = model.properties.get(name);
    if (!sibling || sibling === property) {
      const format = { name, property: property.name };
      return [$lib.createDiagnostic({ code: "unknown-sibling", target: property, format })];
    }
    return [
      ...differentPlaces([property, placeOf(property)], [sibling, placeOf(sibling)]),
      ...(name === limit ? notNumbers(program, property, sibling) : []),
    ];
  });
}

function siblingNames(program: Program, property: ModelProperty): Set<string> {
  const extensions = getExtensions(program, property);
  const requires = (extensions.get("x-requires") ?? []) as string[];
  const when = extensions.get("x-required-when") as { property: string } | undefined;
  const limit = limitOf(program, property);
  return new Set([
    ...requires,
    ...(when ? [when.property] : []),
    ...(limit === undefined ? [] : [limit]),
  ]);
}

function limitOf(program: Program, property: ModelProperty): string | undefined {
  return getExtensions(program, property).get("x-at-most") as string | undefined;
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

function notNumbers(program: Program, property: ModelProperty, limit: ModelProperty): Diagnostic[] {
  return [property, limit]
    .filter((each) => !isNumeric(each.type) || isText(program, each))
    .map(({ name }) =>
      $lib.createDiagnostic({
        code: "no-number",
        target: property,
        format: { name, property: property.name, limit: limit.name },
      }),
    );
}

/** Numbers on the wire: a point in time may be encoded as one, but is none. */
function isNumeric(type: Type): boolean {
  if (type.kind === "Number") return true;
  if (type.kind === "Scalar") return isA(type, "numeric");
  return (
    type.kind === "Union" &&
    [...type.variants.values()].every((variant) => isNull(variant.type) || isNumeric(variant.type))
  );
}

/** Whether the number travels as a string. */
function isText(program: Program, property: ModelProperty): boolean {
  const encoding = getEncode(program, property);
  return encoding !== undefined && isA(encoding.type, "string");
}

function isNull(type: Type): boolean {
  return type.kind === "Intrinsic" && type.name === "null";
}
