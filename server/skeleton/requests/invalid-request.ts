import { type Fault, fieldOf } from "@contract-toolkit/kernel/messages";
import { listFaults } from "../listed-faults.ts";
import type { FieldFault, InvalidRequest } from "../problem.ts";

/**
 * Puts together what is wrong with a request; undefined: nothing is.
 *
 * @param unread what could not be read; whatever else is said about such a place follows from that, and is no news
 * @param broken what the engine has found in the rest
 */
export function invalidRequest(
  unread: readonly Fault[],
  broken: readonly Fault[],
): InvalidRequest | undefined {
  const news = unread.length === 0 ? broken : broken.filter((fault) => !isAbout(unread, fault));
  const found = [...unread, ...news];
  if (found.length === 0) return undefined;
  const [first] = found;
  const code = found.every((fault) => fault.code !== undefined) ? first?.code : undefined;
  const listed = found.filter(({ omitted }) => omitted === undefined);
  const omitted = found.reduce((sum, fault) => sum + (fault.omitted ?? 0), 0);
  return {
    kind: "invalid-request",
    ...listFaults(listed.map(toFieldFault), omitted),
    ...(code !== undefined && { code }),
  };
}

function isAbout(places: readonly Fault[], { pointer }: Fault): boolean {
  return places.some(
    (place) => pointer === place.pointer || pointer.startsWith(`${place.pointer}/`),
  );
}

function toFieldFault({ pointer, reason, code, rule }: Fault): FieldFault {
  return {
    field: fieldOf(pointer),
    reason,
    pointer,
    ...(rule !== undefined && { rule }),
    ...(code !== undefined && { code }),
  };
}
