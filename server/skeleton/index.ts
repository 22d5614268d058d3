export {
  createContractRouter,
  type ContractRouter,
} from "./contract-router.ts";
export type {
  Admission,
  Answered,
  Arrival,
  HandlersOf,
  ProblemAnswer,
  RouterOptions,
} from "./options.ts";
export type { FieldFault, Problem } from "./problem.ts";
export {
  compiledEngine,
  type Engine,
  type RequestMessage,
  type ResponseMessage,
} from "./engine.ts";
