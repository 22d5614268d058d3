import {
  ownResponses,
  type OpenApiDocument,
  type OpenApiParameter,
} from "@contract-toolkit/contract";

/** A request that a document shows, with the status that it shows for it. */
export interface PublishedExample {
  readonly operation: string;
  readonly name: string;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly status: number;
}

/** A copy of a document without the examples whose provider states must be set up first. */
export function withoutStates(document: OpenApiDocument): OpenApiDocument {
  return JSON.parse(JSON.stringify(document), (_key, value: unknown) =>
    hasStates(value) ? undefined : value,
  ) as OpenApiDocument;
}

function hasStates(value: unknown): boolean {
  return typeof value === "object" && value !== null && "x-provider-states" in value;
}

/** The examples of a document whose request it shows, as tools read them: the parts of a request have one name. */
export function publishedExamples({ paths }: OpenApiDocument): PublishedExample[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const parameters = (operation.parameters ?? []).filter(
        (parameter): parameter is OpenApiParameter => "name" in parameter,
      );
      const bodies = namedValues(operation.requestBody?.content["application/json"]?.examples);
      return ownResponses(operation).flatMap(([status, response]) =>
        [...namedValues(response.content?.["application/json"]?.examples).keys()].flatMap(
          (name) => {
            const values = parameters.flatMap((parameter) => {
              const value = namedValues(parameter.examples).get(name);
              return value === undefined
                ? []
                : [{ ...parameter, value: `${value as string | number}` }];
            });
            const body = bodies.get(name);
            if (values.length === 0 && body === undefined) return [];
            const inPlace = (place: string) =>
              values
                .filter((part) => part.in === place)
                .map(({ name: key, value }) => [key, value] as [string, string]);
            const target = inPlace("path").reduce(
              (text, [key, value]) => text.replace(`{${key}}`, encodeURIComponent(value)),
              path,
            );
            const query = new URLSearchParams(inPlace("query"));
            return {
              operation: operation.operationId,
              name,
              method: method.toUpperCase(),
              target: query.size > 0 ? `${target}?${query}` : target,
              headers: {
                ...Object.fromEntries(inPlace("header")),
                ...(body !== undefined && { "Content-Type": "application/json" }),
              },
              body: body === undefined ? undefined : JSON.stringify(body),
              status: Number(status),
            };
          },
        ),
      );
    }),
  );
}

function namedValues(examples: Readonly<Record<string, unknown>> = {}): Map<string, unknown> {
  return new Map(
    Object.entries(examples).map(([name, example]) => [
      name,
      (example as { value?: unknown }).value,
    ]),
  );
}
