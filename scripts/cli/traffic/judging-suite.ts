import { loadContract } from "@contract-toolkit/conformance/internal";
import type { JudgingSuite } from "@contract-toolkit/proxy/judge";
import { nodesIn } from "@contract-toolkit/schemas/documents/nodes";
import { documentJudge } from "../replay/document/allows-response.ts";
import { securedOperations } from "../replay/document/credentials.ts";
import { isDocument, isTypeSpec, loadSuiteOf } from "../replay/document/suite.ts";

/** What judges traffic. */
export interface LoadedJudgingSuite extends JudgingSuite {
  /** Paths that servers of the contract have, according to its document. */
  readonly basePaths: readonly string[];
  /** Operations that cannot be judged, with the reasons. */
  readonly unreadable: readonly string[];
}

/**
 * Loads a generated contract (a folder), an OpenAPI document or a TypeSpec file. A document is applied as `replay` applies it: what
 * HTTP allows any server is no violation.
 *
 * @param isClosed responses may have no undocumented fields
 */
export async function loadJudgingSuite(
  source: string,
  isClosed: boolean,
): Promise<LoadedJudgingSuite> {
  if (!isDocument(source)) {
    const suite = await loadContract(source);
    return { suite, basePaths: basePathsOf(suite.document), unreadable: [] };
  }
  const { suite, document, unreadable } = await loadSuiteOf(source, isClosed);
  if (isTypeSpec(source)) return { suite, basePaths: basePathsOf(suite.document), unreadable };
  const judge = documentJudge(document, securedOperations(suite));
  return {
    suite,
    basePaths: basePathsOf(document),
    unreadable,
    isAllowed: (operation, finding) => judge.isAllowed({ operation }, finding),
  };
}

function basePathsOf(document: object): string[] {
  const servers = "servers" in document ? nodesIn(document.servers) : [];
  // A path with variables fits nothing.
  return servers.flatMap(({ url }) => URL.parse(String(url), "http://localhost")?.pathname ?? []);
}
