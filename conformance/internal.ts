/**
 * Entry for the `contract` command and this repository's own measurements. It may change with any version. Use the package's
 * main entry instead.
 *
 * @module
 */

// Cases and responses.
export { concerns } from "./cases/boundaries/constraint-case.ts";
export { allowsResponse } from "./contract-allows.ts";
export { substitute } from "./json/values.ts";

// Planning a run.
export type { CaseHead } from "./cases/case.ts";
export { isExclusive } from "./cases/exclusive-cases.ts";
export { isOfPattern, knownFailureOf } from "./known-failures/known-failures.ts";
export {
  exchangesOfSample,
  exchangesOfScenario,
  plan,
  planDerived,
  type DocumentedExchange,
  type Planned,
} from "./cases/planned-case.ts";
export { cutScenario } from "./scenarios/scenario.ts";
export { readShownRows, type ShownRow } from "./scenarios/shown-rows.ts";
export { FileError } from "./scenarios/read/yaml.ts";
export { isForbidden } from "./targets/client/client.ts";
export { isIndependentOfClock } from "./targets/receiver/receiver.ts";
export { stopSilentOperations, stopWhenUnresponsive } from "./targets/unresponsive.ts";
export { genuineMessage, genuineMessageAt } from "./cases/receivers/genuine.ts";
export { withCredentials } from "./credentials.ts";
export { fillPlaceholders, isPlaceholder } from "./request.ts";

// Learning from a server that no sample describes.
export {
  baseOf,
  isAccepted,
  Learner,
  type Knowledge,
  type Learned,
  type Need,
} from "./learning/learn.ts";
export { playRefusal, refusalCases } from "./learning/http-cases.ts";
export { DocumentJudge } from "./learning/judge.ts";
export { Tokens } from "./learning/tokens.ts";
export { withCases } from "./suite.ts";

// Reporting a run.
export type { DerivedConstraints } from "./cases/boundaries/derive.ts";
export type { CoveredConstraints } from "./report/boundary-coverage.ts";
export { operationOf, type NotImplemented } from "./report/report.ts";
export { pluralOf } from "./report/terminal.ts";
export type { Timed } from "./run.ts";
