import { join } from "node:path";
import { pathToFileURL } from "node:url";
import express from "express";
import type { Contract, OperationTypes, Received, Reply } from "@contract-toolkit/kernel";
import { createContractRouter, createExpressServer } from "../../server/skeleton/index.ts";
import { cannedAnswer } from "../canned-answers.ts";
import { listen } from "../../server/skeleton/testing/listen.ts";

/** The skeleton with its compiled engine, as Express middleware: requests and answers validated. */
export async function skeleton(folder: string): Promise<number> {
  const entry = join(folder, "generated", "gateway", "index.ts");
  const { contract } = (await import(pathToFileURL(entry).href)) as {
    contract: Contract;
  };
  const handlers = Object.fromEntries(
    Object.keys(contract.operations).map((id) => [
      id,
      ({ query }: Received<OperationTypes, object>, reply: Reply<OperationTypes>) =>
        reply(200, cannedAnswer(id, query as Readonly<Record<string, unknown>>)),
    ]),
  );
  const context = {};
  const app = express();
  app.disable("x-powered-by");
  app.use(
    createContractRouter(contract, handlers, {
      authenticate: () => context,
      errors: ({ kind }) =>
        kind === "invalid-request"
          ? {
              status: 400,
              body: { errorCode: 1, message: "The request is not valid." },
            }
          : { status: 500, body: { errorCode: 500, message: kind } },
    }),
  );
  const { server, serve } = createExpressServer();
  serve(app);
  return (await listen(server)).port;
}
