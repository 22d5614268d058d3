import { html, useEffect, useMemo, useRef, useState } from "htm/preact/standalone";
import { ExchangeView } from "./exchange-view.ts";
import type { RequestSummary } from "../recorded-request.ts";
import { Method, Outcome, Time, useQuery } from "./parts.ts";
import { SendForm } from "./send-form.ts";
import { followRequests, searchRecorded, type RequestSource } from "./source.ts";
import { Workbench } from "./workbench.ts";
import { visible } from "./text.ts";

/** The default of a recorder. */
const MOST = 10_000;

/** Stands for the number of a request that is not sent yet. */
const NEW = "new";

/** The live list of requests, and the chosen one. The page's address holds filters and choice. */
export function RequestsPage({ source }: { source: RequestSource }) {
  const [requests, setRequests] = useState<readonly RequestSummary[]>([]);
  const [isConnected, setConnected] = useState(false);
  const [query, change] = useQuery();
  useEffect(
    () =>
      followRequests(
        source,
        (batch, isFirst) => {
          setRequests((before) =>
            [...batch.toReversed(), ...(isFirst ? [] : before)].slice(0, MOST),
          );
        },
        setConnected,
      ),
    [source],
  );
  const asked = (name: string) => query.get(name) ?? "";
  const found = useSearch(source, asked("text"), requests[0]?.number);
  const operations = useMemo(() => listFilterValues(requests, "operation"), [requests]);
  const callers = useMemo(() => listFilterValues(requests, "caller"), [requests]);
  const since = asked("minutes") === "" ? 0 : Date.now() - 60_000 * Number(asked("minutes"));
  const seen = requests.filter(
    (request) =>
      matchesFilters(request, query) &&
      Date.parse(request.at) >= since &&
      (found?.has(request.number) ?? true),
  );
  const open = (number: number) => {
    change({ request: String(number) }, true);
  };
  const form = html`<h2>Send a request</h2>
    <${SendForm} source=${source} onSent=${open} />`;
  return html`<${Workbench}
    title="Requests"
    chosenBy="request"
    items=${seen}
    keyOf=${({ number }: RequestSummary) => String(number)}
    row=${(request: RequestSummary) => html`<${RequestRow} request=${request} />`}
    detail=${(key: string) =>
      key === NEW
        ? form
        : html`<${ExchangeView} source=${source} number=${Number(key)} onSent=${open} />`}
    search="Search paths, headers and bodies"
    choices=${[
      { name: "status", label: "Status", any: "Any status", values: STATUSES, textOf: statusText },
      { name: "operation", label: "Operation", any: "Any operation", values: operations },
      { name: "minutes", label: "Time", any: "Any time", values: MINUTES, textOf: minutesText },
      ...(callers.length > 1
        ? [{ name: "caller", label: "Caller", any: "Any caller", values: callers }]
        : []),
    ]}
    further=${html`<button
        onClick=${() => {
          change({ request: NEW }, true);
        }}
      >
        Send a request
      </button>
      <span class="small dot ${isConnected ? "good" : "warn"}" role="status"
        >${isConnected ? "Live" : "Connecting…"}</span
      >`}
    empty=${{
      title: "No requests yet",
      text: "Every request to this server appears here as it is answered, with the verdict of the contract.",
      command: source.firstCommand ?? `curl -i ${location.origin}/`,
    }}
    nothingChosen=${form}
  />`;
}

function RequestRow({ request }: { request: RequestSummary }) {
  const { at, method, path, operation, durationMs, problem } = request;
  return html`<div>
      <${Method} method=${method} /><bdi class="grow mono">${visible(path)}</bdi
      ><${Outcome} request=${request} />
    </div>
    <div class="small quiet">
      <span class="grow"
        >${operation ?? "no operation"}${problem !== undefined && ` · ${problem}`}</span
      >
      <span class="number">${durationMs.toFixed(1)} ms</span><${Time} at=${at} />
    </div>`;
}

const STATUSES = ["2", "4", "5", "400", "401", "404", "409"];
const MINUTES = ["1", "10", "60"];

function minutesText(minutes: string): string {
  return `Last ${minutes} min`;
}

function statusText(status: string): string {
  return status.length === 1 ? `${status}xx` : status;
}

/** Whether a request matches the filters `operation`, `status` and `caller` in the page's address. */
function matchesFilters(
  { operation = "", status, caller = "" }: RequestSummary,
  query: URLSearchParams,
): boolean {
  const asked = (name: string) => query.get(name) ?? "";
  return (
    ["", operation].includes(asked("operation")) &&
    String(status).startsWith(asked("status")) &&
    ["", caller].includes(asked("caller"))
  );
}

/** The numbers of the requests that have a text in what is kept of them; undefined without a text. */
function useSearch(source: RequestSource, text: string, newest: number | undefined) {
  const [found, setFound] = useState<ReadonlySet<number>>(new Set());
  const latest = useRef(newest);
  latest.current = newest;
  useEffect(() => {
    if (text === "") return undefined;
    let isCurrent = true;
    let searched: number | undefined = 0;
    const search = async () => {
      if (searched === latest.current) return;
      searched = latest.current;
      const numbers = new Set(await searchRecorded(source, text, MOST));
      if (isCurrent) setFound(numbers);
    };
    const first = setTimeout(() => void search(), TYPED_MS);
    const again = setInterval(() => void search(), AGAIN_MS);
    return () => {
      isCurrent = false;
      clearTimeout(first);
      clearInterval(again);
    };
  }, [text]);
  return text === "" ? undefined : found;
}

/** Somebody who types presses the next key earlier. */
const TYPED_MS = 150;
const AGAIN_MS = 1000;

function listFilterValues(
  requests: readonly RequestSummary[],
  name: "operation" | "caller",
): string[] {
  return [...new Set(requests.flatMap((request) => request[name] ?? []))].sort();
}
