import {
  getFormat,
  getMaxLength,
  getPattern,
  type ModelProperty,
  type Program,
  type Scalar,
} from "@typespec/compiler";
import { getUnbounded } from "../declarations.ts";
import { boundsLength } from "./patterns.ts";
import { constrained, stringsOf } from "../scalars.ts";
import { fieldFindings, programRule } from "./program-rule.ts";

/** Every string in a request has a maximum length, or a reason for having none. */
export const boundedString = programRule(
  "bounded-string",
  "Strings of requests have a maximum length, or @unbounded says why not.",
  (program) =>
    fieldFindings(program, ({ property, direction }) =>
      direction === "request" ? checkStringBound(program, property) : undefined,
    ),
);

/** Formats whose every value is short. */
const shortFormats = new Set(["date", "date-time", "time", "ulid", "uuid", "ipv4", "ipv6"]);

function checkStringBound(program: Program, property: ModelProperty): string | undefined {
  const { name } = property;
  const strings = stringsOf(property.type);
  if (strings.length === 0) return undefined;
  const bounded = strings.every((scalar) =>
    constrained(property, scalar).some((place) => isBounded(program, place)),
  );
  if (bounded)
    return getUnbounded(program, property) === undefined
      ? undefined
      : `'${name}' is bounded and has @unbounded. Remove one of the two.`;
  const reason = findUnboundedReason(program, property, strings);
  if (reason === undefined)
    return `'${name}' takes a string of any length. Give it @maxLength or a pattern that bounds it, or say with @unbounded why it has no maximum.`;
  return reason.trim() === "" ? `@unbounded of '${name}' has no reason. Write one.` : undefined;
}

function isBounded(program: Program, place: ModelProperty | Scalar): boolean {
  const pattern = getPattern(program, place);
  return (
    getMaxLength(program, place) !== undefined ||
    shortFormats.has(getFormat(program, place) ?? "") ||
    (pattern !== undefined && boundsLength(pattern))
  );
}

/** `@unbounded` may be on the property, on its scalar, or on the model for all its properties. */
function findUnboundedReason(
  program: Program,
  property: ModelProperty,
  strings: readonly Scalar[],
): string | undefined {
  const places = [
    property,
    ...strings.flatMap((scalar) => constrained(property, scalar)),
    ...(property.model ? [property.model] : []),
  ];
  return places.map((place) => getUnbounded(program, place)).find((reason) => reason !== undefined);
}
