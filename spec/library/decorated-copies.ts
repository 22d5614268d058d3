import type { DecoratedType, Type } from "@typespec/compiler";

/** Notes something of a type and of its copies: a version of a service is made of copies, which are decorated again. */
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
