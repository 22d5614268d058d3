export { $lib, $onEmit } from "./emitter.ts";
export * from "./generate.ts";
export type { GeneratedFiles } from "./generated-files/manifest.ts";
