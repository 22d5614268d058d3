export type { CallbackCase, CallbackStep, MessageForm } from "./callback-case.ts";
export { genuineMessage, genuineMessageAt } from "./genuine.ts";
export { callbackCases } from "./derive.ts";
export type { SignatureScheme, SignedMessage } from "./signature-scheme.ts";
