export type { CallCase, CallGroup } from "./calls/call-case.ts";
export { callCases } from "./calls/derive.ts";
export { httpCases } from "./derive.ts";
export type { HttpCase, Expectation, HttpGroup } from "./http-case.ts";
export type { HttpDecisions, OpenPoint, RequestProblem } from "./http-decisions.ts";
export {
  credentialKinds,
  makersOf,
  type CredentialContext,
  type CredentialKind,
  type CredentialMakers,
  type MakeCredential,
  type CredentialPlace,
} from "./credential-kinds.ts";
export { jwtCredentials, type JwtRules, type JwtUser } from "./jwt-credentials.ts";
export { writeRaw, type RawForm } from "./raw-form.ts";
