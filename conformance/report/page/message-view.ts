import { html, type Html, isContainer, pointerStep, parseJson } from "@contract-toolkit/contract";
import type { ShownExchange } from "../../exchanges/exchange.ts";
import type { Result } from "../report.ts";

/** The request and the response of a case beside each other. The lines that findings are about are marked and have the reason. */
export function comparedMessages(
  { request, response, curl }: ShownExchange,
  { verdict }: Result,
): Html {
  const marks = verdict.findings.map(({ message }) => markOf(withoutBody(message)));
  // The id of a case at a boundary names the place in its request.
  const [, sent] = /\/request(\/(?:body|query|headers)\S*) /.exec(verdict.case.id) ?? [];
  return html`<div class="columns">
      ${messageView("Request", `${request.method} ${request.url}`, request, [
        ...(sent === undefined ? [] : [{ place: sent, reason: "the value of this case" }]),
      ])}
      ${
        response
          ? messageView("Response", `HTTP ${response.status}`, response, marks)
          : html`<p class="bad">There was no response.</p>`
      }
    </div>
    ${
      curl === undefined
        ? undefined
        : html`<details>
            <summary>Repeat it from a shell</summary>
            <pre tabindex="0">${curl}</pre>
          </details>`
    }`;
}

/** A finding without the response, which is beside it, but with the choices that it rests on. */
export function withoutBody(message: string): string {
  return message.replace(/(, found \d{3}) .*?( \[[\w-]+(?:, [\w-]+)*\])?$/s, "$1$2");
}

/** A place in a message, and what is wrong with it. The place of the first line is empty. */
interface Mark {
  readonly place: string;
  readonly reason: string;
}

function markOf(message: string): Mark {
  const [, place = "", reason = message] =
    /^(\/(?:body|headers)[^\s:]*):? (.*)$/s.exec(message) ?? [];
  return { place, reason };
}

interface Lines {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

function messageView(
  title: string,
  first: string,
  { headers, body }: Lines,
  marks: readonly Mark[],
): Html {
  const lines: Line[] = [
    { place: "", text: first },
    ...Object.entries(headers).map(([name, value]) => ({
      place: `/headers/${name.toLowerCase()}`,
      text: `${name}: ${value}`,
    })),
    ...(body ? [{ text: "" }, ...bodyLines(body)] : []),
  ];
  const reasons = Map.groupBy(marks, ({ place }) => findPlaceLine(lines, place));
  return html`<figure class="code">
    <figcaption>${title}</figcaption>
    <pre tabindex="0">
${lines.map((line) => {
        const found = reasons.get(line) ?? [];
        const reason = found.map((mark) => html`<span class="reason">${mark.reason}</span>`);
        return html`<span class="line${found.length > 0 ? " marked" : ""}"
          >${line.text}${reason}</span
        >`;
      })}</pre>
  </figure>`;
}

interface Line {
  /** Its JSON pointer; undefined for a line that only closes another. */
  readonly place?: string;
  readonly text: string;
}

/** The line of a place, or of what it is missing in. */
function findPlaceLine(lines: readonly Line[], place: string): Line | undefined {
  const found = lines.find((line) => line.place === place);
  return found ?? findPlaceLine(lines, place.slice(0, Math.max(0, place.lastIndexOf("/"))));
}

function bodyLines(body: string): Line[] {
  const value = parseJson(body);
  return value === undefined ? [{ place: "/body", text: body }] : jsonLines(value, "/body", "", "");
}

function jsonLines(value: unknown, place: string, start: string, end: string): Line[] {
  const indent = /^ */.exec(start)?.[0] ?? "";
  const entries = isContainer(value) ? Object.entries(value) : [];
  if (entries.length === 0) return [{ place, text: `${start}${JSON.stringify(value)}${end}` }];
  const [open, close] = Array.isArray(value) ? (["[", "]"] as const) : (["{", "}"] as const);
  return [
    { place, text: `${start}${open}` },
    ...entries.flatMap(([name, part], index) => {
      const key = Array.isArray(value) ? "" : `${JSON.stringify(name)}: `;
      const comma = index < entries.length - 1 ? "," : "";
      return jsonLines(part, `${place}/${pointerStep(name)}`, `${indent}  ${key}`, comma);
    }),
    { text: `${indent}${close}${end}` },
  ];
}
