/** Reads from a compiled program what the decorators of this library added. */
export { declaredChoices } from "./choices.ts";
export { noteOfCopies } from "./decorated-copies.ts";
export {
  getAlwaysContentType,
  getChoices,
  getContentSchema,
  getProviderStateDeclarations,
  getWebhooks,
  isDeepObject,
  isEventName,
  type Choice,
} from "./declarations.ts";
export {
  nearestResponse,
  responseOfExample,
  statusOfExample,
  responseProperties,
  valueAtPath,
} from "./examples.ts";
export { servicesOf } from "./message-fields.ts";
export { sortedSamples, writtenAt } from "./refusal-samples.ts";
export { isA, scalarLineage } from "./scalars.ts";
export { typeFaults } from "./type-faults.ts";
