import {
  serializeValueAsJson,
  UnserializableValueError,
  type Program,
  type Scalar,
  type ScalarValue,
  type Type,
  type Value,
} from "@typespec/compiler";
import { isObject, pointerName } from "@contract-toolkit/kernel";
import { SpecError } from "../compile.ts";
import { specFault } from "../spec-fault.ts";
import { asOnWire } from "./wire-values.ts";

/**
 * The value of a sample as JSON.
 *
 * @throws {SpecError} for a value, or a part of it, that cannot be written as JSON.
 */
export function jsonOf(program: Program, value: Value, type: Type): unknown {
  const json = serializeValueAsJson(program, value, type, undefined, {
    serializeScalarValue: (scalar, _, encoding, serialize) => {
      try {
        return serialize(scalar, scalar.type, encoding) ?? textOf(program, scalar);
      } catch (error) {
        if (!(error instanceof UnserializableValueError)) throw error;
        throw unwritable(scalar);
      }
    },
  });
  requireWhole(value, json);
  return asOnWire(program, value, type, json);
}

/** Where the part of a value at a JSON pointer stands, or the innermost part around it that is written down. */
export function partAt(value: Value, pointer: string): Value {
  let part = value;
  for (const step of pointer.split("/").slice(1)) {
    const inside = memberOf(part, pointerName(step));
    if (!inside) break;
    part = inside;
  }
  return part;
}

function memberOf(value: Value, name: string): Value | undefined {
  if (value.valueKind === "ArrayValue") return value.values[Number(name)];
  return value.valueKind === "ObjectValue" ? value.properties.get(name)?.value : undefined;
}

/** Made by a constructor of the specification's own that takes the text: of bytes, their Base64. */
function textOf(program: Program, value: ScalarValue): string {
  const [text, ...further] = value.value.args;
  const isText = isOf(program, value.scalar, "string") || isOf(program, value.scalar, "bytes");
  if (!isText || text?.valueKind !== "StringValue" || further.length > 0) throw unwritable(value);
  return text.value;
}

function isOf(program: Program, scalar: Scalar, name: "string" | "bytes"): boolean {
  if (program.checker.isStdType(scalar, name)) return true;
  return scalar.baseScalar !== undefined && isOf(program, scalar.baseScalar, name);
}

function unwritable(value: ScalarValue): SpecError {
  const made = `${value.scalar.name}.${value.value.name}`;
  return new SpecError(
    specFault(
      value,
      "unwritable-sample",
      `What ${made} makes cannot be written as JSON. Write a literal; of a date or time fromISO("…"); of bytes, declare a scalar that extends bytes with init fromBase64(text: string), and call that.`,
    ),
  );
}

/** Where no variant of a union is said to be meant, the compiler takes the first that fits and leaves out the rest. */
function requireWhole(value: Value, json: unknown): void {
  if (value.valueKind === "ArrayValue" && Array.isArray(json)) {
    value.values.forEach((each, index) => {
      requireWhole(each, json[index]);
    });
  }
  if (value.valueKind !== "ObjectValue" || !isObject(json)) return;
  const properties = [...value.properties.values()];
  if (properties.length !== Object.keys(json).length) {
    throw new SpecError(
      specFault(
        value,
        "unwritable-sample",
        `Several variants of a union fit this value, and the first of them does not have all of its properties. Give the union the decorator @discriminated, or write the variant with most properties first.`,
      ),
    );
  }
  // Both have their properties as they are written, whatever the names are on the wire.
  Object.values(json).forEach((inside, index) => {
    const property = properties[index];
    if (property) requireWhole(property.value, inside);
  });
}
