import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Operation } from "@contract-toolkit/contract";
import { planDocument } from "../../../../scripts/cli/replay/document/plan.ts";
import type { LoadedSuite } from "../../../../scripts/cli/replay/document/suite.ts";
import { readReplayOptions } from "../../../../scripts/cli/replay/options.ts";
import { anyCredentials } from "../../../../conformance/internal.ts";
import { startMock } from "../../../../scripts/mock/server.ts";
import { deriveRequest, type Suite, type Verdict } from "../../../../conformance/index.ts";
import { noticed, type Outcome } from "../mutant.ts";
import { startProxy, vary, type Hooks } from "../wire-variations/proxy.ts";

/** How a server differs from the mock of a document. */
export interface ServerChange {
  /** Changes the contract that the server follows. */
  readonly contract?: (suite: Suite) => Suite;
  /** Changes what it receives and sends. */
  readonly wire?: Partial<Hooks>;
}

/** Plays what `contract replay DOCUMENT --server URL` plays of one operation, on a changed mock, until a verdict is wanted. */
export async function replayOperation(
  loaded: LoadedSuite,
  operation: Operation,
  { contract = (suite) => suite, wire }: ServerChange,
  isWanted: (verdict: Verdict) => boolean,
): Promise<Outcome> {
  await using opened = new AsyncDisposableStack();
  const mock = await startMock({ suites: [contract(onlyOperation(loaded.suite, operation))] });
  opened.defer(mock.close);
  const proxy = wire && opened.use(await startProxy(mock.url));
  if (proxy) vary(proxy, wire);
  const folder = opened.use(await mkdtempDisposable(join(tmpdir(), "rules-")));
  const suite = onlyOperation(loaded.suite, operation);
  const data = join(folder.path, "data.json");
  await writeFile(data, JSON.stringify(pathValues(suite, operation)));
  const { url } = proxy ?? mock;
  const options = readReplayOptions([
    ...["document", "--server", url.href, "--stateless", "--seed", "rules"],
    ...["--data", data, "--include", `${operation.id}/*`],
  ]);
  const headers = anyCredentials(suite.contract);
  const { planned } = await planDocument({ ...loaded, suite }, url, { ...options, headers });
  return await noticed(
    planned.map((item) => ({ run: () => item.play() })),
    isWanted,
  );
}

/** A suite of one operation. The caller may change the operation. */
export function onlyOperation(suite: Suite, { id }: Operation): Suite {
  const { contract, document } = suite;
  const operation = structuredClone(contract.operations[id]);
  const validators = contract.validators[id];
  if (!operation || !validators) throw new TypeError(`There is no operation ${id}.`);
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    Object.fromEntries(Object.entries(item).filter(([, { operationId }]) => operationId === id)),
  ]);
  return {
    ...suite,
    contract: { ...contract, operations: { [id]: operation }, validators: { [id]: validators } },
    document: { ...document, paths: Object.fromEntries(paths) as typeof document.paths },
  };
}

/** The server has any resource, so the run need not make one. */
function pathValues(suite: Suite, { id }: Operation): Record<string, unknown> {
  const derived = deriveRequest(suite, id);
  const path = "message" in derived ? Object.entries(derived.message.path) : [];
  return Object.fromEntries(path.map(([name, value]) => [`${id}.${name}`, value]));
}
