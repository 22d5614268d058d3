export { SkeletonError, type SkeletonErrorCode } from "./errors.ts";
export {
  createContractRouter,
  type ContractRouter,
  type OptionsWithHandlers,
} from "./contract-router.ts";
export type { CorsOptions } from "./middleware/cors.ts";
export type { Middleware } from "./middleware/middleware.ts";
export { problemDetails } from "./responses/problem-details.ts";
export type {
  BeforeHandlerInput,
  ResponseInfo,
  HookInput,
  HandlersOf,
  ProblemResponse,
  HandlerResponse,
  ProblemResponseWithStatus,
  RouterOptions,
} from "./options.ts";
export {
  createContractServer,
  type ContractServer,
  type ServerOptions,
} from "./http-server/contract-server.ts";
export {
  createExpressServer,
  type ExpressApplication,
  type ExpressServer,
} from "./http-server/express-server.ts";
export type {
  FieldViolation,
  InvalidRequest,
  ListedViolations,
  MalformedRequest,
  Problem,
} from "./problem.ts";
export { listViolations } from "./requests/invalid-request.ts";
export { compiledEngine } from "./compiled-engine.ts";
export type { Engine, Judgement, RequestMessage, ResponseMessage } from "./engine.ts";
export { createTextFinder, type DocumentedText } from "./request-texts.ts";
export type { MalformedOptions } from "./http-server/parser-errors.ts";
export { validateWith, type ValidationOptions } from "./validate-with.ts";
