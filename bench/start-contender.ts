import { Child, type Usage } from "./child.ts";
import type { ContenderName } from "./contenders/index.ts";

/** A contender in a process of its own. */
export interface Server extends AsyncDisposable {
  readonly contender: ContenderName;
  /** How many operations it serves. */
  readonly operations: number;
  readonly port: number;
  usage(): Promise<Usage>;
}

/** Starts a contender with a prepared specification; ready when it listens. */
export async function startServer(
  contender: ContenderName,
  operations: number,
  folder: string,
): Promise<Server> {
  const child = new Child("contender-process.ts", contender, folder);
  const { port } = await child.next<{ port: number }>();
  return {
    contender,
    operations,
    port,
    usage: () => child.ask<Usage>({ ask: "usage" }),
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  };
}
