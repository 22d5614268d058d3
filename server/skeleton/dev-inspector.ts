import { existsSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type { MessageSchemas } from "@contract-toolkit/contract";
import type { ResponseInfo } from "./options.ts";

export interface DevInspector {
  readonly page: Page;
  readonly record: (answered: ResponseInfo<unknown>) => void;
}

type Page = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** What the inspector is loaded for. Its package depends on this one, so this one does not import it by name. */
interface InspectorPackage {
  readonly createRecorder: () => Recorder;
  readonly createRequestsPage: (recorder: Recorder, path: string) => Page;
}

interface Recorder {
  readonly of: (schemas: MessageSchemas) => DevInspector["record"];
}

const inspectorPackage = "@contract-toolkit/inspector";

/** Path of the page, below the mount path of the router. */
const PAGE = "/__requests";

// Shared by all routers of a process.
let recorder: Recorder | undefined;
let isPrinted = false;

/**
 * The inspector of a server that `contract dev` started, which sets `CONTRACT_DEV` to the folder of the generated contracts.
 * Undefined for other servers.
 */
export function devInspector(contract: string): DevInspector | undefined {
  const folder = process.env["CONTRACT_DEV"];
  const file = join(folder ?? "", contract, "messages.json");
  if (folder === undefined || !existsSync(file)) return undefined;
  const schemas = JSON.parse(readFileSync(file, "utf8")) as MessageSchemas;
  const loaded = load(schemas);
  return {
    record(answered) {
      void loaded.then(({ record }) => {
        record(answered);
      });
    },
    page(request: IncomingMessage & { baseUrl?: string }, response: ServerResponse, next) {
      if (!isPrinted)
        console.error(
          `Requests, with the contract's verdict: http://127.0.0.1:${request.socket.localPort ?? ""}${request.baseUrl ?? ""}${PAGE}`,
        );
      isPrinted = true;
      void loaded.then(({ page }) => {
        page(request, response, next);
      });
    },
  };
}

/** Servers in production do not load the inspector. */
async function load(schemas: MessageSchemas): Promise<DevInspector> {
  const { createRecorder, createRequestsPage } = (await import(
    inspectorPackage
  )) as InspectorPackage;
  recorder ??= createRecorder();
  return { record: recorder.of(schemas), page: createRequestsPage(recorder, PAGE) };
}
