/**
 * Loads a generated contract and plays its cases against a server, a client or a receiver of callbacks.
 *
 * @example
 * const suite = await loadSuite("generated/catalogue");
 * const server = { url: new URL("http://127.0.0.1:3000"), headers: {} };
 * const verdicts = await Promise.all(suite.cases.map((each) => playOnServer(suite, each, server)));
 *
 * @module
 */

// The contract, and its cases.
export { loadSuite, NoContractError, type Suite } from "./suite.ts";
export type { Case, ConstraintCase, Target } from "./case.ts";
export { callCases } from "./http/client/derive.ts";
export { httpCases } from "./http/derive.ts";
export type { CallCase } from "./http/client/call-case.ts";
export type { HttpCase } from "./http/http-case.ts";
export { callbackCases } from "./callbacks/derive.ts";
export type { CallbackCase } from "./callbacks/callback-case.ts";
export { readScenarios } from "./scenarios/read.ts";
export type { Scenario } from "./scenarios/scenario.ts";
export { deriveAnswer, deriveRequest } from "./message-generator/messages.ts";

// Playing them.
export { playOnServer } from "./targets/server.ts";
export { playHttp } from "./targets/http/play.ts";
export { playScenario } from "./scenarios/play.ts";
export type { ServerUnderTest } from "./targets/state-setup.ts";
export { playOnClient, type ClientUnderTest } from "./targets/client/client.ts";
export { playCall } from "./targets/client/play-call.ts";
export { startClient } from "./targets/client/client-process.ts";
export { playOnReceiver } from "./targets/receiver/receiver.ts";
export type { ReceiverUnderTest } from "./targets/receiver/send-to-receiver.ts";
export { freshValues, type FreshValues } from "./fresh-values.ts";
export { run, type RunOptions } from "./run.ts";
export { NoAnswerError, TargetFaultError, UnplayableError } from "./errors.ts";

// What came of them.
export { describeVerdict, type Finding, type Verdict } from "./verdict.ts";
export {
  KnownFailuresError,
  readKnownFailures,
  type KnownFailure,
} from "./known-failures/known-failures.ts";
export { exitStatus, makeReport, type Report } from "./report/report.ts";
export { jsonReport, type JsonReport } from "./report/json.ts";
export { junitReport } from "./report/junit.ts";
export { pageReport } from "./report/page/index.ts";
export { terminalReport } from "./report/terminal.ts";
export { writeReports } from "./report/write.ts";

// What a provider says of a service under test.
export type {
  Acted,
  Forgery,
  Opened,
  Provider,
  SentMessage,
  StateContext,
  StateResult,
} from "./provider.ts";
export {
  credentialKinds,
  makersOf,
  type CredentialKind,
  type CredentialMakers,
} from "./http/credentials/credential-kinds.ts";
export { jwtCredentials } from "./http/credentials/jwt-credentials.ts";
export { spoils, type Provocations } from "./http/spoilt-answers.ts";
export type { HttpDecisions } from "./http/http-decisions.ts";
export type { JwtRules } from "./http/credentials/jwt-token.ts";
export type { SignatureScheme, SignedMessage } from "./callbacks/signature-scheme.ts";
export { askActed } from "./targets/receiver/acted.ts";
export { writeRequest } from "./request.ts";
export { send } from "./targets/send.ts";
