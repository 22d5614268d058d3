import { getMaxValue, getMinValue, navigateProgram, type Program } from "@typespec/compiler";
import { $ } from "@typespec/compiler/typekit";
import { isStatusCode } from "@typespec/http";
import { noteOfCopies } from "@contract-toolkit/typespec/program";

/**
 * Writes a range of statuses as a union of its statuses, unless it is of whole classes. OpenAPI has only single statuses and
 * whole classes (`4XX`), and the emitter refuses other ranges.
 */
export function splitStatusRanges(program: Program): void {
  navigateProgram(program, {
    modelProperty(property) {
      if (!isStatusCode(program, property) || property.type.kind !== "Scalar") return;
      const first = getMinValue(program, property);
      const last = getMaxValue(program, property);
      if (first === undefined || last === undefined || isOfClasses(first, last)) return;
      const statuses = Array.from({ length: last - first + 1 }, (_, at) =>
        $(program).literal.create(first + at),
      );
      const type = $(program).union.create(statuses);
      noteOfCopies(property, (copy) => {
        copy.type = type;
      });
    },
  });
}

function isOfClasses(first: number, last: number): boolean {
  return first % 100 === 0 && last % 100 === 99;
}
