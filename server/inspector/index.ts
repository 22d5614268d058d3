export * from "./recorder.ts";
export type { FollowOptions } from "./followers.ts";
export type * from "./recorded-request.ts";
export {
  browserPageHeaders,
  readBrowserFiles,
  readPageFiles,
  scriptPage,
  sendBrowserFile,
  type BrowserFile,
} from "./browser-files.ts";
export { createRedaction, SECRET } from "./redaction.ts";
export { createRing, type Ring } from "./ring.ts";
export * from "./requests-server.ts";
