import {
  isJsonType,
  isSchema,
  ownResponses,
  partOfPlace,
  type OpenApiContent,
  type OpenApiDocument,
  type OpenApiParameter,
} from "@contract-toolkit/contract";
import type { ShownSample } from "./shown-samples.ts";

/** Whether an example of a request or a response is kept. */
export type Keeps = (
  part: "paths" | "webhooks",
  operation: string,
  message: string,
  body: unknown,
  contentType: string,
) => boolean | undefined;

/**
 * Sets the examples of a document to samples, and removes invalid ones. A sample may be invalid to show how it is refused; an
 * example in a document may not. The parts of a request are examples of one name: its parameters and its body.
 */
export function withValidExamples(
  document: OpenApiDocument,
  samples: ReadonlyMap<string, readonly ShownSample[]>,
  keeps: Keeps,
): OpenApiDocument {
  const copy = structuredClone(document);
  const keys = Object.values(copy.components?.securitySchemes ?? {});
  const isCredential = ({ name, in: place }: OpenApiParameter) =>
    keys.some((scheme) => scheme.name === name && scheme.in === place);
  for (const part of ["paths", "webhooks"] as const) {
    for (const operation of Object.values(copy[part] ?? {}).flatMap((item) =>
      Object.values(item),
    )) {
      const id = operation.operationId;
      const own = part === "paths" ? (samples.get(id) ?? []) : [];
      for (const parameter of operation.parameters ?? [])
        if ("name" in parameter && !isCredential(parameter)) showParameter(parameter, own);
      const { requestBody } = operation;
      showBodies(requestBody?.content, own, ({ request }) => request);
      dropExamples(requestBody?.content, (value, type) => keeps(part, id, "request", value, type));
      for (const [status, { content }] of ownResponses(operation)) {
        showBodies(content, own, ({ response }) => response);
        dropExamples(content, (value, type) => keeps(part, id, status, value, type));
      }
    }
  }
  return copy;
}

function showParameter(parameter: OpenApiParameter, samples: readonly ShownSample[]): void {
  const shown = samples.flatMap((sample): [string, object][] => {
    const value = sample.request?.[partOfPlace[parameter.in]]?.[parameter.name];
    return value === undefined ? [] : [[sample.name, { value, ...statesOf(sample) }]];
  });
  if (shown.length > 0) parameter.examples = Object.fromEntries(shown);
}

/** The emitter's examples have all fields of a model; samples have those visible in the message. */
function showBodies(
  content: OpenApiContent = {},
  samples: readonly ShownSample[],
  messageOf: (sample: ShownSample) => { contentType?: string; body?: unknown } | undefined,
): void {
  for (const [type, media] of Object.entries(content))
    for (const sample of samples) {
      const { [sample.name]: example, ...others } = media.examples ?? {};
      if (!isSchema(example)) continue;
      const message = messageOf(sample);
      if (!message) media.examples = others;
      const isShown = isJsonType(type) && (message?.contentType ?? type) === type;
      if (isShown && message?.body !== undefined) example["value"] = message.body;
      Object.assign(example, statesOf(sample));
    }
}

/** An extension that names what must be set up first. */
function statesOf({ providerStates }: ShownSample) {
  return providerStates.length > 0 ? { "x-provider-states": providerStates } : {};
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
