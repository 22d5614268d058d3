import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import {
  type MessageSchemas,
  type OpenApiContent,
  type OpenApiDocument,
  type OpenApiOperation,
  type OpenApiParameter,
  type OpenApiResponse,
  type OpenApiSecurityScheme,
  ownResponses,
  type Reference,
  referredName,
  type Sample,
  type Schema,
  wholeMessages,
} from "@contract-toolkit/kernel";
import type { DescribedCredential } from "./browser/request.ts";

/** What a reference says of one contract. */
export interface ReferenceContract {
  /** Name of its folder. */
  readonly name: string;
  readonly document: OpenApiDocument;
  readonly operations: readonly ReferenceOperation[];
  readonly samples: readonly Sample[];
  /** They have the positions in the TypeSpec. */
  readonly messages: MessageSchemas;
  readonly choices: readonly Choice[];
}

/** A point that the documented interface leaves open, and what the contract says (`@choice`). */
export interface Choice {
  readonly id: string;
  readonly open: string;
  readonly chosen: string;
}

/** One operation of a contract. */
export interface ReferenceOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly emitted: OpenApiOperation;
  /** Without those that carry a credential. */
  readonly parameters: readonly OpenApiParameter[];
  readonly credentials: readonly DescribedCredential[];
  readonly body: OpenApiContent;
  readonly responses: readonly (readonly [status: string, response: OpenApiResponse])[];
}

/**
 * Reads what a reference says of a contract from the generated files in its folder.
 *
 * @example
 * await readContract("generated/catalogue");
 */
export async function readContract(folder: string): Promise<ReferenceContract> {
  const [document, samples, messages] = await Promise.all(
    ["openapi-3.1.json", "samples.json", "messages.json"].map(
      async (file) => JSON.parse(await readFile(join(folder, file), "utf8")) as unknown,
    ),
  );
  const read = document as OpenApiDocument & { "x-choices"?: Choice[] };
  return {
    name: basename(folder),
    document: read,
    operations: Object.entries(read.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, emitted]) => readOperation(read, path, method, emitted)),
    ),
    samples: samples as Sample[],
    messages: wholeMessages(messages as MessageSchemas),
    choices: read["x-choices"] ?? [],
  };
}

function readOperation(
  document: OpenApiDocument,
  path: string,
  method: string,
  emitted: OpenApiOperation,
): ReferenceOperation {
  const all = (emitted.parameters ?? []).map((each) => resolveParameter(document, each));
  const credentials = credentialsOf(document, emitted, all);
  return {
    id: emitted.operationId,
    method: method.toUpperCase(),
    // One of several on a route has its id behind it.
    path: path.split("#", 1).join(""),
    summary: emitted.summary ?? emitted.operationId,
    emitted,
    parameters: all.filter((each) => !credentials.some((credential) => isOf(credential, each))),
    credentials,
    body: emitted.requestBody?.content ?? {},
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

/** Of all the ways to ask, because a reader may have any of them. */
function credentialsOf(
  document: OpenApiDocument,
  { security }: OpenApiOperation,
  parameters: readonly OpenApiParameter[],
): DescribedCredential[] {
  const names = (security ?? document.security ?? []).flatMap((each) => Object.keys(each));
  return [...new Set(names)].flatMap((name) => {
    const scheme = document.components?.securitySchemes?.[name];
    if (!scheme) return [];
    const credential = credentialOf(scheme);
    const isDeclared = parameters.some((each) => isOf(credential, each));
    return [isDeclared ? credential : { ...credential, scheme: name }];
  });
}

function credentialOf({ in: place, name, scheme }: OpenApiSecurityScheme): DescribedCredential {
  if (place !== undefined && name !== undefined) return { in: place, name, prefix: "" };
  const type = scheme?.toLowerCase() === "basic" ? "Basic " : "Bearer ";
  return { in: "header", name: "Authorization", prefix: type };
}

function isOf(credential: DescribedCredential, parameter: OpenApiParameter): boolean {
  const [one, other] = [credential.name, parameter.name].map((name) => name.toLowerCase());
  return credential.in === parameter.in && one === other;
}

/** The schema that a reference stands for, or the schema itself. */
export function resolveSchema({ components }: OpenApiDocument, schema: Schema): Schema {
  const name = referredName(schema);
  return (name === undefined ? undefined : components?.schemas?.[name]) ?? schema;
}
