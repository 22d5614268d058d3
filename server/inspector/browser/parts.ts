import { html, useEffect, useState } from "htm/preact/standalone";
import type { RecordedViolation, RequestSummary } from "../recorded-request.ts";
import { visible } from "./text.ts";

/** The status of a response and what the contract says of the exchange, shown by mark, text and colour. */
export function Outcome({ request }: { request: RequestSummary }) {
  const { status } = request;
  const look = status === 0 || status >= 500 ? "bad" : status < 400 ? "good" : "warn";
  const [text, verdict] = verdictOf(request);
  return html`${text !== "" && html`<span class="badge ${verdict || look}">${text}</span>`}
    <span class="badge ${verdict === "bad" ? verdict : look}"
      >${status === 0 ? "gone" : status}</span
    >`;
}

/** A verdict and its colour, which is that of the status if it is "". */
function verdictOf({ status, operation, problem }: RequestSummary): [text: string, look: string] {
  if (problem === "thrown") return ["! failed", ""];
  if (problem === undefined) return [operation === undefined ? "" : "✓ kept", "good"];
  if (problem === "invalid-response" || status < 400) return ["✕ violated", "bad"];
  return ["– refused", "warn"];
}

export function Method({ method }: { method: string }) {
  return html`<span class="method ${method}">${visible(method)}</span>`;
}

/** A time of day with the date in its tooltip. */
export function Time({ at }: { at: string }) {
  const time = new Date(at);
  return html`<time datetime=${at} title=${time.toLocaleString()}
    >${time.toLocaleTimeString("en-GB")}</time
  >`;
}

/** A button that copies a text. */
export function Copy({ text, label }: { text: string; label: string }) {
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    toast(`Copied: ${label}`);
  };
  return html`<button type="button" class="plain" aria-label=${`Copy: ${label}`} onClick=${copy}>
    Copy
  </button>`;
}

/** Text in a box that is copied by a button. */
export function Code({ title, text }: { title: string; text: string }) {
  return html`<figure class="code">
    <figcaption><span>${title}</span><${Copy} text=${text} label=${title} /></figcaption>
    <pre tabindex="0">${visible(text)}</pre>
  </figure>`;
}

/** The same request in several languages. */
export function CodeTabs({ texts }: { texts: Readonly<Record<string, string>> }) {
  const [chosen, choose] = useState(Object.keys(texts)[0] ?? "");
  return html`<div>
    <div class="tabs" role="tablist" aria-label="Languages">
      ${Object.keys(texts).map(
        (textName) =>
          html`<button
            role="tab"
            aria-selected=${textName === chosen ? "true" : "false"}
            onClick=${() => {
              choose(textName);
            }}
          >
            ${textName}
          </button>`,
      )}
    </div>
    <${Code} title=${chosen} text=${texts[chosen] ?? ""} />
  </div>`;
}

/** The TypeSpec lines of a broken rule, and a link that opens them in an editor. */
export function Excerpt({
  violation: { field, position = "", excerpt },
}: {
  violation: RecordedViolation;
}) {
  if (excerpt === undefined)
    return position === "" ? undefined : html`<p><code class="position">${position}</code></p>`;
  const line = Number(position.split(":").at(-1));
  return html`<figure class="code" aria-label=${`Rule of ${visible(field)}`}>
    <figcaption>
      <code class="position">${position}</code>
      ${excerpt.editor !== undefined && html`<a class="button" href=${excerpt.editor}>Open in editor</a>`}
    </figcaption>
    <pre tabindex="0">
${excerpt.lines.map((text, at) => {
        const number = excerpt.from + at;
        return html`<span class="line ${number === line ? "marked" : ""}" data-number=${number}
          >${typeSpecParts(text)}</span
        >`;
      })}</pre>
  </figure>`;
}

/** Comments and decorators stand out. */
function typeSpecParts(line: string) {
  if (/^ *(?:\/\/|\/\*|\*)/.test(line)) return html`<span class="quiet">${visible(line)}</span>`;
  return line
    .split(/(@[\w.]+)/)
    .map((part, at) => (at % 2 === 0 ? visible(part) : html`<span class="key">${part}</span>`));
}

/** The text of an empty list: what will appear there, and the command or link that makes it appear. */
export function Empty({ title, text, command, further }: EmptyText) {
  return html`<div class="empty">
    <h2>${title}</h2>
    <p>${text}</p>
    ${further} ${command !== undefined && html`<${Code} title="Shell" text=${command} />`}
  </div>`;
}

export interface EmptyText {
  readonly title: string;
  readonly text: string;
  readonly command?: string | undefined;
  readonly further?: unknown;
}

/** Names with their values. */
export function Facts({ facts }: { facts: readonly (readonly [name: unknown, value: unknown])[] }) {
  return html`<dl>
    ${facts.map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;
}

/** What a user enters or chooses. */
interface Input {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** A labelled choice. The option "any" has the value "". */
export function Select({
  label,
  value,
  values,
  onValue,
  any,
  textOf = (text) => text,
}: Input & {
  values: readonly string[];
  any?: string;
  textOf?: (value: string) => string;
}) {
  // The chosen value may not have occurred yet.
  const all = value === "" || values.includes(value) ? values : [value, ...values];
  return html`<select
    aria-label=${label}
    onChange=${({ currentTarget }: { currentTarget: HTMLSelectElement }) => {
      onValue(currentTarget.value);
    }}
  >
    ${any !== undefined && html`<option value="" selected=${value === ""}>${any}</option>`}
    ${all.map((text) => html`<option value=${text} selected=${text === value}>${textOf(text)}</option>`)}
  </select>`;
}

/** A labelled field of a form, of several lines if it has `rows`. */
export function Field({
  label,
  value,
  onValue,
  ...further
}: Input & {
  rows?: number;
  type?: string;
  list?: string;
  autocomplete?: string;
  required?: boolean;
}) {
  const onInput = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    onValue(currentTarget.value);
  };
  return html`<label
    >${label}
    ${
      further.rows === undefined
        ? html`<input ...${further} value=${value} onInput=${onInput} />`
        : html`<textarea ...${further} spellcheck="false" value=${value} onInput=${onInput} />`
    }
  </label>`;
}

let toasts: readonly { readonly text: string; readonly look: string }[] = [];

/** Shows a sentence for some seconds. The look "bad" is that of an error. */
export function toast(text: string, look = ""): void {
  showToasts([...toasts, { text, look }].slice(-3));
  setTimeout(() => {
    showToasts(toasts.slice(1));
  }, SHOWN_MS);
}

const SHOWN_MS = 4000;

function showToasts(shown: typeof toasts): void {
  toasts = shown;
  dispatchEvent(new Event("toast"));
}

/** The place of the toasts. A page has one. */
export function Toasts() {
  const shown = useCurrent("toast", () => toasts);
  return html`<div class="toasts" role="status">
    ${shown.map(({ text, look }) => html`<div class="toast ${look}">${visible(text)}</div>`)}
  </div>`;
}

/** A value that may have changed at each such event of the window. It is drawn again if it has. */
export function useCurrent<Value>(event: string, read: () => Value): Value {
  const [value, setValue] = useState(read);
  useEffect(() => {
    const readAgain = () => {
      setValue(read);
    };
    addEventListener(event, readAgain);
    // Effects run after the page is drawn, and the value may have changed meanwhile.
    readAgain();
    return () => {
      removeEventListener(event, readAgain);
    };
  }, []);
  return value;
}

/** The query of the page's address, and a function that changes parameters. "" removes one. */
export function useQuery(): [
  URLSearchParams,
  (changes: Readonly<Record<string, string>>, isStep?: boolean) => void,
] {
  const search = useCurrent("popstate", () => location.search);
  const change = (changes: Readonly<Record<string, string>>, isStep = false) => {
    const next = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(changes))
      if (value === "") next.delete(name);
      else next.set(name, value);
    goTo(`?${next.toString()}`, isStep);
  };
  return [new URLSearchParams(search), change];
}

/** Changes the page's address and tells everything that reads it. A step is one that the browser's button takes back. */
export function goTo(address: string, isStep: boolean): void {
  history[isStep ? "pushState" : "replaceState"](null, "", address);
  dispatchEvent(new PopStateEvent("popstate"));
}
