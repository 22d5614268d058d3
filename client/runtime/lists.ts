import type {
  CallableMap,
  NextPage,
  Operation,
  Paging,
  ResponsePlace,
} from "@contract-toolkit/contract";
import type { ContractClient, Method } from "./contract-client.ts";
import type { CallOptions } from "./options.ts";
import type { OutgoingRequest } from "./request.ts";
import type { ReadResponse } from "./response.ts";
import { unwrap } from "./unwrap.ts";

/** One method for each list (`@list`) whose pages can be read. It iterates over the items of all pages. */
export type Lists<Types extends CallableMap<Types>> = {
  readonly [Id in keyof Types as Types[Id] extends { item: unknown } ? Id : never]: (
    ...args: Parameters<Method<Types[Id]>>
  ) => AsyncGenerator<ItemOf<Types[Id]>, void, undefined>;
};

type ItemOf<T> = T extends { item: infer Item } ? Item : never;

/**
 * Reads the lists of a contract as it declares them (`@nextLink`, `@continuationToken`, `@pageIndex`, `@offset`). Each page is
 * requested when it is needed, and the request's own parameters begin at any page.
 *
 * An iteration throws a `ResponseError` if a page is not a success (2xx), what a call rejects with, and an `Error` if a page leads to
 * itself or has a link with an undocumented parameter.
 *
 * @example
 * const lists = createLists<Operations>(client, operations);
 * for await (const note of lists.listNotes({ query: { folder: "tea" } })) console.log(note.text);
 */
export function createLists<Types extends CallableMap<Types>>(
  client: ContractClient<Types>,
  operations: { readonly [Id in keyof Types]: Operation },
): Lists<Types>;
export function createLists(
  client: Readonly<Record<string, Call>>,
  operations: Readonly<Record<string, Operation>>,
): Record<string, ReturnType<typeof readList>> {
  const lists: Record<string, ReturnType<typeof readList>> = {};
  for (const [id, operation] of Object.entries(operations)) {
    const { [id]: call } = client;
    if (call && operation.paging) lists[id] = readList(call, operation, operation.paging);
  }
  return lists;
}

type Call = (request?: OutgoingRequest, options?: CallOptions) => Promise<ReadResponse>;

function readList(call: Call, operation: Operation, paging: Paging) {
  return async function* (request: OutgoingRequest = {}, options?: CallOptions) {
    let read = 0;
    for (let next: OutgoingRequest | undefined = request; next;) {
      const response = await call(next, options);
      const body = await unwrap(Promise.resolve(response));
      const items = (valueIn(body, paging.items) ?? []) as readonly unknown[];
      yield* items;
      read += items.length;
      if (read >= totalIn(response, paging.next)) return;
      const following = nextRequest(operation, paging, next, response, items.length);
      if (following && JSON.stringify(following) === JSON.stringify(next))
        throw new Error(`${operation.id}: a page leads to itself.`);
      next = following;
    }
  };
}

/** The number of items on all pages, `NaN` if it is unknown. An iteration that begins at a later page reads fewer. */
function totalIn(response: ReadResponse, next: NextPage): number {
  return "total" in next ? Number(valueAt(response, next.total) ?? NaN) : NaN;
}

function nextRequest(
  operation: Operation,
  { next }: Paging,
  request: OutgoingRequest,
  response: ReadResponse,
  count: number,
): OutgoingRequest | undefined {
  if (next.by === "link") {
    const link = valueAt(response, next.at);
    if (typeof link !== "string" || link === "") return undefined;
    return { ...request, query: queryOf(operation, link) };
  }
  const place = next.parameter.in === "query" ? "query" : "headers";
  const { [place]: former } = request as Record<string, Record<string, unknown> | undefined>;
  const follow = (value: unknown) => ({
    ...request,
    [place]: { ...former, [next.parameter.name]: value },
  });
  if (next.by === "token") {
    const token = valueAt(response, next.at);
    return token ? follow(token) : undefined;
  }
  // A page may be shorter than was asked for, so only an empty one is the last.
  const current = Number(former?.[next.parameter.name] ?? next.first);
  return count === 0 ? undefined : follow(current + (next.by === "number" ? 1 : count));
}

/** The query of a link in the types that the operation documents. */
function queryOf({ id, parameters }: Operation, link: string): Query {
  const { searchParams } = new URL(link, "http://localhost");
  const entries = [...new Set(searchParams.keys())].map((name): [string, Query[string]] => {
    const parameter = parameters.find((item) => item.in === "query" && item.name === name);
    if (!parameter)
      throw new Error(`${id}: the link to the next page has the undocumented parameter "${name}".`);
    const values = searchParams
      .getAll(name)
      .map((text) => (parameter.type === "string" ? text : (JSON.parse(text) as number | boolean)));
    const [first = ""] = values;
    return [name, parameter.array ? values : first];
  });
  return Object.fromEntries(entries);
}

type Query = NonNullable<OutgoingRequest["query"]>;

function valueAt({ body, headers }: ReadResponse, place: ResponsePlace): unknown {
  return "header" in place ? headers[place.header] : valueIn(body, place.body);
}

function valueIn(value: unknown, names: readonly string[]): unknown {
  return names.reduce(
    (part, name) => (part as Readonly<Record<string, unknown>> | undefined)?.[name],
    value,
  );
}
