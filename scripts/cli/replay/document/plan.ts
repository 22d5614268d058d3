/** Plans the cases of somebody's server from a document without samples. */
import {
  freshValues,
  playOnServer,
  type Case,
  type ConstraintCase,
  type Plan,
  type Suite,
  type Verdict,
} from "@contract-toolkit/conformance";
import {
  type DocumentCase,
  errorVerdict,
  exchangesOfSample,
  learnedBase,
  isChosen,
  isAccepted,
  judgeDeletion,
  Learner,
  neutralReads,
  noConstraints,
  listCases,
  type DocumentJudge,
  plan,
  type Planned,
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
import { readDocumentText } from "@contract-toolkit/schemas/documents/read-text";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import type { ReplayOptions } from "../options.ts";
import { documentJudge } from "./allows-response.ts";
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
  const data = await readData(options.data);
  if (!isObject(data)) return planRecorded(loaded, url, options, data);
  const { suite, document, unreadable } = loaded;
  const { values, secured, schemes } = giveCredentials(suite, options);
  await requireReachable(url);
  const server: Server = {
    url,
    headers: values,
    provider: { states: {} },
    fresh: freshValues(options.seed),
  };
  const operations = Object.values(suite.contract.operations).filter(isPlayed(options));
  const tokens = new Tokens(freshValues(`token ${options.seed}`)(PREFIX_LENGTH).toLowerCase());
  const learner = new Learner(suite, server, {
    data,
    examplesOf: (operation) => examplesOf(document, operation),
    isWanted: isNamed(options),
    isStateless: options.stateless,
    tokens,
    deadline: options.deadline,
  });
  const learned = [...(await learner.learn(operations)).values()];
  const refused = refusedCredential(learned, secured, { schemes, given: Object.keys(values) });
  if (refused?.isOfAll === true) throw new UsageError(refused.message);
  const deletions = learner.deletions(operations);
  const needs = needsOf(learned, deletions, learner);
  const deletable = deletions.filter(({ id }) => !needs.has(id));
  // Deletions come first here, so that another operation of their path is asked with an unknown method.
  const bases = [
    ...deletable.flatMap((operation) => learner.unsentBase(operation) ?? []),
    ...learned.flatMap((learned) => learnedBase(learned) ?? []),
  ];
  const known = withCases(suite, bases);
  const constraints = options.samples ? noConstraints : constraintsWithout(values, known);
  const judge = documentJudge(document, secured);
  const isStateless = options.stateless;
  const run = { suite, known, server, judge, secured, isStateless, tokens, learner, learned };
  return {
    absences: new Map(
      learned.flatMap(({ operation, absence }) =>
        absence === undefined ? [] : [[operation.id, absence]],
      ),
    ),
    needs,
    ...(refused && { refusedCredential: refused.message }),
    unreadable,
    planned: planCases({ ...run, bases, deletable, constraintCases: constraints.cases }),
    constraints,
    concurrency: options.concurrency ?? 1,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

type Server = Parameters<typeof playOnServer>[2];

/** What a run has learned about a server, and how it plays and judges. */
interface Run {
  readonly suite: Suite;
  /** The suite with what was learned as its cases. */
  readonly known: Suite;
  readonly server: Server;
  readonly judge: DocumentJudge;
  readonly secured: ReadonlySet<Operation>;
  readonly isStateless: boolean;
  readonly tokens: Tokens;
  readonly learner: Learner;
  readonly learned: readonly Learned[];
  /** The learned requests, with those of deletions. */
  readonly bases: readonly Case[];
  readonly deletable: readonly Operation[];
  readonly constraintCases: readonly ConstraintCase[];
}

type OperationCase = Pick<Case, "operation">;

function planCases(run: Run): Planned[] {
  const { suite, server, judge, bases, deletable, learned, isStateless } = run;
  const boundaries = run.constraintCases.filter(isDecided);
  const refusals = refusalCases(bases, run.secured, server, !isStateless);
  const planDocumentCases = (items: readonly DocumentCase[]) =>
    plan(items, async (item) => judge.judge(item, await playDocumentCase(item, suite, server)));
  const play = stopWhenUnresponsive(async (item: Case | ConstraintCase) =>
    judge.judge(item, await playOnServer(run.known, run.tokens.renew(item), server)),
  );
  const isDeletion = ({ operation }: OperationCase) => deletable.includes(operation);
  const planAround = (isWanted: (item: OperationCase) => boolean) => [
    ...plan(boundaries.filter(isWanted), play),
    ...planDocumentCases(refusals.filter(isWanted)),
  ];
  return [
    ...learned.flatMap((learned) => planLearned(learned, run)),
    ...planAround((item) => !isDeletion(item)),
    ...(isStateless ? [] : planDocumentCases(resourceCases(suite, bases, learned, boundaries))),
    ...(isStateless ? [] : planDocumentCases(listCases(suite, bases))),
    ...plan(neutralReads(suite, bases, server.headers), async (item) =>
      judge.judge(item, await playOnServer(suite, item, server)),
    ),
    ...planAround(isDeletion),
    ...plan(deletable.map(deletionCase), (item) => playDeletion(item, run)),
  ];
}

/** Whether the document decides what the server has to do. */
function isDecided({ operation, constraint, boundary }: ConstraintCase): boolean {
  return (
    boundary === "invalid" ||
    // Whether undocumented fields are tolerated, no document says. A resource can be deleted only once.
    (constraint.keyword !== "additional" && operation.method !== "DELETE")
  );
}

function isNamed({ include }: ReplayOptions) {
  return ({ id }: Operation) => include.some((text) => text.startsWith(`${id}/`));
}

function isPlayed(options: ReplayOptions) {
  const isIncluded = isChosen(options);
  const isWanted = isNamed(options);
  return (operation: Operation) =>
    isIncluded({ id: `${operation.id}/derived` }) || isWanted(operation);
}

/** What operations need that the run does not have. */
function needsOf(learned: readonly Learned[], deletions: readonly Operation[], learner: Learner) {
  const ofDeletions = deletions.map((operation) => ({
    operation,
    need: learner.needOf(operation),
  }));
  return new Map(
    [...learned, ...ofDeletions].flatMap(({ operation, need }) =>
      need === undefined ? [] : [[operation.id, need] as const],
    ),
  );
}

/** The constraints without those of parameters that hold a credential. The given one would be sent in place of a value. */
function constraintsWithout(credentials: Readonly<Record<string, string>>, suite: Suite) {
  const constraints = suite.constraints("server");
  const places = new Set(
    Object.keys(credentials).flatMap((name) =>
      ["headers", "query", "cookies"].map((part) => `/${part}/${pointerStep(name)}`.toLowerCase()),
    ),
  );
  const cases = constraints.cases.filter(
    ({ constraint }) => !places.has(constraint.place.toLowerCase()),
  );
  return { ...constraints, cases };
}

/** Plans the verdict of what was sent. Operations that need something are listed instead. */
function planLearned(learned: Learned, { secured, judge }: Run): Planned[] {
  const { operation, tried, need, absence } = learned;
  if (!tried || absence !== undefined) return [];
  const { played, verdict } = tried;
  const statuses = secured.has(operation) ? [401, 403, 404, 410] : [404, 410];
  const isMissing =
    need !== undefined && (isAccepted(learned) || hasOnlyStatuses(verdict, statuses));
  if (isMissing) return [];
  return plan([played], (item) => Promise.resolve(judge.judge(item, verdict)), exchangesOfSample);
}

async function playDeletion(
  item: ReturnType<typeof deletionCase>,
  { learner, judge, isStateless, suite, server }: Run,
): Promise<Verdict> {
  const { tried } = await learner.try(item.operation);
  if (!tried || isStateless) return judge.judge(item, tried?.verdict ?? notSent(item));
  return judge.judge(item, await judgeDeletion(tried, suite.contract.operations, server));
}

const PREFIX_LENGTH = 7;

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

/**
 * Reads names with values, or recorded samples.
 *
 * @throws {UsageError} if the file has neither, or cannot be read
 */
async function readData(
  file: string | undefined,
): Promise<Readonly<Record<string, unknown>> | readonly RecordedSample[]> {
  if (file === undefined) return {};
  const data = parseDocument(await readDocumentText(file, `--data ${file}`), file);
  if (isObject(data)) return data;
  if (Array.isArray(data) && data.every(isSample)) return data;
  throw new UsageError(
    `--data ${file} is neither an object of names and values, nor a list of samples that contract proxy recorded.`,
  );
}
