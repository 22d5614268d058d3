import { html } from "htm/preact/standalone";
import type { RecordedViolation } from "../recorded-request.ts";
import { Copy } from "./parts.ts";
import { visible } from "./text.ts";

/** A JSON body, line by line. Lines with violations are marked and show the reasons. */
export function BodyView({
  title,
  body,
  violations = [],
}: {
  title: string;
  body: unknown;
  violations?: readonly RecordedViolation[];
}) {
  if (body === undefined)
    return html`<p class="note">${title}: no body, or none that could be read.</p>`;
  const lines = withViolations(renderBodyLines(body, "/body"), violations);
  return html`<figure class="code">
    <figcaption>
      <span>${title}</span><${Copy} text=${JSON.stringify(body, undefined, 2)} label=${title} />
    </figcaption>
    <pre tabindex="0" aria-label=${title}>
${lines.map(
        ({ indent, parts, about }) =>
          html`<span class="line ${about.length > 0 ? "marked" : ""}"
              >${" ".repeat(indent)}${parts.map(([look, text]) => html`<span class=${look}>${visible(text)}</span>`)}</span
            >${about.map(
              (violation) =>
                html`<span class="reason" style=${{ paddingLeft: `${indent + 2}ch` }}
                  >${visible(violation.reason)}</span
                >`,
            )}`,
      )}</pre>
  </figure>`;
}

interface BodyLine {
  readonly pointer: string;
  readonly indent: number;
  /** Texts with their class. */
  readonly parts: readonly (readonly [string, string])[];
}

function renderBodyLines(
  value: unknown,
  pointer: string,
  { indent = 0, name, comma = "" }: { indent?: number; name?: string; comma?: string } = {},
): BodyLine[] {
  const label =
    name === undefined ? [] : [["key", JSON.stringify(name)] as const, ["", ": "] as const];
  const line = (...parts: BodyLine["parts"]) => ({ pointer, indent, parts });
  if (typeof value !== "object" || value === null) {
    const look = typeof value === "string" ? "text" : "value";
    return [line(...label, [look, JSON.stringify(value)], ["", comma])];
  }
  const isList = Array.isArray(value);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  const entries = Object.entries(value);
  if (entries.length === 0) return [line(...label, ["", `${open}${close}${comma}`])];
  const inside = entries.flatMap(([key, value], at) =>
    renderBodyLines(value, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`, {
      indent: indent + 2,
      ...(!isList && { name: key }),
      comma: at < entries.length - 1 ? "," : "",
    }),
  );
  return [
    line(...label, ["", open]),
    ...inside,
    // A violation of the whole object is shown at its first line.
    { ...line(["", `${close}${comma}`]), pointer: "" },
  ];
}

/** Violations of missing fields get a line below the nearest existing one. */
function withViolations(lines: readonly BodyLine[], violations: readonly RecordedViolation[]) {
  const missing = violations.filter(
    (violation) => !lines.some((line) => line.pointer === violation.pointer),
  );
  return lines.flatMap((line) => {
    const { pointer, indent } = line;
    const about = violations.filter((violation) => violation.pointer === pointer);
    const here = missing.filter(
      (violation) => pointer !== "" && nearestLinePointer(lines, violation.pointer) === pointer,
    );
    const added = here.map((violation) => ({
      indent: indent + 2,
      parts: [
        ["quiet", `${JSON.stringify(violation.pointer.split("/").at(-1))}: (missing)`],
      ] as const,
      about: [violation],
    }));
    return [{ ...line, about }, ...added];
  });
}

function nearestLinePointer(lines: readonly BodyLine[], pointer: string): string {
  const parent = pointer.slice(0, pointer.lastIndexOf("/"));
  const isKnown = parent === "" || lines.some((line) => line.pointer === parent);
  return isKnown ? parent : nearestLinePointer(lines, parent);
}
