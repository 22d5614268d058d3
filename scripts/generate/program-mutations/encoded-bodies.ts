import {
  getEncode,
  navigateProgram,
  type DecoratorApplication,
  type Program,
  type Type,
} from "@typespec/compiler";
import { isBody, isBodyRoot } from "@typespec/http";

/**
 * Gives the encoding of a body (`@body @encode("base64url") file: bytes`) to the scalar itself, because the emitter reads the
 * encoding of fields and scalars only.
 */
export function encodeBodies(program: Program): void {
  navigateProgram(program, {
    modelProperty: (property) => {
      if (!isBody(program, property) && !isBodyRoot(program, property)) return;
      const encoding = getEncode(program, property);
      if (!encoding) return;
      const isOwn = ({ definition }: DecoratorApplication) => definition?.name === "@encode";
      const { type } = property;
      // A copy of a scalar of the specification would have the same name in the document.
      const own = type.kind === "Scalar" ? getEncode(program, type) : undefined;
      if (!own || own.encoding !== encoding.encoding)
        property.type = applyEncoding(program, type, property.decorators.filter(isOwn));
      // A copy of the property would refuse the copied scalar.
      property.decorators = property.decorators.filter((decorator) => !isOwn(decorator));
    },
  });
}

function applyEncoding(
  program: Program,
  type: Type,
  encoding: readonly DecoratorApplication[],
): Type {
  if (type.kind === "Scalar")
    return program.checker.cloneType(type, { decorators: [...type.decorators, ...encoding] });
  if (type.kind !== "Union") return type;
  const union = program.checker.cloneType(type);
  for (const variant of union.variants.values())
    variant.type = applyEncoding(program, variant.type, encoding);
  return union;
}
