import { isSchema, type MessageSchemas, wholeMessages } from "@contract-toolkit/contract";
import { CannotCompareError } from "../cannot-compare-error.ts";
import type { ContractForm } from "../contract-form.ts";
import type { Files } from "./files.ts";
import { readOpenApi } from "./openapi.ts";
import { parseDocument } from "@contract-toolkit/schemas/documents/parse";

/** Whether `contract generate` wrote a folder for a service. */
export async function isGenerated(files: Files, folder: string): Promise<boolean> {
  return (await files.kindOf(`${folder}/openapi.json`)) === "file";
}

/**
 * Reads a generated contract: its OpenAPI document, and the enforced schemas of its messages with their TypeSpec positions
 * (`messages.json`). A service with events is served by its user, so its operations are callbacks.
 */
export async function readGeneratedContract(files: Files, folder: string): Promise<ContractForm> {
  const document = await files.read(`${folder}/openapi.json`);
  if (document === undefined) throw new CannotCompareError(`${folder} has no openapi.json.`);
  const isOfCallbacks = (await files.kindOf(`${folder}/events.ts`)) === "file";
  const text = await files.read(`${folder}/messages.json`);
  const schemas = text === undefined ? undefined : parseDocument(text, `${folder}/messages.json`);
  const parsed = parseDocument(document, `${folder}/openapi.json`);
  if (!isMessageSchemas(schemas)) return readOpenApi(parsed, { isOfCallbacks });
  // Only the document of OpenAPI 3.1 has webhooks.
  const in31 = await files.read(`${folder}/openapi-3.1.json`);
  const asDocument = (is30: boolean) => {
    const own =
      is30 || in31 === undefined ? parsed : parseDocument(in31, `${folder}/openapi-3.1.json`);
    return readOpenApi(own, { isOfCallbacks });
  };
  const messages = withDefinedContent(wholeMessages(schemas));
  return { ...readOpenApi(parsed, { isOfCallbacks, messages }), asDocument };
}

function isMessageSchemas(value: unknown): value is MessageSchemas {
  return isSchema(value) && isSchema(value["messages"]) && isSchema(value.$defs);
}

/** Points `x-content-schema` to the definitions of `messages.json`. */
function withDefinedContent(messages: MessageSchemas): MessageSchemas {
  return JSON.parse(JSON.stringify(messages), (keyword, value: unknown) =>
    keyword === "x-content-schema" && typeof value === "string" ? `#/$defs/${value}` : value,
  ) as MessageSchemas;
}
