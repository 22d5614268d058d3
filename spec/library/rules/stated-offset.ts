import {
  getFormat,
  getPattern,
  type ModelProperty,
  type Program,
  type Scalar,
} from "@typespec/compiler";
import { getAnyOffset } from "../declarations.ts";
import { constrained, isA, scalarsOf, stringsOf } from "../scalars.ts";
import { fieldFindings, programRule } from "./program-rule.ts";

/** Every date-time states its offset from UTC, or that any offset is allowed. */
export const statedOffset = programRule(
  "stated-offset",
  "Date-times state their offset from UTC by a pattern, or @anyOffset says why not.",
  (program) => fieldFindings(program, ({ property }) => checkOffset(program, property)),
);

/** Offsets to test: a pattern that states the offset matches some of them and not all. */
const offsets = ["Z", "+00:00", "+07:00", "-03:30", "+14:00"];
const fractions = ["", ".5", ".123", ".123456"];

function checkOffset(program: Program, property: ModelProperty): string | undefined {
  const { name } = property;
  const faults = timesOf(program, property).map((places) => {
    const reason = places
      .map((place) => getAnyOffset(program, place))
      .find((text) => text !== undefined);
    if (reason !== undefined)
      return reason.trim() === "" ? `@anyOffset of '${name}' has no reason. Write one.` : undefined;
    const patterns = places
      .map((place) => getPattern(program, place))
      .filter((pattern) => pattern !== undefined);
    const taken = offsets.filter((offset) => takes(patterns, offset));
    if (taken.length === 0) return `The pattern of '${name}' matches no date-time.`;
    return taken.length === offsets.length
      ? `'${name}' is a date-time of any offset. State the offset by a @pattern such as "Z$", or say with @anyOffset why any offset is right.`
      : undefined;
  });
  return faults.find((fault) => fault !== undefined);
}

function takes(patterns: readonly string[], offset: string): boolean {
  return fractions.some((fraction) =>
    patterns.every((pattern) =>
      new RegExp(pattern).test(`2026-01-02T03:04:05${fraction}${offset}`),
    ),
  );
}

/** For each date-time that the property holds, the places where its offset may be stated. */
function timesOf(program: Program, property: ModelProperty): (ModelProperty | Scalar)[][] {
  const written = stringsOf(property.type)
    .map((scalar) => constrained(property, scalar))
    .filter((places) => places.some((place) => getFormat(program, place) === "date-time"));
  const standard = scalarsOf(property.type)
    .filter((scalar) => isA(scalar, "offsetDateTime"))
    .map((scalar) => constrained(property, scalar));
  return [...written, ...standard];
}
