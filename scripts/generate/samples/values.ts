import {
  serializeValueAsJson,
  UnserializableValueError,
  type DiagnosticTarget,
  type EncodeData,
  type Program,
  type ScalarValue,
  type Type,
  type Value,
} from "@typespec/compiler";
import type { Visibility } from "@typespec/http";
import { isA } from "@contract-toolkit/typespec/program";
import type { SpecError } from "../spec-error.ts";
import { specError } from "../spec-checks/spec-fault.ts";
import { asOnWire } from "./wire-values.ts";
import { findResult } from "@contract-toolkit/schemas/find-result";

/**
 * The value of a sample as JSON.
 *
 * @param visibility of the message that it is in
 * @throws {SpecError} for a value, or a part of it, that cannot be written as JSON.
 */
export function serializeSampleValue(
  program: Program,
  value: Value,
  type: Type,
  visibility: Visibility,
): unknown {
  const write = (part: Value, ofType: Type): unknown =>
    serializeValueAsJson(program, part, ofType, undefined, {
      serializeScalarValue: (scalar, _, encoding, serialize) => {
        try {
          return (
            serialize(scalar, scalar.type, encoding) ??
            scalarConstructorText(scalar, value, encoding)
          );
        } catch (error) {
          if (!(error instanceof UnserializableValueError)) throw error;
          throw unwritable(scalar, value);
        }
      },
    });
  return asOnWire({ program, write, visibility }, value, type, write(value, type));
}

/** The source position of the part of a value at a path, or of the nearest enclosing part. */
export function partAt(value: Value, path: readonly string[]): DiagnosticTarget {
  let target: DiagnosticTarget = value;
  let part: Value | undefined = value;
  for (const step of path) {
    if (part.valueKind === "ArrayValue") {
      part = part.values[Number(step)];
      if (part && "node" in part) target = part.node ?? target;
    } else if (part.valueKind === "ObjectValue") {
      const property = part.properties.get(step);
      part = property?.value;
      target = property?.node ?? target;
    } else break;
    if (!part) break;
  }
  return target;
}

/** The text given to a constructor that the specification declares. For bytes, it is their Base64, in the encoding's alphabet. */
function scalarConstructorText(value: ScalarValue, whole: Value, encoding?: EncodeData): string {
  const [text, ...further] = value.value.args;
  const isText = isA(value.scalar, "string") || isA(value.scalar, "bytes");
  if (!isText || text?.valueKind !== "StringValue" || further.length > 0)
    throw unwritable(value, whole);
  return encoding?.encoding === "base64url"
    ? text.value.replaceAll("+", "-").replaceAll("/", "_")
    : text.value;
}

function unwritable(value: ScalarValue, whole: Value): SpecError {
  const made = `${value.scalar.name}.${value.value.name}`;
  return specError(
    findPartTarget(whole, value) ?? whole,
    "unwritable-sample",
    `The result of ${made} cannot be written as JSON. Write a literal; for a date or time, fromISO("…"); for bytes, declare a scalar that extends bytes with init fromBase64(text: string), and call it.`,
  );
}

/** A constructed value has no position, so the property or list around it is used. */
function findPartTarget(value: Value, sought: Value): DiagnosticTarget | undefined {
  if (value.valueKind === "ArrayValue")
    return value.values.includes(sought)
      ? value
      : findResult(value.values, (value) => findPartTarget(value, sought));
  if (value.valueKind !== "ObjectValue") return undefined;
  return findResult(value.properties.values(), (property) =>
    property.value === sought ? property.node : findPartTarget(property.value, sought),
  );
}
