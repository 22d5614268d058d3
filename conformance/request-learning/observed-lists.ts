/** A limit is obeyed, every item satisfies a filter, and the second page is another one than the first. */
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
                find(async (query) => (isAllowed(query) ? itemsOf(ask, base, query) : [])),
              ),
            ]
          : [];
      return [
        ...observed(limit, "is obeyed", (listed) => beyondLimit(listed, limit)),
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
/** The items of a list for a query, none if the document does not allow it. */
type Listed = (query: Query) => Promise<readonly unknown[]>;
type Broken = string | undefined;

const limits = /^(limit|perpage|pagesize|maxresults|top)$/;

async function beyondLimit(listed: Listed, limit: string): Promise<Broken> {
  const first = await listed({ [limit]: 1 });
  const again = await listed({ [limit]: 1 });
  return first.length > 1 && again.length > 1
    ? `${limit}=1 gives ${again.length} items`
    : undefined;
}

async function samePage(listed: Listed, limit: string, page: string): Promise<Broken> {
  const texts = new Set<string>();
  for (const number of [1, 2, 1]) {
    const [item, ...more] = await listed({ [limit]: 1, [page]: number });
    if (item === undefined || more.length > 0) return undefined;
    texts.add(JSON.stringify(item));
  }
  return texts.size === 1 ? `${page}=2 gives the item of ${page}=1` : undefined;
}

/** A text may be a part of the item's text. Two values of the list must be ignored. */
async function unfiltered(listed: Listed, name: string): Promise<Broken> {
  const valueOf = (item: unknown) =>
    Object.entries(isObject(item) ? item : {}).find(
      ([field]) => plainName(field) === plainName(name),
    )?.[1];
  const values = [...new Set((await listed({})).map(valueOf))].filter((value) =>
    ["string", "number", "boolean"].includes(typeof value),
  );
  let finding: Broken;
  for (const value of values.slice(0, 2)) {
    const satisfies = (item: unknown) =>
      String(valueOf(item)).toLowerCase().includes(String(value).toLowerCase());
    const other = (await listed({ [name]: value })).find((item) => !satisfies(item));
    if (other === undefined) return undefined;
    finding = `${name}=${String(value)} gives an item whose ${name} is ${show(valueOf(other))}`;
  }
  return values.length > 1 ? finding : undefined;
}

async function itemsOf(ask: Ask, base: Case, query: Query): Promise<readonly unknown[]> {
  const { operation, request } = base;
  const asked = await ask(operation, { ...request, query: { ...request.query, ...query } });
  return (isSuccess(asked) && itemsIn(asked.body)) || [];
}

/** The only list of a body: the body itself or one of its fields. */
function itemsIn(body: unknown): readonly unknown[] | undefined {
  if (isList(body)) return body;
  const lists = Object.values(isObject(body) ? body : {}).filter(isList);
  return lists.length === 1 ? lists[0] : undefined;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
