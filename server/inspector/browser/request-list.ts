import { html, useState } from "htm/preact/standalone";
import type { RequestSummary } from "../recorded-request.ts";
import { visible } from "./text.ts";

/** Whether a request matches the filters `operation`, `status`, `caller` and `text` in the page's address. */
export function matches(request: RequestSummary, query: URLSearchParams): boolean {
  const { operation = "", status, caller = "", method, path, problem = "" } = request;
  const asked = (name: string) => query.get(name) ?? "";
  return (
    ["", operation].includes(asked("operation")) &&
    String(status).startsWith(asked("status")) &&
    ["", caller].includes(asked("caller")) &&
    `${method} ${path} ${problem}`.includes(asked("text"))
  );
}

/** The table of requests, newest first, one page at a time. */
export function RequestList({
  requests,
  opened,
  onOpen,
}: {
  requests: readonly RequestSummary[];
  opened: number | undefined;
  onOpen: (number: number) => void;
}) {
  const [shown, setShown] = useState(PAGE);
  return html`<div class="scroll" role="region" aria-label="List of requests" tabindex="0">
      <table>
        <caption class="quiet">
          ${requests.length} requests, newest first
        </caption>
        <thead>
          <tr>
            ${["Time", "Request", "Operation", "Status", "ms", "Caller"].map(
              (name) => html`<th scope="col" key=${name}>${name}</th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${requests
            .slice(0, shown)
            .map(
              (each) =>
                html`<${Row}
                  key=${each.number}
                  request=${each}
                  isOpen=${each.number === opened}
                  onOpen=${onOpen}
                />`,
            )}
        </tbody>
      </table>
    </div>
    ${
      requests.length > shown &&
      html`<button
        onClick=${() => {
          setShown(shown + PAGE);
        }}
      >
        Show ${PAGE} more
      </button>`
    }`;
}

const PAGE = 100;

function Row({
  request,
  isOpen,
  onOpen,
}: {
  request: RequestSummary;
  isOpen: boolean;
  onOpen: (number: number) => void;
}) {
  const { number, at, method, path, operation, status, durationMs, caller } = request;
  return html`<tr class=${isOpen ? "open" : ""}>
    <td>${at.slice(11, 23)}</td>
    <td>
      <button
        class="link"
        aria-expanded=${isOpen ? "true" : "false"}
        onClick=${() => {
          onOpen(number);
        }}
      >
        ${visible(method)} <bdi>${visible(path)}</bdi>
      </button>
    </td>
    <td>${operation ?? "—"}</td>
    <td><${Status} status=${status} /></td>
    <td class="number">${durationMs.toFixed(1)}</td>
    <td>${visible(caller ?? "—")}</td>
  </tr>`;
}

/** A status, shown by text and colour. */
export function Status({ status }: { status: number }) {
  if (status === 0) return html`<span class="status bad">gone</span>`;
  const look = status < 400 ? "good" : status < 500 ? "refused" : "bad";
  return html`<span class="status ${look}">${status}</span>`;
}
