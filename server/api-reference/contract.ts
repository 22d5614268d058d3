import { readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type MessageSchemas,
  type OpenApiDocument,
  type Operation,
  type Sample,
  wholeMessages,
} from "@contract-toolkit/contract";

/** A contract as the reference shows it. */
export type ReferenceContract = Awaited<ReturnType<typeof readContract>>;

/** A point that the documented interface leaves open, and the decision (`@choice`). */
export interface Choice {
  readonly id: string;
  readonly open: string;
  readonly chosen: string;
}

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
  return {
    name: basename(folder),
    document: read,
    operations: await readOperations(join(folder, "operations.js")),
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
