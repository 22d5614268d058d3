import { headerText, type SampleRequest } from "@contract-toolkit/contract";
import { successfulSamples, type Case } from "../case.ts";
import { allowsRequest } from "../../contract-allows.ts";
import type { Provider } from "../../provider.ts";
import { isScenarioPlaceholder } from "../../request.ts";
import type { Suite } from "../../suite.ts";
import { httpBodyCases } from "./bodies/bodies.ts";
import { credentialCases } from "./credentials/credentials.ts";
import { headerCases } from "./headers.ts";
import type { HttpCase } from "./http-case.ts";
import type { HttpDecisions } from "./http-decisions.ts";
import type { OperationContext } from "./make-case.ts";
import { identityCases } from "./identities.ts";
import { neutralCases } from "./neutral.ts";
import { refusalCases } from "./refusals/refusals.ts";
import { spoiltResponseCases } from "./spoilt-responses.ts";
import { targetCases } from "./request-targets/request-targets.ts";
import { textCases } from "./echoed-texts.ts";

/**
 * Derives the HTTP cases for servers from the successful samples. The same contract gives the same cases in the same order.
 *
 * @param provider of the service under test
 * @param credentials of the run, by the name of their header, query parameter or cookie
 */
export function httpCases(
  suite: Suite,
  provider: Pick<Provider, "http" | "makeCredential" | "provocations">,
  credentials: Readonly<Record<string, string>>,
): HttpCase[] {
  const constraints = Map.groupBy(
    suite.constraints("server").cases,
    ({ operation }) => operation.id,
  );
  const contexts = contextsOf(suite, suite.cases, provider.http ?? {}, credentials);
  const cases = contexts.flatMap(({ context, own }) => {
    const ofOperation = constraints.get(context.operation.id) ?? [];
    return [
      ...credentialCases(context, provider.makeCredential),
      ...headerCases(context),
      ...httpBodyCases(context),
      ...textCases(context),
      ...identityCases(context),
      ...targetCases(context),
      ...refusalCases(context, own, ofOperation),
      ...spoiltResponseCases(context, provider.provocations),
      ...neutralCases(context, own, ofOperation),
    ];
  });
  const isNaming = suite.document["x-refusals-name-fields"] === true;
  return numberRepeatedIds(isNaming ? cases : cases.map(withoutFields));
}

/**
 * What means nothing beside a safe request, for servers whose other responses no sample shows. They may refuse any query, and have the
 * host of a proxy in their links.
 */
export function neutralReads(
  suite: Suite,
  bases: readonly Case[],
  credentials: Readonly<Record<string, string>>,
): HttpCase[] {
  const reads = bases.filter(({ operation }) => operation.method === "GET");
  return contextsOf(suite, reads, {}, credentials)
    .flatMap(({ context }) => neutralCases({ ...context, isQueryClosed: true }, [], []))
    .filter(({ raw }) => raw.headers?.["X-Forwarded-Host"] === undefined);
}

function contextsOf(
  { contract }: Suite,
  cases: readonly Case[],
  decisions: HttpDecisions,
  credentials: Readonly<Record<string, string>>,
): { readonly context: OperationContext; readonly own: readonly Case[] }[] {
  const given = new Set(Object.keys(credentials).map((name) => name.toLowerCase()));
  const samples = Map.groupBy(cases, ({ operation }) => operation.id);
  const owners = new Map<string, string>();
  const headers = new Map(
    successfulSamples(cases)
      .toReversed()
      .flatMap(({ request }) => Object.entries(request.headers)),
  );
  const shownHeaders = [...headers]
    .filter(([, value]) => !isScenarioPlaceholder(value))
    .map(([name, value]) => [name, headerText(value)] as const);
  return Object.values(contract.operations).flatMap((operation) => {
    // These cases change what selects one of several operations of a route.
    if (operation.when !== undefined) return [];
    const own = samples.get(operation.id) ?? [];
    const successes = successfulSamples(own);
    const [first] = successes;
    if (!first) return [];
    const allows = (request: SampleRequest) => allowsRequest(contract, operation, request);
    const context: OperationContext = {
      contract,
      operation,
      successes,
      first,
      mostComplete: successes.find(({ request }) => request.body !== undefined) ?? first,
      decisions,
      given,
      isQueryClosed: isQueryClosed(first, allows),
      shownHeaders,
      allows,
      isFirstOf({ scheme, name }) {
        const place = `${scheme} ${name}`;
        if (!owners.has(place)) owners.set(place, operation.id);
        return owners.get(place) === operation.id;
      },
    };
    return [{ context, own }];
  });
}

/** Without `@refusalsNameFields`, refusals need not name fields. */
function withoutFields(item: HttpCase): HttpCase {
  if (item.expected.kind !== "refused") return item;
  const { fields: _, mostNamed: __, ...expected } = item.expected;
  return { ...item, expected };
}

/** Whether undocumented query parameters are refused. Validators get them as lists of texts. */
function isQueryClosed({ request }: Case, allows: OperationContext["allows"]): boolean {
  const query = { ...request.query, undocumented: ["1"] };
  return allows(request) && !allows({ ...request, query });
}

/** Numbers cases with the same id, which two parameters with similar names may have. */
function numberRepeatedIds(cases: readonly HttpCase[]): HttpCase[] {
  const seen = new Map<string, number>();
  return cases.map((testCase) => {
    const count = (seen.get(testCase.id) ?? 0) + 1;
    seen.set(testCase.id, count);
    return count === 1 ? testCase : { ...testCase, id: `${testCase.id} #${count}` };
  });
}
