export { casesOfSamples, type Case, type Given } from "./case.ts";
export { playOnClient, type ClientUnderTest } from "./client-side.ts";
export { freshValues, type FreshValues } from "./fresh.ts";
export type { Effect, Provider, World } from "./provider.ts";
export { playOnReceiver, type ReceiverUnderTest } from "./receiver-side.ts";
export { playOnServer, type ServerUnderTest } from "./server-side.ts";
export { loadSuite, type RulePositions, type Suite } from "./suite.ts";
export { describeVerdict, type Side, type Verdict } from "./verdict.ts";
