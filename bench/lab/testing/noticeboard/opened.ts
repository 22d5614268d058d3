import {
  freshValues,
  httpCases,
  playOnServer,
  type Case,
  type HttpCase,
  type Verdict,
} from "../../../../conformance/index.ts";
import { generateInto } from "../../../../conformance/testing/generated.ts";
import { entryOf } from "../../../../scripts/generate/testing/specs/corpus.ts";
import { editedCopy } from "../../mutation/code/edited-copy.ts";
import type { Edit } from "../../mutation/code/edits.ts";
import { boardCredentials, boardKeys, boardProvider } from "./provider.ts";
import { hosts, skeleton, type Host, type Skeleton } from "./hosts.ts";
import { startNoticeboard } from "./server.ts";
import { userOf } from "./tokens.ts";

/** The cases of HTTP and the samples of the noticeboard, and a way to start its server. */
interface OpenNoticeboard {
  readonly cases: readonly BoardCase[];
  /** Starts a server on a free port, from a copy of the code with the edits made. */
  start(edits: readonly Edit[], host?: Host): Promise<ServedBoard>;
}

interface ServedBoard extends AsyncDisposable {
  readonly play: (item: BoardCase) => Promise<Verdict>;
}

export type BoardCase = Case | HttpCase;

export async function openNoticeboard(): Promise<OpenNoticeboard> {
  const generated = await generateInto(entryOf("noticeboard"));
  const suite = await generated.load("noticeboard");
  const headers = boardCredentials();
  return {
    cases: [...httpCases(suite, boardProvider, headers), ...suite.cases],
    async start(edits, host = hosts.alone) {
      await using cleanup = new AsyncDisposableStack();
      const parts = cleanup.use(await partsWith(edits));
      const { contract } = suite;
      const listening = cleanup.use(
        await parts.start({ contract, keys: boardKeys, host, ...parts }),
      );
      const stopped = cleanup.move();
      const fresh = freshValues("noticeboard");
      const server = { url: listening.url, headers, provider: boardProvider, fresh };
      return {
        play: (item) => playOnServer(suite, item, server),
        [Symbol.asyncDispose]: () => stopped.disposeAsync(),
      };
    },
  };
}

interface Parts extends AsyncDisposable {
  readonly start: typeof startNoticeboard;
  readonly skeleton: Skeleton;
  readonly userOf: typeof userOf;
}

const board = "bench/lab/testing/noticeboard";

/** The folders whose code may be edited. */
export const boardFolders: readonly string[] = [board, "server/skeleton"];

/** Loads the code of the noticeboard. The folder that has the edits is a copy. */
async function partsWith(edits: readonly Edit[]): Promise<Parts> {
  const nothing = () => Promise.resolve();
  const own = { start: startNoticeboard, skeleton, userOf };
  if (edits.length === 0) return { ...own, [Symbol.asyncDispose]: nothing };
  const copy = await editedCopy(boardFolders, edits);
  const made =
    copy.folder === board
      ? {
          start: ((await copy.load(`${board}/server.ts`)) as ServerModule).startNoticeboard,
          userOf: ((await copy.load(`${board}/tokens.ts`)) as TokensModule).userOf,
        }
      : {
          skeleton: {
            ...((await copy.load("server/skeleton/index.ts")) as Skeleton),
            ...((await copy.load("server/skeleton/fetch/fetch-handler.ts")) as Skeleton),
          },
        };
  return { ...own, ...made, [Symbol.asyncDispose]: () => copy[Symbol.asyncDispose]() };
}

type ServerModule = typeof import("./server.ts");
type TokensModule = typeof import("./tokens.ts");
