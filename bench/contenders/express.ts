import { createServer, type Server } from "node:http";
import express, { type Express } from "express";
import type { Contract } from "@contract-toolkit/contract";
import { cannedResponse } from "../canned-responses.ts";
import { readContract } from "../contracts.ts";

/** Express with its body parser and `res.json`. It validates nothing. */
export async function bareExpress(folder: string): Promise<Server> {
  const app = express().disable("x-powered-by").use(express.json());
  responseRoutes(app, await readContract(folder));
  return createServer(app);
}

export function responseRoutes(app: Express, { operations }: Contract): void {
  for (const { id, method, path } of Object.values(operations)) {
    const lower = method.toLowerCase() as "get" | "post" | "delete";
    app[lower](routeOf(path), (request, response) => {
      response.json(cannedResponse(id, request.query));
    });
  }
}

/** Writes a path with `:name` for each parameter. */
export function routeOf(path: string): string {
  return path.replaceAll(/\{([^}]+)\}/g, ":$1");
}
