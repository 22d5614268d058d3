export { createContractRouter, type ContractRouter } from "./contract-router.ts";
export type {
  Admission,
  Answered,
  Arrival,
  HandlersOf,
  ProblemAnswer,
  RouterOptions,
} from "./options.ts";
export {
  createExpressServer,
  type ExpressApplication,
  type ExpressServer,
} from "./express-server.ts";
export { fieldOf, type FieldFault, type Problem } from "./problem.ts";
export { compiledEngine } from "./compiled-engine.ts";
export type { Engine, Judgement, RequestMessage, ResponseMessage } from "./engine.ts";
