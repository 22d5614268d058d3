/** A step into a value: a property, each item of a list, or the JSON content of a Base64 string. */
export type Step = { readonly property: string } | "items" | "content";

/** The parts of a message that a value can be in. */
export type Part = "path" | "query" | "headers" | "body";

/** A place in a specification as a row of the documented interface names it. */
export type Address =
  | { readonly kind: "choice"; readonly id: string }
  | { readonly kind: "operation"; readonly operation: string }
  | {
      readonly kind: "status";
      readonly operation: string;
      readonly status: number;
    }
  | {
      readonly kind: "value";
      readonly operation: string;
      /** Absent: the value is in the request. */
      readonly status?: number;
      readonly part: Part;
      readonly steps: readonly Step[];
    };

/**
 * Reads an address; undefined when it is none.
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
  const [first = "", second, third, ...rest] = text.split(" ");
  if (rest.length > 0 || first === "") return undefined;
  if (first === "choice")
    return second !== undefined && third === undefined ? { kind: "choice", id: second } : undefined;
  const operation = first;
  if (second === undefined) return { kind: "operation", operation };
  const status = second === "request" ? undefined : Number(second);
  if (status !== undefined && !Number.isInteger(status)) return undefined;
  if (third === undefined)
    return status === undefined ? undefined : { kind: "status", operation, status };
  const value = readValue(third);
  return (
    value && {
      kind: "value",
      operation,
      ...(status !== undefined && { status }),
      ...value,
    }
  );
}

const parts: readonly string[] = ["path", "query", "headers", "body"];

function readValue(text: string): { part: Part; steps: Step[] } | undefined {
  const [part = "", ...names] = text.split(".");
  const [root, ...suffixes] = readSteps(part);
  if (typeof root !== "object" || !isPart(root.property)) return undefined;
  const steps = [...suffixes, ...names.flatMap(readSteps)];
  const isWhole = steps.every((step) => typeof step === "string" || step.property !== "");
  return isWhole ? { part: root.property, steps } : undefined;
}

function isPart(text: string): text is Part {
  return parts.includes(text);
}

/** `name`, `name[]` and `name{}`, with as many suffixes as there are levels. */
function readSteps(text: string): Step[] {
  const name = /^[^[{]*/.exec(text)?.[0] ?? "";
  const suffixes = text.slice(name.length).match(/\[\]|\{\}/g) ?? [];
  return [{ property: name }, ...suffixes.map((suffix) => (suffix === "[]" ? "items" : "content"))];
}
