import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Schema } from "@contract-toolkit/kernel";

/** Serves a prepared specification on a free port of the loopback address; returns the port. */
export type Contender = (folder: string) => Promise<number>;

/** An operation as a plain router takes it. */
export interface Route {
  readonly id: string;
  readonly method: "GET" | "POST" | "DELETE";
  /** With `:name` for each path parameter. */
  readonly path: string;
}

/** JSON Schemas by id: those of the compiled validators. */
export interface JudgedSchemas {
  /** Schemas of whole messages: `<operationId>.request` and `<operationId>.<status>`. */
  readonly messages: Readonly<Record<string, Schema>>;
  /** What they refer to. */
  readonly components: Readonly<Record<string, Schema>>;
}

/** What a specification is prepared as, by file below its folder. */
export interface Prepared {
  "routes.json": readonly Route[];
  "schemas.json": JudgedSchemas;
}

export async function readPrepared<Name extends keyof Prepared>(
  folder: string,
  name: Name,
): Promise<Prepared[Name]> {
  return JSON.parse(await readFile(join(folder, name), "utf8")) as Prepared[Name];
}
