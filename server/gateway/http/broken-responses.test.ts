import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { TransactionStore } from "../domain/store.ts";
import { createLog } from "./observability/log.ts";
import { serve } from "../testing/serve.ts";

test.each(["compiled", "express-openapi-validator"] as const)(
  "with the engine %s, the log names the operation, field and TypeSpec line of a response that violates the contract",
  async (engine) => {
    const models = await readFile("spec/gateway/transactions/models.tsp", "utf8");
    const line = models.split("\n").findIndex((text) => text.trim().startsWith("total:")) + 1;
    const lines: string[] = [];
    const log = createLog("error", { write: (line) => void lines.push(line) });
    const { gateway, call } = await serve({ engine }, log);
    const { store } = gateway;
    Object.assign(store, { transactions: withBrokenList(store.transactions) });

    const { status } = await call("GET", "/api/v2/orders/transactions");
    expect(status).toBe(500);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      {
        operation: "listTransactions",
        detail: expect.stringMatching(
          `^listTransactions 200 \\(spec/.*\\.tsp:\\d+\\): /body/pagination/total .*integer \\(spec/gateway/transactions/models\\.tsp:${line}\\)$`,
        ) as unknown,
      },
    ]);
  },
);

function withBrokenList(transactions: TransactionStore): TransactionStore {
  const list: TransactionStore["list"] = async (...filter) => ({
    ...(await transactions.list(...filter)),
    total: 0.5,
  });
  return { ...transactions, list };
}
