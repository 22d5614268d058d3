/**
 * Loads a generated contract and plays its cases against a server, a client or a receiver of callbacks.
 *
 * @example
 * const suite = await loadSuite("generated/catalogue");
 * await using plan = await planServer(suite, new URL("http://127.0.0.1:3000"), {});
 * const report = await playPlan(suite, "server", plan);
 * process.exitCode = exitStatus(report);
 *
 * @module
 */

// The contract and its cases.
export { loadSuite, type Suite } from "./suite.ts";
export type { Case, ConstraintCase, Target } from "./cases/case.ts";
export { callCases } from "./cases/clients/derive.ts";
export { httpCases } from "./cases/servers/derive.ts";
export type { CallCase } from "./cases/clients/call-case.ts";
export type { HttpCase } from "./cases/servers/http-case.ts";
export { callbackCases } from "./cases/receivers/derive.ts";
export type { CallbackCase } from "./cases/receivers/callback-case.ts";
export { readScenarios } from "./scenarios/read/read.ts";
export type { Scenario } from "./scenarios/scenario.ts";
export {
  deriveResponse,
  deriveRequest,
} from "@contract-toolkit/schemas/message-generator/messages";

// Playing cases.
export { playOnServer } from "./targets/server.ts";
export { playScenario } from "./scenarios/play.ts";
export type { ServerUnderTest } from "./targets/state-setup.ts";
export { playOnClient, type ClientUnderTest } from "./targets/client/play-call.ts";
export { startClient } from "./targets/client/client-process.ts";
export { playOnReceiver } from "./targets/receiver/receiver.ts";
export type { ReceiverUnderTest } from "./targets/receiver/send-to-receiver.ts";
export { freshValues, type FreshValues } from "./cases/fresh-values.ts";
export { run, type RunOptions } from "./runs/run.ts";

// Whole runs: planning the cases of a target, and playing them.
export type { Plan, PlanOptions } from "./runs/plan.ts";
export { planServer } from "./runs/server/plan.ts";
export { planClient } from "./runs/client.ts";
export { planReceiver } from "./runs/receiver.ts";
export { playPlan, type PlayOptions } from "./runs/play.ts";
export {
  ConformanceError,
  type ConformanceErrorCode,
  hasCode,
  RefusedCallError,
} from "./errors.ts";

// Results and reports.
export { describeVerdict, type Finding, type Verdict } from "./verdict.ts";
export { readKnownFailures, type KnownFailure } from "./known-failures/known-failures.ts";
export { exitStatus, makeReport, type Report } from "./report/report.ts";
export { jsonReport, reportContent, type JsonReport } from "./report/json.ts";
export { junitReport } from "./report/junit.ts";
export { pageReport } from "./report/page/index.ts";
export { terminalReport } from "./report/terminal.ts";

// Types of a provider, and helpers for it.
export type {
  Acted,
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
} from "./cases/servers/credentials/credential-kinds.ts";
export { jwtCredentials } from "./jwt/credentials.ts";
export { spoils, type Provocations } from "./cases/servers/http-case.ts";
export type { HttpDecisions } from "./cases/servers/http-decisions.ts";
export type { JwtRules } from "./jwt/token.ts";
export type { SignatureScheme, SignedMessage } from "./cases/receivers/signature-scheme.ts";
export { askActed } from "./targets/receiver/acted.ts";
export { writeRequest } from "./request.ts";
export { sendWireRequest } from "./targets/send.ts";
