import { html } from "htm/preact/standalone";
import type { RecordedFault } from "../recorded-request.ts";
import { visible } from "./text.ts";

/** A JSON body, line by line. Lines with faults are marked and show the reasons. */
export function BodyView({
  body,
  faults = [],
}: {
  body: unknown;
  faults?: readonly RecordedFault[];
}) {
  if (body === undefined) return html`<p class="quiet">No body, or none that could be read.</p>`;
  const lines = linesOf(body, "/body", "");
  return html`<pre tabindex="0">
${withFaults(lines, faults).map(({ text, about }) => html`<${Line} text=${text} about=${about} />`)}</pre>`;
}

function Line({ text, about }: { text: string; about: readonly RecordedFault[] }) {
  if (about.length === 0) return `${visible(text)}\n`;
  return html`<mark>${visible(text)}</mark>${about.map(
      (fault) => html`<span class="reason"> ← ${visible(fault.reason)}</span>`,
    )}${"\n"}`;
}

interface BodyLine {
  readonly text: string;
  readonly pointer: string;
}

function linesOf(
  value: unknown,
  pointer: string,
  indent: string,
  label = "",
  comma = "",
): BodyLine[] {
  if (typeof value !== "object" || value === null)
    return [{ text: `${indent}${label}${JSON.stringify(value)}${comma}`, pointer }];
  const isList = Array.isArray(value);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  const entries = Object.entries(value);
  if (entries.length === 0) return [{ text: `${indent}${label}${open}${close}${comma}`, pointer }];
  const inside = entries.flatMap(([name, each], at) =>
    linesOf(
      each,
      `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
      `${indent}  `,
      isList ? "" : `${JSON.stringify(name)}: `,
      at < entries.length - 1 ? "," : "",
    ),
  );
  return [
    { text: `${indent}${label}${open}`, pointer },
    ...inside,
    // A fault of the whole object is shown at its first line.
    { text: `${indent}${close}${comma}`, pointer: "" },
  ];
}

/** Faults of missing fields get a line below the nearest existing one. */
function withFaults(lines: readonly BodyLine[], faults: readonly RecordedFault[]) {
  const missing = faults.filter((fault) => !lines.some((line) => line.pointer === fault.pointer));
  return lines.flatMap(({ text, pointer }) => {
    const about = faults.filter((fault) => fault.pointer === pointer);
    const indent = `${/^ */.exec(text)?.[0] ?? ""}  `;
    const here = missing.filter(
      (fault) => pointer !== "" && nearest(lines, fault.pointer) === pointer,
    );
    const added = here.map((fault) => ({
      text: `${indent}${JSON.stringify(fault.pointer.split("/").at(-1))}: (missing)`,
      about: [fault],
    }));
    return [{ text, about }, ...added];
  });
}

function nearest(lines: readonly BodyLine[], pointer: string): string {
  const parent = pointer.slice(0, pointer.lastIndexOf("/"));
  const isKnown = parent === "" || lines.some((line) => line.pointer === parent);
  return isKnown ? parent : nearest(lines, parent);
}
