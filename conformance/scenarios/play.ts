import { setTimeout as pause } from "node:timers/promises";
import { type SampleRequest, valueAt, withValue } from "@contract-toolkit/contract";
import { choicesOfExchange, choicesOfMessage } from "../choices.ts";
import { violationsOfRequest } from "../contract-allows.ts";
import type { Trace } from "../exchanges/exchange.ts";
import { inTermsOfCase } from "../repeatable-findings.ts";
import { receivedExchange } from "../exchanges/received.ts";
import type { StateResult, Provider } from "../provider.ts";
import {
  contentTypeFindings,
  isFailure,
  judgeResponse,
  sendRequest,
  wrongStatus,
  type JudgedResponse,
} from "../targets/response.ts";
import { setUp, verdictWithStates, type ServerUnderTest } from "../targets/state-setup.ts";
import { startRecorder, type Recorder } from "../targets/recording-server/recorder.ts";
import { hasCode } from "../errors.ts";
import { compareJson } from "../json-comparison/compare.ts";
import {
  describeDifference,
  describeViolation,
  show,
  type Finding,
  type Verdict,
} from "../verdict.ts";
import {
  isOptionalAndMissing,
  joinFindings,
  unmetExpectations,
  type Expectations,
} from "./steps/expect.ts";
import { openInbox, readSentMessage, type Inbox } from "./steps/inbox.ts";
import { playList } from "./steps/list.ts";
import { openPage } from "./steps/page.ts";
import type {
  ResponseStep,
  AtOnceStep,
  CallStep,
  ProviderStateStep,
  ReceiveStep,
  Step,
  VisitStep,
} from "./read/read-steps.ts";
import type { Scenario } from "./scenario.ts";
import { fill, placeholderNames, valuesAtPattern } from "./values.ts";

export interface ServerInScenario extends ServerUnderTest {
  readonly open?: Provider["open"] | undefined;
  /** Where the server sends its messages. By default a recorder is opened on the loopback interface. */
  readonly recorder?: Recorder;
}

/** Plays a scenario up to the first step that fails, because later steps depend on it. */
export function playScenario(scenario: Scenario, server: ServerInScenario): Promise<Verdict> {
  const { headers } = server;
  return verdictWithStates(scenario, (effects, trace) =>
    playSteps({
      scenario,
      server,
      effects,
      headers,
      trace,
      known: new Map(),
      choicesOfKept: new Map(),
      askedAt: 0,
    }),
  );
}

interface Play {
  readonly scenario: Scenario;
  readonly server: ServerInScenario;
  readonly known: Map<string, unknown>;
  /** The choices at the places of which values were kept. */
  readonly choicesOfKept: Map<string, readonly string[]>;
  readonly effects: StateResult[];
  /** Credentials, and headers that provider states added. */
  headers: Readonly<Record<string, string>>;
  /** Of the last step, if it called the server or received a message. */
  readonly trace: Trace;
  inbox?: Inbox;
  /** The state of the caller after a refused call, if nothing was done since. */
  state?: unknown;
  /** Set when an optional value that a step should keep is missing: the following steps need it. */
  isOver?: true;
  /** When the server was last asked for something. */
  askedAt: number;
}

/** Long enough that inboxes of different scenarios have different names. */
const INBOX_NAME_LENGTH = 24;

async function playSteps(play: Play): Promise<Finding[]> {
  const { scenario, server, known } = play;
  for (const [name, length] of Object.entries(scenario.fresh))
    known.set(name, server.fresh(length));
  await using own = server.recorder ? undefined : await startRecorder();
  const recorder = server.recorder ?? own;
  if (recorder) {
    recorder.response = { status: 204, headers: {} };
    const { messageIdHeader } = server.provider;
    play.inbox = openInbox(recorder, server.fresh(INBOX_NAME_LENGTH), messageIdHeader);
    known.set("inbox", play.inbox.url);
    known.set("server", server.url.href.replace(/\/$/, ""));
  }
  for (const step of scenario.steps) {
    if (play.isOver) break;
    delete play.trace.exchange;
    if (step.kind !== "call") delete play.state;
    const findings = await playStep(play, step).catch((error: unknown) => {
      if (hasCode(error, "target-fault")) return [{ message: error.message }];
      throw new Error(`${step.title}, line ${step.source.line}`, {
        cause: error,
      });
    });
    if (findings.length > 0)
      return inTermsOfCase(findings, nameKnownValues(known)).map(
        ({ message, repeatable, source = step.source, about, choices }) => {
          const at = `${step.title}, line ${step.source.line}: `;
          return {
            message: at + message,
            ...(repeatable !== undefined && { repeatable: at + repeatable }),
            source,
            choices: choices ?? choicesAt(play, step)(about),
          };
        },
      );
  }
  delete play.trace.exchange;
  const unexpected = scenario.isCut ? [] : (play.inbox?.unexpected() ?? []);
  return unexpected.map(({ body }) => ({
    message: `the server sent a message that no step expects: ${body.slice(0, 300)}`,
    repeatable: "the server sent a message that no step expects",
  }));
}

/** Values by their names in the scenario: ids, secrets and addresses, which differ in every run. */
function nameKnownValues(known: ReadonlyMap<string, unknown>): Map<string, string> {
  return new Map(
    [...known].flatMap(([name, value]) =>
      typeof value === "string" && value.length >= SHORTEST_NAMED ? [[`{${name}}`, value]] : [],
    ),
  );
}

/** A shorter value may be part of another text by chance. */
const SHORTEST_NAMED = 8;

function playStep(play: Play, step: Step): Promise<readonly Finding[]> {
  switch (step.kind) {
    case "providerState":
      return setUpState(play, step);
    case "call":
      return call(play, step);
    case "atOnce":
      return callAtOnce(play, step);
    case "list":
      return playList(step, (query) =>
        sendScenarioRequest(play, step, { ...step.request, query }, 200),
      );
    case "receive":
      return receiveCallback(play, step);
    case "join":
      return Promise.resolve(joinFindings(step, play.known));
    case "visit":
      return visit(play, step);
    case "response":
      play.inbox?.response(step.at, fill(step.response, play.known) as ResponseStep["response"]);
      return Promise.resolve([]);
  }
}

async function setUpState(play: Play, step: ProviderStateStep): Promise<Finding[]> {
  const { server, scenario, known, headers } = play;
  const { state } = step;
  const values = fill(state.values, known) as Record<string, unknown>;
  const after = scenario.steps.slice(scenario.steps.indexOf(step) + 1);
  const next = after.findIndex(({ kind }) => kind === "providerState");
  const caused = next < 0 ? after : after.slice(0, next);
  if (caused.some((each) => each.kind === "receive" && (each.isNone || each.isRepeated)))
    await play.inbox?.settle(play.askedAt);
  const effect = await setUp(
    server.provider,
    { name: state.name, values },
    { server: server.url, case: scenario, headers, fresh: server.fresh },
  );
  play.askedAt = performance.now();
  play.effects.push(effect);
  play.headers = { ...headers, ...effect.headers };
  for (const [name, value] of Object.entries(effect.bindings ?? {})) known.set(name, value);
  return [];
}

/** Pause before a call is repeated. Longer pauses would make tests slow. */
const REPEAT_EVERY_MS = 50;

async function call(play: Play, step: CallStep): Promise<readonly Finding[]> {
  const request = requestOf(play, step);
  const end = performance.now() + step.withinSeconds * 1000;
  for (;;) {
    const findings = await callOnce(play, step, request);
    if (findings.length === 0 || performance.now() >= end) return findings;
    await pause(REPEAT_EVERY_MS);
  }
}

/** Sends calls at the same time. Whichever of them wins, nobody is told anything else than the others who win. */
async function callAtOnce(
  play: Play,
  { calls, wins = calls.length, otherwise }: AtOnceStep,
): Promise<readonly Finding[]> {
  const sent = calls.map((step) => ({ step, request: requestOf(play, step) }));
  const results = await Promise.all(
    sent.map(async ({ step, request }) => ({
      step,
      judged: await sendScenarioRequest(play, step, request, step.status, otherwise),
    })),
  );
  const findings = results.flatMap(({ judged }) => judged.findings);
  if (findings.length > 0) return findings;
  const winners = results.filter(({ step, judged }) => judged.status === step.status);
  const statuses = results.map(({ judged }) => judged.status).sort();
  if (winners.length !== wins)
    return [{ message: `expected ${wins} of the calls to win, found ${statuses.join(", ")}` }];
  return winners.flatMap(({ step, judged }, at) => {
    const { expected, keep } = step;
    const told = Object.entries(at > 0 ? keep : {}).map(([name, pointer]) => {
      return [pointer, play.known.get(name)] as const;
    });
    const equal = { ...expected.equal, ...Object.fromEntries<unknown>(told) };
    const asOthers = { keep, expected: { ...expected, equal } };
    return checkAndKeep(play, judged, asOthers, choicesOfCall(step, judged.status));
  });
}

function requestOf({ server, known }: Play, step: CallStep): SampleRequest {
  const request = step.fresh.reduce<unknown>(
    (message, { pointer, length }) => withValue(message, pointer, server.fresh(length)),
    fill(step.request, known),
  ) as SampleRequest;
  return step.longest.reduce<unknown>((message, { name, pointer, length }) => {
    const text = longText(valueAt(request, pointer), length);
    known.set(name, text);
    return withValue(message, pointer, text);
  }, request) as SampleRequest;
}

/** No part of the text repeats, so a comparison shows which part is missing. Digits alone could be read as a number. */
function longText(given: unknown, length: number): string {
  const start = typeof given === "string" ? given : "";
  const more = Array.from({ length }, (_, at) => `x${at}-`).join("");
  return start + more.slice(0, Math.max(0, length - start.length));
}

async function callOnce(
  play: Play,
  step: CallStep,
  request: SampleRequest,
): Promise<readonly Finding[]> {
  const before = play.state ?? (await stateBeside(play, step));
  delete play.state;
  const judged = await sendScenarioRequest(play, step, request, step.status);
  if (judged.findings.length > 0) return judged.findings;
  const after = await stateBeside(play, step);
  play.state = after;
  const isRead = before !== undefined && after !== undefined;
  const changes = isRead ? compareJson(before, after) : [];
  if (changes.length > 0)
    return changes.map((change) =>
      describeDifference("the refused request had an effect: ", change),
    );
  return checkAndKeep(play, judged, step, choicesOfCall(step, judged.status));
}

/** The state of the caller, if the step must not change it. */
function stateBeside({ server, headers }: Play, { status }: CallStep): Promise<unknown> {
  if (!isFailure(status)) return Promise.resolve(undefined);
  const caller = { server: server.url, headers: { ...server.headers, ...headers } };
  return server.provider.readState?.(caller) ?? Promise.resolve(undefined);
}

async function sendScenarioRequest(
  play: Play,
  { suite, operation }: Pick<CallStep, "suite" | "operation">,
  request: SampleRequest,
  status: number,
  otherwise = status,
): Promise<JudgedResponse> {
  const { server, headers, trace } = play;
  const response = await sendRequest(
    server.url,
    operation,
    request,
    headers,
    server.headers,
    trace,
  );
  play.askedAt = performance.now();
  const judged = judgeResponse(suite, operation, response);
  const due = isFailure(response.status) ? otherwise : status;
  const isDue = response.status === status || response.status === otherwise;
  const findings = isDue ? judged.findings : [wrongStatus(operation, due, response)];
  const choicesAt = choicesOfCall({ suite, operation }, response.status);
  return { ...judged, findings: withChoices(findings, choicesAt) };
}

type ChoicesAt = (about: Finding["about"]) => readonly string[];

/** The choices at places of what a step gets. A page rests on those of its URL. */
function choicesAt({ choicesOfKept }: Play, step: Step): ChoicesAt {
  if (step.kind === "list") return choicesOfCall(step, 200);
  if (step.kind === "receive")
    return (about) => choicesOfMessage(step.suite, step.operation.id, about);
  const kept = step.kind === "visit" ? placeholderNames(step.url) : [];
  return () => kept.flatMap((name) => choicesOfKept.get(name) ?? []);
}

/** The choices at places of the response to a call. */
function choicesOfCall(
  { suite, operation }: Pick<CallStep, "suite" | "operation">,
  status: number,
): ChoicesAt {
  return (about) => choicesOfExchange(suite, operation.id, status, about) ?? [];
}

function withChoices(findings: readonly Finding[], choicesAt: ChoicesAt): Finding[] {
  return findings.map((finding) => ({ choices: choicesAt(finding.about), ...finding }));
}

async function receiveCallback(play: Play, step: ReceiveStep): Promise<Finding[]> {
  const { withinSeconds, operation } = step;
  const inbox = String(play.known.get("inbox"));
  const at = String(fill(step.at, play.known)).replace(inbox, "");
  if (step.isNone) {
    const [more] = (await play.inbox?.arrivals(at, withinSeconds)) ?? [];
    if (more) play.trace.exchange = () => receivedExchange(operation, more);
    return more
      ? [{ message: `expected no further message at ${at || "any path"}, found one` }]
      : [];
  }
  const message = await play.inbox?.take(at, step);
  if (!message)
    return [
      {
        message: `no ${step.isRepeated ? "repeated " : ""}message was received at ${at || "/"} within ${withinSeconds} s; ${cameInstead(play.inbox)}`,
      },
    ];
  play.trace.exchange = () => receivedExchange(operation, message);
  const sent = readSentMessage(operation, message);
  const broken = [
    ...contentTypeFindings(operation.body, message.headers["content-type"]),
    ...violationsOfRequest(step.suite.contract, operation, sent.request).map((violation) =>
      describeViolation(violation, step.suite.positionOf),
    ),
  ];
  const { request, violations } = play.server.open?.(sent, play.known) ?? {
    request: sent.request,
    violations: [],
  };
  if (step.isForged && violations.length === 0)
    return [{ message: "expected a message to be refused, found a genuine one" }];
  const found = step.isForged ? [] : violations;
  if (broken.length > 0 || found.length > 0)
    return [...broken, ...found.map((text) => ({ message: text }))];
  return checkAndKeep(play, request, step, choicesAt(play, step));
}

/** Lists where messages arrived that no step has taken. */
function cameInstead(inbox: Inbox | undefined): string {
  const places = [...new Set(inbox?.others() ?? [])].sort();
  return places.length === 0
    ? "nothing else was received"
    : `received instead: ${places.join(", ")}`;
}

async function visit(play: Play, step: VisitStep): Promise<Finding[]> {
  const address = String(fill(step.url, play.known));
  const url = URL.parse(address);
  if (url === null && step.isIfUrl) return [];
  if (url === null) return [{ message: `expected a URL, found ${show(address)}` }];
  // A link to an application on the customer's device cannot be opened here.
  if (!url.protocol.startsWith("http")) return [];
  const page = await openPage(url, play.server.provider.readPicture).catch(String);
  if (typeof page === "string") return [{ message: `${address} cannot be opened: ${page}` }];
  const isSentOn = page.status >= 300 && page.status < 400 && expectsOnward(step.expected);
  if (page.status !== step.status && !isSentOn)
    return [{ message: `status: expected ${step.status}, found ${page.status}` }];
  const { ifPresent } = step.expected;
  const expected = isSentOn
    ? { ...step.expected, ifPresent: [...ifPresent, ...shown] }
    : step.expected;
  return checkAndKeep(play, page, { ...step, expected }, choicesAt(play, step));
}

/** What a page shows. Where it leads elsewhere, a server may redirect at once and show nothing. */
const shown = ["/body/language", "/body/text", "/body/quantities", "/body/codes"];

function expectsOnward({ matches, contains, leadsTo }: Expectations): boolean {
  return "/body/onward" in { ...matches, ...contains } || "/body/links" in leadsTo;
}

function checkAndKeep(
  play: Play,
  message: unknown,
  { expected, keep }: Pick<ReceiveStep, "expected" | "keep">,
  choicesAt: ChoicesAt,
): Finding[] {
  const { known } = play;
  const findings = unmetExpectations(expected, message, known);
  if (findings.length > 0) return withChoices(findings, choicesAt);
  if (Object.values(keep).some((pointer) => isOptionalAndMissing(expected, pointer, message))) {
    play.isOver = true;
    return [];
  }
  return Object.entries(keep).flatMap(([name, pointer]) => {
    const value = valuesAtPattern(message, pointer);
    known.set(name, value);
    play.choicesOfKept.set(name, choicesAt({ pointer }));
    if (value !== undefined) return [];
    const found = `${pointer}: expected a value to keep as ${name}, found nothing`;
    return withChoices([{ message: found, about: { pointer, isPresence: true } }], choicesAt);
  });
}
