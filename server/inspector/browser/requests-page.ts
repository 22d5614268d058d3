import { html, useEffect, useMemo, useState } from "htm/preact/standalone";
import { ExchangeView } from "./exchange-view.ts";
import { matches, RequestList } from "./request-list.ts";
import type { RequestSummary } from "../recorded-request.ts";
import { Select } from "./select.ts";
import { followRequests, type RequestSource } from "./source.ts";

/** The default of a recorder. */
const MOST = 10_000;

/** The live list of requests, and the selected one. The page's address holds filters and selection. */
export function RequestsPage({ source }: { source: RequestSource }) {
  const [requests, setRequests] = useState<readonly RequestSummary[]>([]);
  const [isConnected, setConnected] = useState(false);
  const [query, setQuery] = useState(new URLSearchParams(location.search));
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
  const opened = Number(query.get("request") ?? 0) || undefined;
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(query);
    if (value === "") next.delete(name);
    else next.set(name, value);
    history.replaceState(null, "", `?${next.toString()}`);
    setQuery(next);
  };
  const operations = useMemo(() => valuesOf(requests, "operation"), [requests]);
  const callers = useMemo(() => valuesOf(requests, "caller"), [requests]);
  const seen = requests.filter((each) => matches(each, query));
  return html`<h1>Requests</h1>
    <p role="status" class="quiet">${isConnected ? "Live." : "Connecting…"}</p>
    <div class="filters" role="search">
      <${Choice}
        name="operation"
        label="Operation"
        values=${operations}
        of=${asked("operation")}
        set=${set}
      />
      <${Choice}
        name="status"
        label="Status"
        values=${["2", "3", "4", "5", "400", "401", "404", "409", "500"]}
        of=${asked("status")}
        set=${set}
      />
      <${Choice} name="caller" label="Caller" values=${callers} of=${asked("caller")} set=${set} />
      <label
        >Text
        <input
          type="search"
          value=${asked("text")}
          onInput=${({ currentTarget }: { currentTarget: HTMLInputElement }) => {
            set("text", currentTarget.value);
          }}
        />
      </label>
    </div>
    <${RequestList}
      requests=${seen}
      opened=${opened}
      onOpen=${(number: number) => {
        set("request", number === opened ? "" : String(number));
      }}
    />
    ${
      opened !== undefined &&
      html`<article class="detail">
        <${ExchangeView} key=${opened} source=${source} number=${opened} />
      </article>`
    }`;
}

function Choice({
  name,
  label,
  values,
  of,
  set,
}: {
  name: string;
  label: string;
  values: readonly string[];
  of: string;
  set: (name: string, value: string) => void;
}) {
  // The chosen value may not have occurred yet.
  const all = values.includes(of) || of === "" ? values : [of, ...values];
  return html`<${Select}
    label=${label}
    value=${of}
    values=${all}
    hasAny=${true}
    textOf=${(each: string) => (each.length === 1 ? `${each}xx` : each)}
    onValue=${(value: string) => {
      set(name, value);
    }}
  />`;
}

function valuesOf(requests: readonly RequestSummary[], name: "operation" | "caller"): string[] {
  return [...new Set(requests.flatMap((each) => each[name] ?? []))].sort();
}
