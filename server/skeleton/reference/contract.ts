import { readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type MessageSchemas,
  type OpenApiContent,
  type OpenApiDocument,
  type OpenApiOperation,
  type OpenApiParameter,
  type Operation,
  ownResponses,
  type Reference,
  referredName,
  type Sample,
  type Schema,
  wholeMessages,
} from "@contract-toolkit/kernel";

/** A contract as the reference shows it. */
export type ReferenceContract = Awaited<ReturnType<typeof readContract>>;

/** A point that the documented interface leaves open, and the decision (`@choice`). */
export interface Choice {
  readonly id: string;
  readonly open: string;
  readonly chosen: string;
}

/** An operation as the reference shows it. */
export type ReferenceOperation = ReturnType<typeof readOperation>;

/**
 * Reads the generated files of a contract for its reference.
 *
 * @example
 * await readContract("generated/catalogue");
 */
export async function readContract(folder: string) {
  const [document, samples, messages] = await Promise.all(
    ["openapi-3.1.json", "samples.json", "messages.json"].map(
      async (file) => JSON.parse(await readFile(join(folder, file), "utf8")) as unknown,
    ),
  );
  const read = document as OpenApiDocument & { "x-choices"?: Choice[] };
  const operations = await readOperations(join(folder, "operations.js"));
  return {
    name: basename(folder),
    document: read,
    operations: Object.values(read.paths)
      .flatMap((item) => Object.values(item))
      .flatMap((emitted) => {
        const operation = operations[emitted.operationId];
        return operation ? [readOperation(read, operation, emitted)] : [];
      }),
    samples: samples as Sample[],
    messages: wholeMessages(messages as MessageSchemas),
    choices: read["x-choices"] ?? [],
  };
}

/** The time avoids the cached module after the specification was generated again. */
async function readOperations(file: string): Promise<Readonly<Record<string, Operation>>> {
  const { mtimeMs } = await stat(file);
  const module = (await import(`${pathToFileURL(file).href}?${mtimeMs}`)) as {
    operations: Readonly<Record<string, Operation>>;
  };
  return module.operations;
}

function readOperation(document: OpenApiDocument, operation: Operation, emitted: OpenApiOperation) {
  const isShown = ({ in: place, name }: OpenApiParameter) =>
    operation.parameters.some(
      (each) => each.in === place && each.name === name && !each.credential,
    );
  const body: OpenApiContent = emitted.requestBody?.content ?? {};
  return {
    operation,
    emitted,
    body,
    // Without credentials.
    parameters: (emitted.parameters ?? [])
      .map((each) => resolveParameter(document, each))
      .filter(isShown),
    responses: ownResponses(emitted),
  };
}

function resolveParameter(
  { components }: OpenApiDocument,
  parameter: OpenApiParameter | Reference,
): OpenApiParameter {
  if (!("$ref" in parameter)) return parameter;
  const found = components?.parameters?.[referredName(parameter) ?? ""];
  if (!found) throw new Error(`The document has no parameter ${parameter.$ref}.`);
  return found;
}

/** The schema that a reference leads to, or the schema itself. */
export function resolveSchema({ components }: OpenApiDocument, schema: Schema): Schema {
  const name = referredName(schema);
  return (name === undefined ? undefined : components?.schemas?.[name]) ?? schema;
}
