import { createServer, type Server } from "node:http";
import express from "express";
import type { OperationTypes, Received, Reply } from "@contract-toolkit/kernel";
import { createContractRouter, type ContractRouter } from "../../server/skeleton/index.ts";
import { cannedAnswer } from "../canned-answers.ts";
import { readContract } from "../contracts.ts";

/** The skeleton with its compiled engine as Express middleware: requests and answers validated. */
export async function skeletonInExpress(folder: string): Promise<Server> {
  const router = await createRouter(folder);
  return createServer(express().disable("x-powered-by").use(router));
}

export async function skeletonOnNode(folder: string): Promise<Server> {
  return createServer(await createRouter(folder));
}

async function createRouter(folder: string): Promise<ContractRouter> {
  const contract = await readContract(folder);
  const handlers = Object.fromEntries(
    Object.keys(contract.operations).map((id) => [
      id,
      ({ query }: Received<OperationTypes, object>, reply: Reply<OperationTypes>) =>
        reply(200, cannedAnswer(id, query as Readonly<Record<string, unknown>>)),
    ]),
  );
  const context = {};
  return createContractRouter(contract, handlers, {
    authenticate: () => context,
    errors: ({ kind }) =>
      kind === "invalid-request"
        ? { status: 400, body: { errorCode: 1, message: "The request is not valid." } }
        : { status: 500, body: { errorCode: 500, message: kind } },
    onAnswered: () => undefined,
  });
}
