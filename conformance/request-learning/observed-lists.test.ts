import { expect, test } from "vitest";
import { committedSuite } from "../testing/suites.ts";
import { listCases } from "./observed-lists.ts";

test.each([
  [[10, 60], undefined],
  [[40, 59], "by observation: all pages have 59 of 60 items"],
])(
  "of a list with at most %j items a page and in all, the total is 60: %s",
  async ([most = 0, count = 0], finding) => {
    const suite = await committedSuite("gateway");
    const bases = suite.cases.filter(({ id }) => id.startsWith("listTransactions/"));
    const judged = listCases(suite, bases).find(({ id }) => id.endsWith("limit and the total"));
    const found = await judged?.find((_, { query = {} }) => {
      const size = Math.min(most, Number(query["limit"] ?? 15));
      const start = (Number(query["page"] ?? 1) - 1) * size;
      const all = Array.from({ length: count }, (_, orderId) => ({ orderId }));
      const body = { transactions: all.slice(start, start + size), pagination: { total: 60 } };
      return Promise.resolve({
        status: 200,
        isDocumented: true,
        headers: {},
        body,
        contentType: undefined,
        isEmpty: false,
        findings: [],
        faulty: new Set<string>(),
        received: new Headers(),
      });
    });
    expect(found).toBe(finding);
  },
);
