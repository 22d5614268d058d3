export {
  casesOfSamples,
  type Case,
  type CaseHead,
  type Constraint,
  type ConstraintCase,
  type ProviderState,
  type Target,
} from "./case.ts";
export {
  isForbidden,
  playOnClient,
  type CallManner,
  type ClientUnderTest,
} from "./targets/client/client.ts";
export { allowsAnswer } from "./contract-allows.ts";
export { playCall } from "./targets/client/play-call.ts";
export { startClient, type ClientLimits } from "./targets/client/client-process.ts";
export { concerns, keepComparisonsOf, messagesAt } from "./boundaries/index.ts";
export { instanceOf } from "./message-generator/instance.ts";
export { accepts } from "./second-validator/oracle.ts";
export type { DerivedCases, UnderivableCase } from "./derived-cases.ts";
export {
  deriveAnswer,
  deriveRefusal,
  deriveRequest,
  type DerivableContract,
  type Derived,
  type Underivable,
} from "./message-generator/messages.ts";
export { isExclusive } from "./exclusive.ts";
export type { ShownExchange } from "./exchange/exchange.ts";
export { freshValues, type FreshValues } from "./fresh-values.ts";
export type {
  Acted,
  StateResult,
  Forgery,
  Opened,
  Provider,
  SentMessage,
  StateContext,
} from "./provider.ts";
export {
  callCases,
  credentialKinds,
  httpCases,
  type CallCase,
  type CallGroup,
  jwtCredentials,
  makersOf,
  type CredentialContext,
  type CredentialKind,
  type CredentialMakers,
  type HttpCase,
  type HttpDecisions,
  type JwtAlgorithm,
  type JwtKey,
  type JwtRules,
  type JwtUser,
  type MakeCredential,
  type OpenPoint,
  type Provocation,
  type Provocations,
  spoils,
  type RawForm,
  type RequestProblem,
  type Spoil,
} from "./http/index.ts";
export { playHttp } from "./targets/http/play.ts";
export type { ReceiverUnderTest } from "./targets/receiver/send-to-receiver.ts";
export {
  callbackCases,
  genuineMessage,
  genuineMessageAt,
  type CallbackCase,
  type CallbackStep,
  type MessageForm,
  type SignatureScheme,
  type SignedMessage,
} from "./callbacks/index.ts";
export { askActed } from "./targets/receiver/ask-acted.ts";
export { playOnReceiver } from "./targets/receiver/receiver.ts";
export { isFair } from "./targets/receiver/play-receiver-boundary.ts";
export { substitute } from "./json/substitute.ts";
export { playOnServer } from "./targets/server.ts";
export type { ServerUnderTest } from "./targets/server-under-test.ts";
export { withCredentials } from "./credentials.ts";
export { fillPlaceholders, isPlaceholder, writeRequest } from "./request.ts";
export {
  KnownFailuresError,
  knownFailureOf,
  readKnownFailures,
  type KnownFailure,
} from "./findings/known-failures.ts";
export { isOfPattern } from "./findings/id-pattern.ts";
export { NoAnswerError } from "./no-answer-error.ts";
export {
  exchangesOfSample,
  exchangesOfScenario,
  plan,
  planDerived,
  type Exchange,
  type Planned,
} from "./planned-case.ts";
export type { CoveredConstraints } from "./report/boundary-coverage.ts";
export { jsonReport, type JsonReport } from "./report/json.ts";
export { junitReport } from "./report/junit.ts";
export { pageReport } from "./report/page/index.ts";
export {
  exitStatus,
  makeReport,
  operationOf,
  type NotImplemented,
  type Played,
  type Report,
} from "./report/report.ts";
export type { Outcome, Result } from "./report/result.ts";
export { pluralOf, terminalReport } from "./report/terminal.ts";
export { writeReports } from "./report/write.ts";
export { run, type RunOptions, type Timed } from "./run.ts";
export { playScenario, type ServerInScenario } from "./scenarios/play.ts";
export { readScenarios, type Vocabulary } from "./scenarios/read.ts";
export { readShownRows, type ShownRow } from "./scenarios/shown-rows.ts";
export type { Scenario } from "./scenarios/scenario.ts";
export { FileError } from "./scenarios/yaml.ts";
export { send, type ServerAnswer } from "./targets/send.ts";
export { untilSilent } from "./targets/unresponsive.ts";
export type { RulePositions } from "@contract-toolkit/kernel";
export { loadSuite, NoContractError, type Suite } from "./suite.ts";
export { TargetFaultError } from "./target-fault-error.ts";
export { UnplayableError } from "./unplayable-error.ts";
export { describeFinding, describeVerdict, type Finding, type Verdict } from "./verdict.ts";
