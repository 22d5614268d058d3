/** The type that the text of a parameter or header is read as. */
export type ScalarType = "string" | "integer" | "number" | "boolean";
