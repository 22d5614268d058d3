import { createServer, type Server } from "node:http";
import express from "express";
import type { Contract, OperationTypes, Received, Reply } from "@contract-toolkit/contract";
import {
  createContractRouter,
  createContractServer,
  type Problem,
} from "@contract-toolkit/skeleton";
import { cannedResponse } from "../canned-responses.ts";
import { readContract } from "../contracts.ts";

/** The skeleton with its compiled engine as Express middleware. It validates requests and responses. */
export async function skeletonInExpress(folder: string): Promise<Server> {
  const contract = await readContract(folder);
  const router = createContractRouter(contract, optionsFor(contract));
  return createServer(express().disable("x-powered-by").use(router));
}

export async function skeletonOnNode(folder: string): Promise<Server> {
  const contract = await readContract(folder);
  return createContractServer(contract, optionsFor(contract)).server;
}

function optionsFor({ operations }: Contract) {
  const handlers = Object.fromEntries(
    Object.keys(operations).map((id) => [
      id,
      ({ query }: Received<OperationTypes, object>, reply: Reply<OperationTypes>) =>
        reply(200, cannedResponse(id, query as Readonly<Record<string, unknown>>)),
    ]),
  );
  const context = {};
  const errorHandler = ({ kind }: Problem) =>
    kind === "invalid-request"
      ? { status: 400, body: { errorCode: 1, message: "The request is not valid." } }
      : { status: 500, body: { errorCode: 500, message: kind } };
  return { authenticate: () => context, handlers, errorHandler, onResponse: () => undefined };
}
