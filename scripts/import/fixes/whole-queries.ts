import { UsageError } from "@contract-toolkit/schemas/usage-error";
import type { Rule } from "./fix.ts";

/** OpenAPI 3.2 has parameters that are the whole query, such as a JSON text. */
export const wholeQuery: Rule = ({ in: place }) => {
  if (place !== "querystring") return undefined;
  throw new UsageError("TypeSpec has no query that is one value, such as JSON.");
};
