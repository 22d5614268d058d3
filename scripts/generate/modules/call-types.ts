import type { ServiceOperation } from "../service.ts";

/** A body of one content type, by the names of its types. */
export interface TypedContent {
  readonly contentType: string;
  /** What is read. */
  readonly name: string;
  /** What can be sent for it. */
  readonly sent: string;
}

/** One status of an operation, or a range of them, by the names of its types. */
export interface TypedAnswer {
  readonly status: string;
  readonly headers: string;
  readonly contents: readonly TypedContent[];
}

/**
 * What the client's method of an operation takes. It is written out, since the compiler needs half as long for a call whose
 * types it does not have to compute.
 *
 * @param name of the operation's types
 * @param called name of this type
 */
export function callType(
  { operation: { id, body }, parameters }: ServiceOperation,
  name: string,
  called: string,
  contents: readonly TypedContent[],
  answers: readonly TypedAnswer[],
): { readonly declaration: string; readonly isOptional: boolean } {
  const parts = Object.entries(placesOfParts).map(([part, place]) => {
    const documented = parameters.filter((each) => each.in === place);
    const isRequired = documented.some(({ required }) => required);
    return { part, isRequired, type: documented.length > 0 ? `${name}["${part}"]` : "never" };
  });
  const accepted = answers
    .filter((each) => each.contents.length > 1)
    .flatMap((each) => each.contents.map(({ contentType }) => JSON.stringify(contentType)));
  const needsBody = body?.required === true;
  const shared = [
    ...parts.map(({ part, isRequired, type }) => field(part, type, isRequired)),
    field("accept", accepted.length > 0 ? [...new Set(accepted)].join(" | ") : "never", false),
  ];
  const [first, ...others] = contents;
  const chosen = others.length > 0 ? contents : [];
  const bodies = [
    [
      field("body", first?.sent ?? "never", needsBody),
      ...(others.length > 0 ? ["contentType?: undefined"] : []),
    ],
    ...chosen.map(({ contentType, sent }) => [`body: ${sent}`, `contentType: "${contentType}"`]),
  ];
  const alternatives = bodies.map(
    (each) => `{\n${[...shared, ...each].map((one) => `  ${one};\n`).join("")}}`,
  );
  const declared = others.length > 0 ? `type ${called} =` : `interface ${called}`;
  return {
    declaration: `/** The parts of a request of ${id}. */\nexport ${declared} ${alternatives.join(" | ")}\n\n`,
    isOptional: !needsBody && !parts.some(({ isRequired }) => isRequired),
  };
}

/** Where the parameters of a part of a call are, as OpenAPI says it. */
const placesOfParts = { path: "path", query: "query", headers: "header", cookies: "cookie" };

/** What the client's method of an operation answers: told apart by status, and by content type where a status has several. */
export function answerType(id: string, answered: string, answers: readonly TypedAnswer[]): string {
  const members = answers.flatMap(({ status, headers, contents }) => {
    const typed = (body: string) =>
      `StatusAnswer<${[status, body, ...(headers === nothing ? [] : [headers])].join(", ")}>`;
    if (contents.length < 2) return [typed(contents[0]?.name ?? "undefined")];
    return contents.map(
      ({ contentType, name }) => `(${typed(name)} & { readonly contentType: "${contentType}" })`,
    );
  });
  return `/** What a call of ${id} answers. */\nexport type ${answered} =${members.map((each) => `\n  | ${each}`).join("")};\n\n`;
}

function field(name: string, type: string, isRequired: boolean): string {
  if (isRequired) return `${name}: ${type}`;
  return type === "never" ? `${name}?: never` : `${name}?: ${type} | undefined`;
}

/** The type of an object without properties. */
export const nothing = "Record<never, never>";
