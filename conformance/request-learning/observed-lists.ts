/** A limit is obeyed, a total is that of all pages, every item satisfies a filter, and the second page is another one than the first. */
import { isObject } from "@contract-toolkit/contract";
import type { Case } from "../cases/case.ts";
import { allowsRequest } from "../contract-allows.ts";
import type { Suite } from "../suite.ts";
import { show } from "../verdict.ts";
import { isSuccess, observedCase, type Ask, type DocumentCase } from "./document-case.ts";
import { plainName } from "./values.ts";

export function listCases({ contract }: Suite, bases: readonly Case[]): DocumentCase[] {
  return bases
    .filter(({ operation, response }) => operation.method === "GET" && itemsIn(response.body))
    .flatMap((base) => {
      const { operation, request } = base;
      const names = operation.parameters.flatMap(({ in: place, name, array, object }) =>
        place === "query" && !array && !object ? [name] : [],
      );
      const limit = names.find((name) => limits.test(plainName(name))) ?? "";
      const page = names.find((name) => /^page(number|no)?$/.test(plainName(name))) ?? "";
      const isAllowed = (query: Query) =>
        allowsRequest(contract, operation, { ...request, query: { ...request.query, ...query } });
      const observed = (name: string, what: string, find: (listed: Listed) => Promise<Broken>) =>
        names.includes(name)
          ? [
              observedCase(operation, `${name} ${what}`, (ask) =>
                find(async (query) =>
                  isAllowed(query) ? pageOf(ask, base, query) : { items: [] },
                ),
              ),
            ]
          : [];
      return [
        ...observed(limit, "is obeyed", (listed) => beyondLimit(listed, limit)),
        ...observed(limit, "and the total", (listed) => wrongTotal(listed, limit, page)),
        ...(limit === ""
          ? []
          : observed(page, "is obeyed", (listed) => samePage(listed, limit, page))),
        ...names
          .filter((name) => name !== limit && name !== page)
          .flatMap((name) => observed(name, "filters", (listed) => unfiltered(listed, name))),
      ];
    });
}

type Query = Readonly<Record<string, unknown>>;
/** What a list says for a query, nothing if the document does not allow it. */
type Listed = (query: Query) => Promise<Page>;

interface Page {
  readonly items: readonly unknown[];
  /** The number of all items. */
  readonly total?: number | undefined;
}
type Broken = string | undefined;

const limits = /^(limit|perpage|pagesize|maxresults|top)$/;

async function beyondLimit(listed: Listed, limit: string): Promise<Broken> {
  const { items: first } = await listed({ [limit]: 1 });
  const { items: again } = await listed({ [limit]: 1 });
  return first.length > 1 && again.length > 1
    ? `${limit}=1 gives ${again.length} items`
    : undefined;
}

async function samePage(listed: Listed, limit: string, page: string): Promise<Broken> {
  const texts = new Set<string>();
  for (const number of [1, 2, 1]) {
    const { items } = await listed({ [limit]: 1, [page]: number });
    const [item, ...more] = items;
    if (item === undefined || more.length > 0) return undefined;
    texts.add(JSON.stringify(item));
  }
  return texts.size === 1 ? `${page}=2 gives the item of ${page}=1` : undefined;
}

/** If the list does not change meanwhile, the total is the same with a limit, and the pages have as many items. */
async function wrongTotal(listed: Listed, limit: string, page: string): Promise<Broken> {
  let finding: Broken;
  for (let round = 0; round < 2; round += 1) {
    const { items, total } = await listed({});
    const size = Math.max(1, Math.ceil((total ?? 0) / PAGES));
    const start = await listed({ [limit]: size });
    const pages: Page["items"][] = [];
    for (const at of page === "" ? [] : [1, 2, PAGES])
      pages.push((await listed({ [limit]: size, [page]: at })).items);
    const all = pages.flat();
    // A server may have a lower limit that is not documented.
    const isLimited = start.items.length < size && pages[1]?.length !== 0;
    const isPaged = !isLimited && show(pages[0]) === show(start.items) && all.every(hasId);
    const { size: count } = new Set(all.map((item) => JSON.stringify(item)));
    if (total === undefined || start.total === undefined || (await listed({})).total !== total)
      return undefined;
    if (items.length > total) finding = `the total is ${total}, of ${items.length} items`;
    else if (start.total !== total)
      finding = `the total is ${total}, and with ${limit} ${start.total}`;
    else if (isPaged && count !== total) finding = `all pages have ${count} of ${total} items`;
    else return undefined;
  }
  return finding;
}

const PAGES = 3;

/** Otherwise items may be equal. */
function hasId(item: unknown): boolean {
  return isObject(item) && Object.keys(item).some((name) => plainName(name).endsWith("id"));
}

/** A text may be a part of the item's text. Two values of the list must be ignored. */
async function unfiltered(listed: Listed, name: string): Promise<Broken> {
  const valueOf = (item: unknown) =>
    Object.entries(isObject(item) ? item : {}).find(
      ([field]) => plainName(field) === plainName(name),
    )?.[1];
  const values = [...new Set((await listed({})).items.map(valueOf))].filter((value) =>
    ["string", "number", "boolean"].includes(typeof value),
  );
  let finding: Broken;
  for (const value of values.slice(0, 2)) {
    const satisfies = (item: unknown) =>
      String(valueOf(item)).toLowerCase().includes(String(value).toLowerCase());
    const { items } = await listed({ [name]: value });
    const other = items.find((item) => !satisfies(item));
    if (other === undefined) return undefined;
    finding = `${name}=${String(value)} gives an item whose ${name} is ${show(valueOf(other))}`;
  }
  return values.length > 1 ? finding : undefined;
}

async function pageOf(ask: Ask, base: Case, query: Query): Promise<Page> {
  const { operation, request } = base;
  const asked = await ask(operation, { ...request, query: { ...request.query, ...query } });
  const items = isSuccess(asked) ? itemsIn(asked.body) : undefined;
  return items ? { items, total: totalIn(asked.body) } : { items: [] };
}

/** The total in a body or in an object beside the list. */
function totalIn(body: unknown): number | undefined {
  const fields = Object.entries(isObject(body) ? body : {});
  const inside = fields.flatMap(([, value]) => (isObject(value) ? Object.entries(value) : []));
  const found = [...fields, ...inside].find(([name]) => totals.test(plainName(name)))?.[1];
  return typeof found === "number" ? found : undefined;
}

const totals = /^total(count|items|results|elements|records)?$/;

/** The only list of a body: the body itself or one of its fields. */
function itemsIn(body: unknown): readonly unknown[] | undefined {
  if (isList(body)) return body;
  const lists = Object.values(isObject(body) ? body : {}).filter(isList);
  return lists.length === 1 ? lists[0] : undefined;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
