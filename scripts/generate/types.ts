import openapiTS, { astToString } from "openapi-typescript";
import { banner } from "./banner.ts";
import type { OpenApiDocument } from "./documents.ts";

/** TypeScript types of everything in an OpenAPI document, as they are on the wire. */
export async function wireTypes(document: OpenApiDocument): Promise<string> {
  const nodes = await openapiTS(JSON.stringify(document), {
    defaultNonNullable: false,
    alphabetize: false,
  });
  return banner("ts") + astToString(nodes);
}
