import type { ServiceOperation } from "../service-model/service.ts";

/** Names of the types of a body with one content type. */
export interface TypedContent {
  readonly contentType: string;
  /** Type of a received body. */
  readonly name: string;
  /** Type of a body to send. */
  readonly sent: string;
}

/** Names of the types of a response with a status, or with a range of statuses. */
export interface TypedResponse {
  readonly status: string;
  readonly headers: string;
  readonly contents: readonly TypedContent[];
}

/**
 * Declares the argument of the client's method of an operation. It is written out, because computing it from the
 * operation's types would double the time to type-check a call.
 *
 * @param name name of the operation's type
 * @param called name of the declared type
 */
export function callType(
  { operation: { id, body }, parameters }: ServiceOperation,
  name: string,
  called: string,
  contents: readonly TypedContent[],
  responses: readonly TypedResponse[],
): { readonly declaration: string; readonly isOptional: boolean } {
  const parts = Object.entries(placesOfParts).map(([part, place]) => {
    const documented = parameters.filter((parameter) => parameter.in === place);
    const isRequired = documented.some(({ required }) => required);
    return { part, isRequired, type: documented.length > 0 ? `${name}["${part}"]` : "never" };
  });
  const accepted = responses
    .filter((response) => response.contents.length > 1)
    .flatMap((response) => response.contents.map(({ contentType }) => JSON.stringify(contentType)));
  const needsBody = body?.required === true;
  const shared = [
    ...parts.map(({ part, isRequired, type }) => writeTypeField(part, type, isRequired)),
    writeTypeField(
      "accept",
      accepted.length > 0 ? [...new Set(accepted)].join(" | ") : "never",
      false,
    ),
  ];
  const [first, ...others] = contents;
  const chosen = others.length > 0 ? contents : [];
  const bodies = [
    [
      writeTypeField("body", first?.sent ?? "never", needsBody),
      ...(others.length > 0 ? ["contentType?: undefined"] : []),
    ],
    ...chosen.map(({ contentType, sent }) => [
      `body: ${sent}`,
      `contentType: ${JSON.stringify(contentType)}`,
    ]),
  ];
  const alternatives = bodies.map(
    (body) => `{\n${[...shared, ...body].map((text) => `  ${text};\n`).join("")}}`,
  );
  const declared = others.length > 0 ? `type ${called} =` : `interface ${called}`;
  return {
    declaration: `/** The parts of a request of ${id}. */\nexport ${declared} ${alternatives.join(" | ")}\n\n`,
    isOptional: !needsBody && !parts.some(({ isRequired }) => isRequired),
  };
}

const placesOfParts = { path: "path", query: "query", headers: "header", cookies: "cookie" };

/**
 * Declares the result of the client's method of an operation: a union that is discriminated by status, and by content
 * type if a status has several.
 */
export function resultType(
  id: string,
  answered: string,
  responses: readonly TypedResponse[],
): string {
  const members = responses.flatMap(({ status, headers, contents }) => {
    const typed = (body: string) =>
      `StatusResponse<${[status, body, ...(headers === nothing ? [] : [headers])].join(", ")}>`;
    if (contents.length < 2) return [typed(contents[0]?.name ?? "undefined")];
    return contents.map(
      ({ contentType, name }) =>
        `(${typed(name)} & { readonly contentType: ${JSON.stringify(contentType)} })`,
    );
  });
  return `/** What a call of ${id} answers. */\nexport type ${answered} =${members.map((member) => `\n  | ${member}`).join("")};\n\n`;
}

function writeTypeField(name: string, type: string, isRequired: boolean): string {
  if (isRequired) return `${name}: ${type}`;
  return type === "never" ? `${name}?: never` : `${name}?: ${type} | undefined`;
}

/** The type of an object without properties. */
export const nothing = "Record<never, never>";
