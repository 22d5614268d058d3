import type { DecoratedType, Type } from "@typespec/compiler";

/**
 * Applies a change to a type and to its copies. Versions of a service are made of copies, to which the compiler applies
 * decorators again.
 */
export function noteOfCopies<Noted extends Type & DecoratedType>(
  type: Noted,
  note: (type: Noted) => void,
): void {
  note(type);
  type.decorators.push({
    decorator: (_, copy: Noted) => {
      note(copy);
    },
    args: [],
  });
}
