import {
  getEncode,
  navigateProgram,
  type ModelProperty,
  type Program,
  type Type,
} from "@typespec/compiler";
import { getExtensions } from "@typespec/openapi";
import { chosenIds, declaredChoices } from "./choices.ts";
import { $lib } from "./decorators.ts";
import { isA } from "./scalars.ts";

/** Reports what can only be judged once the whole program is known: names that point at nothing. */
export function $onValidate(program: Program): void {
  const known = new Set(declaredChoices(program).map(({ value }) => value.id));
  for (const [id, targets] of chosenIds(program)) {
    if (known.has(id)) continue;
    for (const target of targets) {
      $lib.reportDiagnostic(program, {
        code: "unknown-choice",
        target,
        format: { id, known: [...known].join(", ") },
      });
    }
  }
  navigateProgram(program, {
    modelProperty: (property) => {
      checkSiblings(program, property);
    },
  });
}

function checkSiblings(program: Program, property: ModelProperty): void {
  const extensions = getExtensions(program, property);
  const requires = (extensions.get("x-requires") ?? []) as string[];
  const when = extensions.get("x-required-when") as { property: string } | undefined;
  const limit = extensions.get("x-at-most") as string | undefined;
  for (const name of [...requires, ...(when ? [when.property] : []), ...(limit ? [limit] : [])]) {
    if (property.model && (!property.model.properties.has(name) || name === property.name)) {
      $lib.reportDiagnostic(program, {
        code: "unknown-sibling",
        target: property,
        format: { name, property: property.name },
      });
    }
  }
  const sibling = limit === undefined ? undefined : property.model?.properties.get(limit);
  if (sibling) checkNumbers(program, property, sibling);
}

function checkNumbers(program: Program, property: ModelProperty, limit: ModelProperty): void {
  for (const each of [property, limit]) {
    if (isNumeric(each.type) && !isText(program, each)) continue;
    $lib.reportDiagnostic(program, {
      code: "no-number",
      target: property,
      format: { name: each.name, property: property.name, limit: limit.name },
    });
  }
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
