export { createRecorder, type Recorder, type RecorderOptions } from "./recorder.ts";
export type {
  RecordedFault,
  RecordedMessage,
  RecordedRequest,
  RequestSummary,
} from "./recorded-request.ts";
export { browserPageHeaders, readBrowserFiles, type BrowserFile } from "../browser-files.ts";
export { createRing, type Ring } from "./ring.ts";
export { isLocalHost } from "./requests-server.ts";
export { createRequestsPage } from "./requests-server.ts";
