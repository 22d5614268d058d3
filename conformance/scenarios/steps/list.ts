import { isSchema, type Schema, valueAt } from "@contract-toolkit/contract";
import { compareJson } from "../../json-comparison/compare.ts";
import type { JudgedResponse } from "../../targets/response.ts";
import { describeDifference, type Finding } from "../../verdict.ts";
import type { ListStep } from "../read/read-steps.ts";

type ListResponse = Pick<JudgedResponse, "body" | "findings">;
type Query = Readonly<Record<string, unknown>>;
type Ask = (query: Query) => Promise<ListResponse>;

/**
 * Compares the pages under every filter with the whole list. A filter is a query parameter with the name of a field of the
 * items.
 */
export async function playList(step: ListStep, ask: Ask): Promise<readonly Finding[]> {
  const limit = listPropertySchema(step.query, step.limit);
  const largest = Number(limit.maximum ?? limit.default ?? SOME_PAGE);
  const whole = await wholeList(step, ask, largest);
  if ("findings" in whole) return whole.findings;
  if (whole.items.length < whole.total)
    return [{ message: `all pages together have ${whole.items.length} of ${whole.total} items` }];
  if (whole.items.length <= largest)
    throw new Error(`${whole.items.length} items fit on one page; more than ${largest} are needed`);
  for (const filter of filtersOf(step, whole.items)) {
    const expected = whole.items.filter((item) =>
      Object.entries(filter).every(([name, value]) => valueAt(item, `/${name}`) === value),
    );
    for (const size of [undefined, 1, largest]) {
      const items = size ?? Number(limit.default ?? largest);
      const last = Math.max(1, Math.ceil(expected.length / items));
      for (const page of new Set([1, 2, last, last + 1])) {
        const query = {
          ...filter,
          ...(size !== undefined && { [step.limit]: size }),
          [step.page]: page,
        };
        const { body, findings } = await ask(query);
        if (findings.length > 0) return findings;
        const onPage = expected.slice((page - 1) * items, page * items);
        const compared = (due: unknown, at: string) =>
          compareJson(due, valueAt({ body }, at), undefined, at);
        const differences = [
          ...compared(onPage, step.items),
          ...compared(expected.length, step.total),
        ];
        if (differences.length > 0)
          return differences.map((difference) =>
            describeDifference(`${new URLSearchParams(textual(query))}: `, difference),
          );
      }
    }
  }
  return [];
}

/** Used if the contract does not limit the size of pages. */
const SOME_PAGE = 10;

const MOST_PAGES = 100;

async function wholeList(
  { limit, page, items, total }: ListStep,
  ask: Ask,
  largest: number,
): Promise<{ items: unknown[]; total: number } | ListResponse> {
  const all: unknown[] = [];
  let reported = 0;
  for (let at = 1; at <= MOST_PAGES; at += 1) {
    const response = await ask({ [limit]: largest, [page]: at });
    const found = valueAt(response, items);
    if (response.findings.length > 0 || !Array.isArray(found)) return response;
    all.push(...(found as unknown[]));
    reported = Number(valueAt(response, total));
    if (found.length === 0) break;
  }
  return { items: all, total: reported };
}

function filtersOf({ query }: ListStep, items: readonly unknown[]): Query[] {
  const valuesOf = (name: string) => new Set(items.map((item) => valueAt(item, `/${name}`)));
  const named = Object.keys(query.properties ?? {}).filter(
    (name) => !valuesOf(name).has(undefined),
  );
  const alone = named.flatMap((name) =>
    [
      ...new Set([
        ...valuesOf(name),
        ...furtherValues(listPropertySchema(query, name), items, name),
      ]),
    ].map((value) => ({ [name]: value })),
  );
  const pairs = named.flatMap((text, at) =>
    named
      .slice(at + 1)
      .flatMap((secondName) =>
        [...valuesOf(text)].flatMap((first) =>
          [...valuesOf(secondName)].map((second) => ({ [text]: first, [secondName]: second })),
        ),
      ),
  );
  return [{}, ...alone, ...pairs];
}

/** Documented values that no item may have. An open text gets the text of an item with another letter, and with one less. */
function furtherValues(
  { enum: values, type }: Schema,
  [item]: readonly unknown[],
  name: string,
): readonly unknown[] {
  const text = String(valueAt(item, `/${name}`));
  return values ?? (type === "string" ? [`${text}x`, text.slice(0, -1)].filter(Boolean) : []);
}

function listPropertySchema({ properties }: Schema, name: string): Schema {
  const found = properties?.[name];
  return isSchema(found) ? found : {};
}

function textual(query: Query): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
}
