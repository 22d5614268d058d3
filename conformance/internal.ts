/**
 * Entry for the `contract` command and this repository's own measurements. It may change with any version. Use the package's
 * main entry instead.
 *
 * @module
 */

// Cases and responses.
export { neutralReads } from "./cases/servers/derive.ts";
export { TextMap } from "./json-comparison/text-map.ts";
export { isWord, substitute, substituteWithin, valuesByPointer } from "./json-comparison/values.ts";

// A project's files, and its credentials.
export { anyCredentials } from "./credentials.ts";
export { contractsIn, loadContract } from "./runs/project/contracts.ts";
export { loadProvider } from "./runs/project/provider.ts";
export { loadScenarios } from "./runs/project/scenarios.ts";

// Planning a run.
export { noConstraints } from "./cases/boundaries/exclusions.ts";
export { Held, isChosen } from "./runs/plan.ts";
export { requireReachable } from "./runs/server/preflight.ts";
export { casesOfSamples, plainCase, type CaseHead } from "./cases/case.ts";
export {
  exchangesOfSample,
  plan,
  type DocumentedExchange,
  type Planned,
} from "./cases/planned-case.ts";
export { readShownRows, type ShownRow } from "./scenarios/shown-rows.ts";
export { FileError } from "./scenarios/read/yaml.ts";
export { isIndependentOfClock } from "./targets/receiver/receiver.ts";
export { stopWhenUnresponsive } from "./targets/unresponsive.ts";
export { isScenarioPlaceholder } from "./request.ts";

// Learning from a server that no sample describes.
export { learnedBase, isAccepted, Learner, type Learned } from "./request-learning/learn.ts";
export { judgeDeletion, refusalCases } from "./request-learning/http-cases.ts";
export { refusedCredential } from "./request-learning/refused-credential.ts";
export { DocumentJudge } from "./request-learning/judge.ts";
export { type DocumentCase, playDocumentCase } from "./request-learning/document-case.ts";
export { listCases } from "./request-learning/observed-lists.ts";
export { resourceCases } from "./request-learning/observed-resources.ts";
export { Tokens } from "./request-learning/tokens.ts";
export { withCases } from "./suite.ts";

// Samples of what was recorded.
export { compareJson } from "./json-comparison/compare.ts";
export { playRecorded, renewText, type RecordedSample } from "./recorded-samples/play.ts";
export { isIdName, queriesIn } from "./recorded-samples/names.ts";
export { allowsRequest } from "./contract-allows.ts";

// Judging messages that others exchange.
export { judgeResponse, undocumentedStatus } from "./targets/response.ts";
export { decompressBody, parseRawHeaders, readHttpResponse } from "./targets/send.ts";

// Reporting a run.
export { errorVerdict, type ResponseViolation } from "./verdict.ts";
export { listStaleFailures, pluralOf } from "./report/terminal.ts";
export { coverExchanges } from "./report/coverage.ts";
export { exercisedConstraints, type ExercisedConstraint } from "./cases/boundaries/exercised.ts";
