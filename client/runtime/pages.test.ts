import { expect, expectTypeOf, it } from "vitest";
import { pages } from "./pages.ts";
import { ResponseError } from "./unwrap.ts";

type Page = { status: 200; body: { items: number[]; next?: number } };
type Refusal = { status: 404; body: string };

it("reads each page when it is needed, until there is no next one", async () => {
  const read: number[] = [];
  const list = pages(
    ({ from }: { from: number }): Promise<Page | Refusal> => {
      read.push(from);
      const body = { items: [from, from + 1], ...(from < 4 && { next: from + 2 }) };
      return Promise.resolve({ status: 200, body });
    },
    { from: 0 },
    ({ next }) => (next === undefined ? next : { from: next }),
  );
  const items: number[] = [];
  for await (const page of list) {
    expectTypeOf(page).toEqualTypeOf<Page["body"]>();
    expect(read.at(-1)).toBe(page.items[0]);
    items.push(...page.items);
  }
  expect(items).toEqual([0, 1, 2, 3, 4, 5]);
});

it("throws a response that is no page", async () => {
  const refusal: Page | Refusal = { status: 404, body: "none" };
  const list = pages(
    (): Promise<Page | Refusal> => Promise.resolve(refusal),
    {},
    () => undefined,
  );
  await expect(list.next()).rejects.toBeInstanceOf(ResponseError);
});
