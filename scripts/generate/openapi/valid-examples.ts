import {
  isJsonType,
  isSchema,
  ownResponses,
  type OpenApiContent,
  type OpenApiDocument,
  type Sample,
} from "@contract-toolkit/contract";

/** Whether an example of a request or a response is kept. */
export type Keeps = (
  part: "paths" | "webhooks",
  operation: string,
  message: string,
  body: unknown,
  contentType: string,
) => boolean | undefined;

/**
 * Sets the examples of a document to the bodies of samples, and removes invalid ones. A sample may be invalid to show
 * how it is refused; an example in a document may not.
 */
export function withValidExamples(
  document: OpenApiDocument,
  samples: readonly Sample[],
  keeps: Keeps,
): OpenApiDocument {
  const copy = structuredClone(document);
  for (const part of ["paths", "webhooks"] as const) {
    for (const operation of Object.values(copy[part] ?? {}).flatMap((item) =>
      Object.values(item),
    )) {
      const id = operation.operationId;
      const own = part === "paths" ? samples.filter((sample) => sample.operation === id) : [];
      const { requestBody } = operation;
      showSamples(requestBody?.content, new Map(own.map(({ name, request }) => [name, request])));
      dropExamples(requestBody?.content, (value, type) => keeps(part, id, "request", value, type));
      for (const [status, { content }] of ownResponses(operation)) {
        const shown = own.filter(({ response }) => String(response.status) === status);
        showSamples(content, new Map(shown.map(({ name, response }) => [name, response])));
        dropExamples(content, (value, type) => keeps(part, id, status, value, type));
      }
    }
  }
  return copy;
}

type Bodies = ReadonlyMap<string, { readonly contentType?: string; readonly body?: unknown }>;

/** The emitter's examples have all fields of a model; samples have those visible in the message. */
function showSamples(
  content: Record<string, { examples?: Record<string, unknown> }> = {},
  bodies: Bodies,
): void {
  for (const [type, { examples = {} }] of Object.entries(content)) {
    for (const [name, example] of Object.entries(examples)) {
      const { body, contentType = type } = bodies.get(name) ?? {};
      const isShown = isJsonType(type) && contentType === type && body !== undefined;
      if (isShown && isSchema(example)) example["value"] = body;
    }
  }
}

function dropExamples(
  content: OpenApiContent = {},
  keeps: (value: unknown, contentType: string) => boolean | undefined,
): void {
  for (const [type, media] of Object.entries(content)) {
    if (media.example !== undefined && keeps(media.example, type) === false) delete media.example;
    if (!media.examples) continue;
    const kept = Object.entries(media.examples).filter(
      ([, example]) => isSchema(example) && keeps(example["value"], type) !== false,
    );
    if (kept.length > 0) media.examples = Object.fromEntries(kept);
    else delete media.examples;
  }
}
