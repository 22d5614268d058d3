import { httpCases, playHttp, playOnServer, type HttpCase } from "../../../index.ts";
import type { Verdict } from "../../../verdict.ts";
import { boardFaults } from "../../fixtures/faults/http/noticeboard/index.ts";
import { openNoticeboard, type OpenNoticeboard } from "../../testing/noticeboard/opened.ts";
import { boardCredentials, boardProvider } from "../../testing/noticeboard/provider.ts";
import type { CodeFault } from "../code-fault.ts";
import { codeFaultGroup } from "../code-fault-group.ts";
import type { MutantGroup } from "../mutant.ts";
import { firstFailed } from "../mutant-result.ts";

/** Faults in what HTTP says of lists, forms and JWTs with private keys, in the noticeboard and in the skeleton under it. */
export async function openBoardMutants(): Promise<MutantGroup> {
  const board = await openNoticeboard();
  return {
    ...boardMutants(board),
    [Symbol.asyncDispose]: () => board[Symbol.asyncDispose](),
  };
}

/** The same of a noticeboard that is open. */
export function boardMutants(board: OpenNoticeboard): MutantGroup {
  return codeFaultGroup("noticeboard", boardFaults, (fault) => killingVerdict(board, fault));
}

/** The cases of HTTP that the noticeboard is asked. */
export function casesOnBoard({ suite }: OpenNoticeboard): HttpCase[] {
  return httpCases(suite, boardProvider, boardCredentials());
}

/** The verdicts that are not `passed` on some cases of HTTP against a noticeboard with edits. */
export async function verdictsOnBoard(
  board: OpenNoticeboard,
  cases: readonly HttpCase[],
  edits: CodeFault["edits"],
  engine?: string,
): Promise<Verdict[]> {
  await using served = await board.start(edits, engine);
  const found: Verdict[] = [];
  for (const each of cases) {
    const verdict = await playHttp(board.suite, each, served.server);
    if (verdict.outcome !== "passed") found.push(verdict);
  }
  return found;
}

async function killingVerdict(
  board: OpenNoticeboard,
  { edits, operator }: CodeFault,
): Promise<Verdict | undefined> {
  await using served = await board.start(edits);
  const { suite } = board;
  const own = casesOnBoard(board).filter(({ group }) => group === operator);
  return await firstFailed([
    ...own.map((each) => () => playHttp(suite, each, served.server)),
    ...suite.cases.map((each) => () => playOnServer(suite, each, served.server)),
  ]);
}
