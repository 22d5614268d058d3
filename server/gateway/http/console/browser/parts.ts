import { html, useCallback, useEffect, useRef, useState } from "htm/preact/standalone";
import { Time, toast } from "../../../../inspector/browser/parts.ts";
import { visible } from "../../../../inspector/browser/text.ts";
import type { components } from "../../../../../generated/sandbox/types.ts";
import type { ApiResponse, Call, Session } from "./api.ts";

/** The models of the sandbox contract. */
export type Schemas = components["schemas"];

/** Properties of every page of the console. */
export interface PageProps {
  readonly session: Session;
  readonly call: Call;
}

/** Told of each action, so that everything shown is read again at once. */
const acted = new EventTarget();

/**
 * Reads a resource again every second, and after each action. Nothing is read while the page is hidden. `body` is undefined until it
 * has arrived.
 */
export function useLive<Body>(
  call: Call,
  path: string,
  everyMs = READ_EVERY_MS,
): Partial<ApiResponse<Body>> & { readonly reload: () => void } {
  const [shown, setShown] = useState<{ path: string; response: ApiResponse<Body> } | undefined>(
    undefined,
  );
  const calls = useRef(0);
  const reload = useCallback(() => {
    if (document.hidden) return;
    const number = (calls.current += 1);
    void call<Body>("GET", path).then((response) => {
      // An older response may arrive after a newer one.
      if (number === calls.current) setShown({ path, response });
    });
  }, [path]);
  useEffect(() => {
    reload();
    const timer = setInterval(reload, everyMs);
    acted.addEventListener("done", reload);
    return () => {
      calls.current += 1;
      clearInterval(timer);
      acted.removeEventListener("done", reload);
    };
  }, [reload]);
  return { ...(shown?.path === path && shown.response), reload };
}

const READ_EVERY_MS = 1000;

/** A search takes the server up to half a second. */
export const SEARCH_EVERY_MS = 5000;

/**
 * Reads a list whose first page is live, for a Workbench.
 *
 * @param wanted parameters of the query; empty ones are left out
 */
export function useLiveList<Item>(
  call: Call,
  resource: string,
  wanted: Readonly<Record<string, string>>,
  { itemsOf, keyOf, nextOf }: ListForm<Item>,
) {
  const given = Object.entries(wanted).filter(([, value]) => value !== "");
  const path = `${resource}?${new URLSearchParams([...given, ["limit", String(FIRST_PAGE)]]).toString()}`;
  const { body, failure } = useLive(call, path);
  const [kept, setKept] = useState<{ path: string; items: readonly Item[] }>({ path, items: [] });
  const ended = useRef("");
  const keep = (newer: readonly Item[], older: readonly Item[]) => {
    setKept((before) => {
      const all = [...newer, ...(before.path === path ? before.items : []), ...older];
      return {
        path,
        items: [...Map.groupBy(all, keyOf).values()].flatMap(([first]) => first ?? []),
      };
    });
  };
  useEffect(() => {
    if (body !== undefined) keep(itemsOf(body), []);
  }, [body]);
  const items = kept.path === path ? kept.items : [];
  const more = async () => {
    if (ended.current === path || items.length < FIRST_PAGE) return;
    const further = await call("GET", `${path}&${nextOf(items)}`);
    const older = further.body === undefined ? [] : itemsOf(further.body);
    if (older.length === 0) ended.current = path;
    keep([], older);
  };
  return { items, keyOf, onEnd: more, further: html`<${Failure} failure=${failure} />` };
}

/** The pages' length. */
export const FIRST_PAGE = 50;

interface ListForm<Item> {
  readonly itemsOf: (body: unknown) => readonly Item[];
  readonly keyOf: (item: Item) => string;
  /** The parameter of the page after these entries. */
  readonly nextOf: (items: readonly Item[]) => string;
}

/** A button with an action. Its effect is shown at once, because everything is read again. */
export function Action({
  name,
  act,
  isMain,
  asks,
  done = `${name}: done.`,
}: {
  name: string;
  act: () => Promise<ApiResponse<unknown>>;
  isMain?: boolean;
  /** The question that must be confirmed first. */
  asks?: string;
  /** What is said when it has succeeded. */
  done?: string;
}) {
  const [isActing, setActing] = useState(false);
  const press = async () => {
    if (asks !== undefined && !confirm(asks)) return;
    setActing(true);
    try {
      const { failure } = await act();
      toast(failure ?? done, failure && "bad");
    } catch (error) {
      toast(String(error), "bad");
    }
    setActing(false);
    acted.dispatchEvent(new Event("done"));
  };
  return html`<button
    type="button"
    class=${isMain === true ? "primary" : ""}
    disabled=${isActing}
    onClick=${press}
  >
    ${name}
  </button>`;
}

/** Makes buttons that call the sandbox. */
export function createButtons(call: Call) {
  const make =
    (isMain: boolean) =>
    (name: string, path: string, body?: unknown, method = "POST") =>
      html`<${Action}
        name=${name}
        isMain=${isMain}
        act=${() => call(method, `/sandbox/${path}`, body)}
      />`;
  return { button: make(true), quietButton: make(false) };
}

/** Leads from an empty list to the form that sends requests. */
export const sendRequestLink = html`<a class="button primary" href="/console?request=new"
  >Send a request</a
>`;

/** The reason why a resource could not be read. */
export function Failure({ failure }: { failure: string | undefined }) {
  return failure === undefined
    ? undefined
    : html`<p role="alert" class="note bad">${visible(failure)}</p>`;
}

/** The event in the `data` of a callback. */
export function decodeDeliveredEvent(body: string): unknown {
  try {
    const { data } = JSON.parse(body) as { data: string };
    const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** The look of each status of a record or delivery. */
export function lookOf(status: string): string {
  return looks.find(([, pattern]) => pattern.test(status))?.[0] ?? "";
}

const looks = [
  ["good", /^(success|delivered|VERIFIED|AUTHORIZED|CAPTURED|active|acknowledged)$/i],
  [
    "bad",
    /^(error|dead|FAILED|REVERSED|removed|deleted|refused|gone|unreachable|dropped|timed-out)$/i,
  ],
  ["warn", /^(pending|processing|CARD_ENROLLED)$/i],
] as const;

/** A status of a record or delivery. */
export function State({ status }: { status: string }) {
  return html`<span class="badge ${lookOf(status)}">${visible(status)}</span>`;
}

/** An amount of whole VND, as customers read it. */
export function moneyText(amount: number): string {
  return `₫${amount.toLocaleString("en")}`;
}

/** Something that happened to a record or a delivery. */
export interface Moment {
  readonly at: string;
  readonly what: string;
  readonly about: unknown;
  readonly look: string;
}

/** What happened, the first on top. */
export function Timeline({ moments }: { moments: readonly Moment[] }) {
  const sorted = moments.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return html`<ol class="timeline">
    ${sorted.map(
      ({ at, what, about, look }) =>
        html`<li class=${look}>
          <div class="row apart">
            <b>${what}</b><span class="quiet"><${Time} at=${at} /></span>
          </div>
          <div class="quiet">${about}</div>
        </li>`,
    )}
  </ol>`;
}
