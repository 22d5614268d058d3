import { isObject, type SampleResponse } from "@contract-toolkit/contract";
import { ConformanceError, hasCode, refusalKinds, RefusedCallError } from "../../errors.ts";
import type { ClientUnderTest } from "./play-call.ts";
import { openDialogue, type JsonLine } from "./json-lines.ts";

/**
 * Starts a client in any language and drives it by the line protocol of `conformance/README.md`. A client that breaks the
 * protocol, ends or does not answer in time gets no more calls.
 *
 * @param command a shell command
 * @throws {ConformanceError} `unplayable`, when the client does not report that it is ready
 * @example
 * await using client = await startClient("python3 client.py");
 * const verdict = await playOnClient(contract, cases[0], client);
 */
export async function startClient(
  command: string,
  { startMs, responseMs } = defaultLimits,
): Promise<ClientUnderTest & AsyncDisposable> {
  const dialogue = openDialogue(command);
  let broken: ConformanceError | undefined;
  const receive = async <Value>(
    task: string,
    limitMs: number,
    read: (message: JsonLine) => Value,
  ): Promise<Value> => {
    if (broken) throw broken;
    try {
      return read(await dialogue.receive(task, limitMs));
    } catch (error) {
      if (hasCode(error, "unplayable")) {
        broken = error;
        await dialogue.close();
      }
      throw error;
    }
  };
  const greeting = await receive("say that it is ready", startMs, readGreeting);
  const { isValidating } = greeting;

  let count = 0;
  let previous: Promise<unknown> = Promise.resolve();
  return {
    ...greeting,
    call(server, { id: operation }, request, how = {}) {
      const response = previous.then(() => {
        const id = (count += 1);
        dialogue.send({
          id,
          operation,
          server: server.href,
          request,
          validate: isValidating,
          ...how,
        });
        return receive(`answer a call of ${operation}`, responseMs, (message) =>
          readClientReply(message, id, greeting),
        );
      });
      // The client gets one call at a time, so it need not work in parallel.
      previous = response.catch(() => undefined);
      return response;
    },
    [Symbol.asyncDispose]: () => dialogue.close(),
  };
}

const PROTOCOL = 2;

/** Clients of the first protocol give only a reason for a refusal. */
const OLD_PROTOCOL = 1;

type Greeting = Required<Pick<ClientUnderTest, "isValidating" | "hasRefusalKinds">>;

const defaultLimits = {
  // Some languages compile first, which takes long on a busy machine.
  startMs: 60_000,
  // The server is on the same machine and answers at once.
  responseMs: 10_000,
};

/** The client validates responses unless it says that it does not. */
function readGreeting(message: JsonLine): Greeting {
  const { protocol, validates } = message;
  if (protocol !== PROTOCOL && protocol !== OLD_PROTOCOL)
    throw new ConformanceError(
      "unplayable",
      `the client's first line has to be {"protocol":${PROTOCOL}}, not ${JSON.stringify(message)}`,
    );
  return { isValidating: validates !== false, hasRefusalKinds: protocol === PROTOCOL };
}

function readClientReply(
  message: JsonLine,
  expectedId: number,
  { hasRefusalKinds }: Greeting,
): SampleResponse {
  const { id, refused, reason, result } = message;
  if (id !== expectedId)
    throw new ConformanceError(
      "unplayable",
      `the client answered with id ${id === undefined ? "missing" : JSON.stringify(id)} to the call with id ${expectedId}`,
    );
  if (isResponse(result) && refused === undefined) return result;
  if (!hasRefusalKinds && typeof refused === "string" && result === undefined)
    throw new Error(refused);
  const kind = refusalKinds.find((name) => name === refused);
  if (kind && result === undefined) throw new RefusedCallError(kind, String(reason));
  throw new ConformanceError(
    "unplayable",
    `the client answered with neither a result nor refused (${refusalKinds.join(", ")}): ${JSON.stringify(message)}`,
  );
}

function isResponse(value: unknown): value is SampleResponse {
  return isObject(value) && typeof value["status"] === "number" && isObject(value["headers"]);
}
