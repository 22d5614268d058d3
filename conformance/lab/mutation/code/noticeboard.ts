import { httpCases } from "../../../index.ts";
import { boardFolders, openNoticeboard } from "../../testing/noticeboard/opened.ts";
import { boardCredentials, boardProvider } from "../../testing/noticeboard/provider.ts";
import type { CodeGroup } from "./code-group.ts";
import { readFaults } from "./faults.ts";
import { httpPlays } from "./http.ts";

/** Faults in what HTTP says, in a small service that has what the reference server lacks: lists, forms and JWTs with private keys. */
export async function openBoard(): Promise<CodeGroup> {
  const board = await openNoticeboard();
  const cases = httpCases(board.suite, boardProvider, boardCredentials());
  return {
    name: "noticeboard",
    folders: boardFolders,
    ...(await readFaults("noticeboard")),
    async start(edits) {
      const served = await board.start(edits);
      return { ...served, plays: (fault) => httpPlays(fault, board.suite, cases, served.server) };
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}
