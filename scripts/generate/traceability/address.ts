/** A step into a value: a property, each item of a list, or the JSON content of a Base64 string. */
export type Step = { readonly property: string } | "items" | "content";

/** The parts of a message that a value can be in. */
export type Part = (typeof parts)[number];

/** A place in a specification as a requirement of the documented interface names it. */
export type Address =
  | { readonly kind: "choice"; readonly id: string }
  | { readonly kind: "operation"; readonly operation: string }
  | { readonly kind: "status"; readonly operation: string; readonly status: number }
  | {
      readonly kind: "value";
      readonly operation: string;
      /** Absent: the value is in the request. */
      readonly status?: number;
      readonly part: Part;
      readonly steps: readonly Step[];
    };

/**
 * Reads an address; undefined if the text is not one.
 *
 * - `choice <id>`
 * - `<operation>` or `<operation> <status>`
 * - `<operation> request <value>` or `<operation> <status> <value>`, where a value is a part of the message and the
 *   properties below it: `query.limit`, `headers.X-Request-ID`, `body.items[].name`, `body.data{}.name`.
 *
 * @example
 * readAddress("findItems 200 body.items[].title");
 */
export function readAddress(text: string): Address | undefined {
  const { id, operation, message, part: name, steps = "" } = form.exec(text)?.groups ?? {};
  if (id !== undefined) return { kind: "choice", id };
  if (operation === undefined) return undefined;
  if (message === undefined) return { kind: "operation", operation };
  const status = message === "request" ? undefined : Number(message);
  const part = parts.find((part) => part === name);
  if (part)
    return {
      kind: "value",
      operation,
      ...(status !== undefined && { status }),
      part,
      steps: [...steps.matchAll(stepForm)].map(([step, property = ""]) => {
        if (step === "[]") return "items";
        return step === "{}" ? "content" : { property };
      }),
    };
  return status === undefined ? undefined : { kind: "status", operation, status };
}

const parts = ["path", "query", "headers", "body"] as const;

const stepForm = /\.([^\s.[{]+)|\[\]|\{\}/g;

const form = new RegExp(
  `^(?:choice (?<id>\\S+)|(?<operation>\\S+)(?: (?<message>request|\\d+)(?: (?<part>${parts.join("|")})(?<steps>(?:${stepForm.source})*))?)?)$`,
);
