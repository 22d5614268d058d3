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
} from "./credentials/credential-kinds.ts";
export { jwtCredentials } from "./credentials/jwt-credentials.ts";
export type { JwtRules } from "./credentials/jwt-rules.ts";
export type { JwtAlgorithm, JwtKey, JwtUser } from "./credentials/jwt-token.ts";
export { spoils, type Provocation, type Provocations, type Spoil } from "./provocation.ts";
export { writeRaw, type RawForm } from "./raw-form.ts";
