/** Rules about defaults, each of which must be a value of its schema. */
import { isObject } from "@contract-toolkit/kernel";
import { takeOut } from "../documents/nodes.ts";
import { removing, type Rule } from "./fix.ts";
import { referredBy } from "./references.ts";

export const defaultOfOtherType = removing(
  ({ type, default: value }) => {
    const expected = type === "integer" ? "number" : String(type);
    const isOther = scalars.has(expected) && typeof value !== expected;
    return value !== undefined && value !== null && isOther ? ["default"] : [];
  },
  (_, { type, default: value }) =>
    `default ${JSON.stringify(value)} of a schema of type ${String(type)}: removed`,
);

const scalars: ReadonlySet<string> = new Set(["number", "boolean", "string"]);

/** In TypeSpec, the default of an enum is a member. The converter writes a plain value. */
export const defaultOfReference: Rule = (schema, document) => {
  if (!("default" in schema)) return undefined;
  const referred = referredBy(schema, document);
  if (Array.isArray(referred?.["enum"])) {
    takeOut(schema, "$ref", "allOf");
    for (const key of ["type", "enum"]) if (key in referred) schema[key] = referred[key];
    return "default beside a reference to an enumeration: the values are copied here";
  }
  const { items } = schema;
  const inside = [referred, items, isObject(items) && referredBy(items, document)].filter(isObject);
  const isOfSeveral = inside.some((each) => "oneOf" in each || "anyOf" in each || "enum" in each);
  if (!isOfSeveral) return undefined;
  takeOut(schema, "default");
  return "default of a union, or of a list of an enumeration: removed";
};

/** Only a whole list has a default. */
export const defaultOfItems: Rule = ({ items }) => {
  if (!isObject(items) || !("default" in items)) return undefined;
  takeOut(items, "default");
  return "default of the items of a list: removed";
};
