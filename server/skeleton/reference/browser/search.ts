import { element } from "./dom.ts";

export interface SearchEntry {
  readonly title: string;
  /** Kind and place, such as `field of addNote`. */
  readonly kind: string;
  readonly href: string;
  readonly text: string;
}

/** Adds a search over all contracts to the navigation. The index is loaded at the first search. */
export function addSearch(navigation: Element): void {
  const input = element("input", { type: "search", placeholder: "Press / to search" });
  const count = element("p", { role: "status" });
  const results = element("ul", { class: "results" });
  const label = element("label", { class: "search" }, "Search", input);
  navigation.prepend(label, count, results);
  let index: Promise<readonly SearchEntry[]> | undefined;
  input.addEventListener("input", () => {
    index ??= fetch("search.json").then((answer) => answer.json() as Promise<SearchEntry[]>);
    const query = input.value;
    void index.then((entries) => {
      if (query !== input.value) return;
      const found = find(entries, query);
      count.textContent = query.trim() === "" ? "" : `${found.length} found`;
      results.replaceChildren(...found.slice(0, MOST_SHOWN).map(result));
    });
  });
  document.addEventListener("keydown", (event) => {
    const isTyping =
      event.target instanceof HTMLElement && /^(INPUT|TEXTAREA)$/.test(event.target.tagName);
    if (event.key !== "/" || isTyping) return;
    event.preventDefault();
    input.focus();
  });
}

const MOST_SHOWN = 40;

/**
 * The entries that contain all words of a query. Matches in the title come first.
 *
 * @example
 * find(entries, "note name");
 */
export function find(entries: readonly SearchEntry[], query: string): SearchEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ entry }) => entry);
}

/** 0 if a word is missing. */
function scoreOf({ title, kind, text }: SearchEntry, words: readonly string[]): number {
  const name = title.toLowerCase();
  const all = `${name} ${kind} ${text}`.toLowerCase();
  if (!words.every((word) => all.includes(word))) return 0;
  return words.reduce(
    (sum, word) =>
      sum + (name === word ? 8 : name.startsWith(word) ? 4 : name.includes(word) ? 2 : 0),
    1,
  );
}

function result({ title, kind, href }: SearchEntry): HTMLLIElement {
  return element("li", {}, element("a", { href }, title, " ", element("small", {}, kind)));
}
