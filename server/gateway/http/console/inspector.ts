import type { IncomingMessage } from "node:http";
import { fileURLToPath } from "node:url";
import type { RequestHandler } from "express";
import { createRecorder, type Recorder } from "@contract-toolkit/inspector";
import { InvalidInputError } from "../../domain/errors.ts";
import { hidePageKeys } from "../pages/links.ts";
import { replaceCardNumbers } from "../../domain/cards/card-numbers.ts";
import { SCENARIO_HEADER } from "../sandbox/forced-outcome.ts";

/**
 * Records the requests of a sandbox without card numbers and page keys (choice "inspector").
 *
 * @param isLocal whether its users can open files of this machine
 */
export function createInspector(isLocal: boolean): Recorder {
  return createRecorder({
    sources: fileURLToPath(new URL("../../../../", import.meta.url)),
    editor: isLocal ? undefined : "",
    mask: (text) => hidePageKeys(replaceCardNumbers(text, "(card number)")),
    headers: [SCENARIO_HEADER.toLowerCase()],
    violationsOf: (error) => (error instanceof InvalidInputError ? error.violations : []),
  });
}

/** The header of the console's own reads. */
const CONSOLE_HEADER = "x-console";

/** Whether a request is recorded. Reads of the console and of the records are not. */
export function isRecorded({
  operation,
  request,
}: {
  readonly operation?: { readonly id: string };
  readonly request: IncomingMessage;
}): boolean {
  const isReading = request.method === "GET" && request.headers[CONSOLE_HEADER] !== undefined;
  return !isReading && !reading.has(operation?.id ?? "");
}

const reading: ReadonlySet<string> = new Set(["listRequests", "readRequest", "followRequests"]);

/** Records the requests for customers' pages, which belong to no contract: only their address, without its key. */
export function recordPages(record: ReturnType<Recorder["of"]>): RequestHandler {
  return (request, response, next) => {
    const receivedAt = Date.now();
    const begun = performance.now();
    const { method, originalUrl } = request;
    response.once("close", () => {
      const [path = ""] = originalUrl.split("?", 1);
      const durationMs = performance.now() - begun;
      record({ method, path, status: response.statusCode, receivedAt, durationMs, request });
    });
    next();
  };
}
