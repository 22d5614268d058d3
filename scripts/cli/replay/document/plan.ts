/** Plans the cases of somebody's server from a document without samples. */
import { readFile } from "node:fs/promises";
import {
  freshValues,
  playOnServer,
  type Case,
  type ConstraintCase,
  type Plan,
  type Verdict,
} from "@contract-toolkit/conformance";
import {
  errorVerdict,
  exchangesOfSample,
  learnedBase,
  constraintsFor,
  isChosen,
  isAccepted,
  judgeDeletion,
  Learner,
  neutralReads,
  noConstraints,
  listCases,
  DocumentJudge,
  plan,
  type RecordedSample,
  requireReachable,
  playDocumentCase,
  refusedCredential,
  refusalCases,
  resourceCases,
  stopWhenUnresponsive,
  Tokens,
  withCases,
  type Learned,
} from "@contract-toolkit/conformance/internal";
import { isObject, pointerStep, type Operation } from "@contract-toolkit/contract";
import { parseDocument } from "@contract-toolkit/schemas/documents/parse";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import type { ReplayOptions } from "../options.ts";
import { allowsResponse } from "./allows-response.ts";
import { giveCredentials } from "./credentials.ts";
import { examplesOf } from "./examples.ts";
import { isSample, planRecorded } from "./recorded.ts";
import type { LoadedSuite } from "./suite.ts";

/**
 * Learns requests that the server accepts, and plans the boundaries of every constraint around them. Reads come first, then
 * what the run creates and changes itself, and deletions of only that come last.
 *
 * @throws {UsageError} if the server refuses every request for its credential, and if an option is not valid
 */
export async function planDocument(
  loaded: LoadedSuite,
  url: URL,
  options: ReplayOptions,
): Promise<Plan> {
  const { suite, document, unreadable } = loaded;
  const data = await readData(options.data);
  if (!isObject(data)) return planRecorded(loaded, url, options, data);
  const { values, secured, schemes } = giveCredentials(suite, options);
  await requireReachable(url);
  const server = {
    url,
    headers: values,
    provider: { states: {} },
    fresh: freshValues(options.seed),
  };
  const isIncluded = isChosen(options);
  const isPlayed = ({ id }: Operation) =>
    isIncluded({ id: `${id}/derived` }) ||
    options.include.some((text) => text.startsWith(`${id}/`));
  const operations = Object.values(suite.contract.operations).filter(isPlayed);
  const tokens = new Tokens(freshValues(`token ${options.seed}`)(PREFIX_LENGTH).toLowerCase());
  const judge = new DocumentJudge(secured, (operation, violation) =>
    allowsResponse(document, operation, violation),
  );
  const learner = new Learner(suite, server, {
    data,
    examplesOf: (operation) => examplesOf(document, operation),
    isWanted: ({ id }) => options.include.some((text) => text.startsWith(`${id}/`)),
    isStateless: options.stateless,
    tokens,
    deadline: options.deadline,
  });
  const learned = [...(await learner.learn(operations)).values()];
  const refused = refusedCredential(learned, secured, { schemes, given: Object.keys(values) });
  if (refused?.isOfAll === true) throw new UsageError(refused.message);
  const deletions = learner.deletions(operations);
  const needs = new Map(
    [
      ...learned,
      ...deletions.map((operation) => ({ operation, need: learner.needOf(operation) })),
    ].flatMap(({ operation, need }) => (need === undefined ? [] : [[operation.id, need]])),
  );
  const deletable = deletions.filter(({ id }) => !needs.has(id));
  // Deletions come first here, so that another operation of their path is asked with an unknown method.
  const bases = [
    ...deletable.flatMap((operation) => learner.unsentBase(operation) ?? []),
    ...learned.flatMap((learned) => learnedBase(learned) ?? []),
  ];
  const known = withCases(suite, bases);
  const isCredential = credentialPlaces(values);
  const { cases, ...others } = options.samples ? noConstraints : constraintsFor(known, "server");
  const constraints = { ...others, cases: cases.filter((item) => !isCredential(item)) };
  const boundaries = constraints.cases.filter(
    ({ operation, constraint, boundary }) =>
      boundary === "invalid" ||
      // Whether undocumented fields are tolerated, no document says. A resource can be deleted only once.
      (constraint.keyword !== "additional" && operation.method !== "DELETE"),
  );
  const play = stopWhenUnresponsive("server", async (item: Case | ConstraintCase) =>
    judge.judge(item, await playOnServer(known, tokens.renew(item), server)),
  );
  const results = learned.flatMap((learned) => learnedVerdict(learned, secured) ?? []);
  const refusals = refusalCases(bases, secured, server, !options.stateless);
  const observed = options.stateless
    ? []
    : [...resourceCases(suite, bases, learned, boundaries), ...listCases(suite, bases)];
  const planDocumentCases = (items: ReturnType<typeof refusalCases>) =>
    plan(items, async (item) => judge.judge(item, await playDocumentCase(item, suite, server)));
  const isDeletion = ({ operation }: { readonly operation: Operation }) =>
    deletable.includes(operation);
  const around = (isWanted: (item: { readonly operation: Operation }) => boolean) => [
    ...plan(boundaries.filter(isWanted), play),
    ...planDocumentCases(refusals.filter(isWanted)),
  ];
  return {
    absences: new Map(
      learned.flatMap(({ operation, absence }) =>
        absence === undefined ? [] : [[operation.id, absence]],
      ),
    ),
    needs,
    ...(refused && { refusedCredential: refused.message }),
    unreadable,
    planned: [
      ...plan(
        results.map(({ played }) => played),
        (item) =>
          Promise.resolve(
            judge.judge(item, results.find(({ played }) => played === item)?.verdict ?? never()),
          ),
        exchangesOfSample,
      ),
      ...around((item) => !isDeletion(item)),
      ...planDocumentCases(observed),
      ...plan(neutralReads(suite, bases, values), async (item) =>
        judge.judge(item, await playOnServer(suite, item, server)),
      ),
      ...around(isDeletion),
      ...plan(deletable.map(deletionCase), async (item) => {
        const { tried } = await learner.try(item.operation);
        if (!tried || options.stateless) return judge.judge(item, tried?.verdict ?? notSent(item));
        return judge.judge(item, await judgeDeletion(tried, suite.contract.operations, server));
      }),
    ],
    constraints,
    concurrency: options.concurrency ?? 1,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

const PREFIX_LENGTH = 7;

/** Whether a case is about a parameter that holds a credential. The given credential would be sent in place of its value. */
function credentialPlaces(given: Readonly<Record<string, string>>) {
  const places = new Set(
    Object.keys(given).flatMap((name) =>
      ["headers", "query", "cookies"].map((part) => `/${part}/${pointerStep(name)}`.toLowerCase()),
    ),
  );
  return ({ constraint }: ConstraintCase) => places.has(constraint.place.toLowerCase());
}

/** The verdict of what was sent. Operations that need something are listed instead. */
function learnedVerdict(
  learned: Learned,
  secured: ReadonlySet<Operation>,
): { played: Case; verdict: Verdict } | undefined {
  const { operation, tried, need, absence } = learned;
  if (!tried || absence !== undefined) return undefined;
  const statuses = secured.has(operation) ? [401, 403, 404, 410] : [404, 410];
  const isMissing =
    need !== undefined && (isAccepted(learned) || hasOnlyStatuses(tried.verdict, statuses));
  return isMissing ? undefined : { played: tried.played, verdict: tried.verdict };
}

/** Whether the response only says that a resource or a credential, which the run does not have, is missing. */
function hasOnlyStatuses({ findings }: Verdict, statuses: readonly number[]): boolean {
  return findings.every(
    ({ violation }) => violation?.part === "status" && statuses.includes(violation.status),
  );
}

function deletionCase(operation: Operation) {
  return {
    operation,
    id: `${operation.id}/derived`,
    kind: "derived" as const,
    why: "It deletes what the run has made.",
    source: operation.source,
  };
}

function notSent(played: ReturnType<typeof deletionCase>): Verdict {
  return errorVerdict(played, "server", new Error("nothing was sent"));
}

function never(): never {
  throw new TypeError("A learned case has a verdict.");
}

/**
 * Reads names with values, or recorded samples.
 *
 * @throws {UsageError} if the file has neither, or cannot be read
 */
async function readData(
  file: string | undefined,
): Promise<Readonly<Record<string, unknown>> | readonly RecordedSample[]> {
  if (file === undefined) return {};
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new UsageError(`--data ${file} cannot be read: ${String(error)}`);
  });
  const data = parseDocument(text, file);
  if (isObject(data)) return data;
  if (Array.isArray(data) && data.every(isSample)) return data;
  throw new UsageError(
    `--data ${file} is neither an object of names and values, nor a list of samples that contract proxy recorded.`,
  );
}
