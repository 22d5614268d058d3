import openapiTS, { astToString } from "openapi-typescript";
import { isSchema, type OpenApiDocument } from "@contract-toolkit/kernel";
import { banner } from "./banner.ts";
import { denseCode } from "./large.ts";
import { remembering } from "../remember.ts";
import { limitsOf } from "../constraint-texts.ts";

/** TypeScript types of everything in an OpenAPI document, as they are on the wire; limits stand in the comments. */
export function wireTypes(document: OpenApiDocument): Promise<string> {
  return typesOf(JSON.stringify(withLimits(document)));
}

const typesOf = remembering(
  (document: string) => document,
  async (document) => {
    const nodes = await openapiTS(document, {
      defaultNonNullable: false,
      // It warns of unions whose variants are unions; their fields tell the variants apart all the same.
      silent: true,
    });
    return banner("ts") + denseCode(astToString(nodes));
  },
);

/** What a type cannot say, its comment does: the emitter of types knows descriptions, not limits. */
function withLimits(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withLimits);
  if (!isSchema(value)) return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([name, inside]) => [name, withLimits(inside)]),
  );
  const limits = typeof value.type === "string" ? limitsOf(value).map(sentence) : [];
  if (limits.length === 0) return copy;
  return {
    ...copy,
    description: [value.description, ...limits].filter(Boolean).join(" "),
  };
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
