import type { Schema } from "contract-kernel";

/** Every integer is exact: one of any other size is held to the range of `int64`, except that `int32` has its own. */
export function withExactIntegers(schema: Schema): Schema {
  const isInteger = [schema.type].flat().includes("integer");
  return isInteger && schema.format !== "int32" ? { ...schema, format: "int64" } : schema;
}
