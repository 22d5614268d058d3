import { html, useEffect, useLayoutEffect, useRef, useState } from "htm/preact/standalone";
import { Empty, type EmptyText, Select, useQuery } from "./parts.ts";

/**
 * A live list beside the detail of the chosen entry. The list draws only the rows in view, so it may be long. Arrow keys choose,
 * Enter goes into the detail, Escape comes back, `/` searches.
 */
export function Workbench<Item>({
  title,
  chosenBy,
  items,
  keyOf,
  row,
  detail,
  search,
  choices,
  further,
  empty,
  nothingChosen,
  onEnd,
}: {
  title: string;
  /** The parameter of the address that has the key of the chosen entry. */
  chosenBy: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  row: (item: Item) => unknown;
  detail: (key: string) => unknown;
  /** What can be searched for; undefined if nothing can. The text is the parameter `text`. */
  search?: string;
  choices: readonly Choice[];
  /** Beside the title. */
  further?: unknown;
  /** What appears here, and what makes it appear. */
  empty: EmptyText;
  nothingChosen: unknown;
  /** Called when the last row comes into view. */
  onEnd?: () => void;
}) {
  const [query, change] = useQuery();
  const chosen = query.get(chosenBy) ?? "";
  const rows = useRef<HTMLDivElement>(null);
  const pane = useRef<HTMLElement>(null);
  const { from, to, onScroll } = useVisibleRows(rows, items, keyOf);
  useEffect(() => {
    if (to >= items.length) onEnd?.();
  }, [to >= items.length, items.length]);
  useEffect(() => {
    pane.current?.scrollTo(0, 0);
  }, [chosen]);
  const filters = choices.filter(({ any }) => any !== undefined).map(({ name }) => name);
  const chosenFilters = ["text", ...filters].filter((name) => query.has(name));
  const nothingMatches = {
    title: "Nothing matches",
    text: "Nothing that is kept matches these filters.",
    further: html`<button
      onClick=${() => {
        change(Object.fromEntries(chosenFilters.map((name) => [name, ""])));
      }}
    >
      Show all
    </button>`,
  };
  useSearchKey();
  const choose = (at: number) => {
    const item = items[Math.max(0, Math.min(items.length - 1, at))];
    const view = rows.current;
    if (item === undefined || !view) return;
    change({ [chosenBy]: keyOf(item) }, chosen === "");
    const top = items.indexOf(item) * ROW_PX;
    if (top < view.scrollTop) view.scrollTop = top;
    const bottom = top + ROW_PX - view.clientHeight;
    if (bottom > view.scrollTop) view.scrollTop = bottom;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = items.findIndex((item) => keyOf(item) === chosen);
    const page = Math.floor((rows.current?.clientHeight ?? 0) / ROW_PX);
    const next = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: items.length - 1,
      PageDown: at + page,
      PageUp: at - page,
    }[event.key];
    if (next !== undefined) choose(next);
    else if (event.key === "Enter") pane.current?.focus();
    else return;
    event.preventDefault();
  };
  const onKeyUp = ({ key }: KeyboardEvent) => {
    if (key === "Escape") rows.current?.focus();
  };
  return html`<div class="split ${chosen === "" ? "" : "open"}" onKeyUp=${onKeyUp}>
    <section class="list" aria-label=${title}>
      <div class="filters">
        <div class="row apart">
          <h1 class="grow">${title}</h1>
          ${further}
          <span class="small quiet" role="status">${items.length.toLocaleString("en")} shown</span>
        </div>
        ${
          search !== undefined &&
          html`<input
            type="search"
            aria-label="Text"
            placeholder=${`${search}  /`}
            value=${query.get("text") ?? ""}
            onInput=${({ currentTarget }: { currentTarget: HTMLInputElement }) => {
              change({ text: currentTarget.value });
            }}
          />`
        }
        <div class="row choices">
          ${choices.map(
            ({ name, any, ...choice }) =>
              html`<${Select}
                ...${choice}
                any=${any}
                value=${query.get(name) ?? ""}
                onValue=${(value: string) => {
                  // Without "any", a choice leads to another list.
                  change({ [name]: value, ...(any === undefined && { [chosenBy]: "" }) });
                }}
              />`,
          )}
        </div>
      </div>
      ${
        items.length === 0
          ? html`<${Empty} ...${chosenFilters.length > 0 ? nothingMatches : empty} />`
          : html`<div
              class="rows"
              ref=${rows}
              role="listbox"
              tabindex="0"
              aria-label=${title}
              aria-activedescendant=${chosen === "" ? undefined : `row-${chosen}`}
              onScroll=${onScroll}
              onKeyDown=${onKeyDown}
            >
              <div role="presentation" style=${{ height: `${items.length * ROW_PX}px` }}></div>
              ${items.slice(from, to).map((item, at) => {
                const key = keyOf(item);
                return html`<div
                  key=${key}
                  id=${`row-${key}`}
                  class="item"
                  role="option"
                  aria-selected=${key === chosen ? "true" : "false"}
                  aria-setsize=${items.length}
                  aria-posinset=${from + at + 1}
                  style=${{ top: `${(from + at) * ROW_PX}px` }}
                  onClick=${() => {
                    choose(from + at);
                  }}
                >
                  ${row(item)}
                </div>`;
              })}
            </div>`
      }
    </section>
    <section class="detail stack" ref=${pane} tabindex="-1" aria-label="Detail">
      ${
        chosen === ""
          ? nothingChosen
          : html`<button
                class="back"
                onClick=${() => {
                  change({ [chosenBy]: "" });
                }}
              >
                ← ${title}
              </button>
              ${detail(chosen)}`
      }
    </section>
  </div>`;
}

/** A filter of a list, by a parameter of the page's address. */
export interface Choice {
  readonly name: string;
  readonly label: string;
  /** The text of no choice. */
  readonly any?: string;
  readonly values: readonly string[];
  readonly textOf?: (value: string) => string;
}

/** The height of a row, as the style sheet has it. */
const ROW_PX = 52;
/** Rows above and below the view, so that scrolling shows no gaps. */
const MARGIN = 10;

/** The rows in view. They stay in view when rows are added above, unless the first one is in view. */
function useVisibleRows<Item>(
  rows: { current: HTMLDivElement | null },
  items: readonly Item[],
  keyOf: (item: Item) => string,
) {
  const [top, setTop] = useState(0);
  const first = useRef<string | undefined>(undefined);
  const height = rows.current?.clientHeight ?? innerHeight;
  const seen = Math.max(0, Math.min(top, items.length * ROW_PX - height));
  const from = Math.max(0, Math.floor(seen / ROW_PX) - MARGIN);
  const to = Math.min(items.length, Math.ceil((seen + height) / ROW_PX) + MARGIN);
  useLayoutEffect(() => {
    const added = items.findIndex((item) => keyOf(item) === first.current);
    if (rows.current && added > 0 && rows.current.scrollTop > 0)
      rows.current.scrollTop += added * ROW_PX;
    first.current = items[0] && keyOf(items[0]);
    // The list is made anew when it has entries again.
    if (items.length === 0) setTop(0);
  }, [items]);
  const onScroll = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    setTop(currentTarget.scrollTop);
  };
  return { from, to, onScroll };
}

/** Focuses the search of a page when `/` is pressed. */
function useSearchKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.matches("input, textarea, select");
      const search = document.querySelector<HTMLInputElement>("input[type=search]");
      if (event.key !== "/" || isTyping || !search) return;
      event.preventDefault();
      search.focus();
    };
    addEventListener("keydown", onKey);
    return () => {
      removeEventListener("keydown", onKey);
    };
  }, []);
}
