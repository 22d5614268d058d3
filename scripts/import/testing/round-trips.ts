/** Judges a client and a server of one contract: what the client writes, the server reads as it was given. */
import { contentsOf, isObject, type Contract } from "@contract-toolkit/contract";
import { createContractClient, forms, streams, styles } from "../../../client/runtime/index.ts";
import { createContractServer } from "../../../server/skeleton/index.ts";
import { listen } from "../../../server/skeleton/testing/listen.ts";
import type { JudgedMessage } from "../judge/messages.ts";

/** The requests that the server reads otherwise, and what it reads. Those that the client refuses to send are none. */
export async function roundTripFaults(
  contract: Contract,
  messages: readonly JudgedMessage[],
): Promise<string[]> {
  let read: Readonly<Record<string, unknown>> = {};
  const handlers = Object.fromEntries(
    Object.keys(contract.operations).map((id) => [
      id,
      (received: typeof read) => {
        read = received;
        throw new Error("no response is needed");
      },
    ]),
  );
  const options = { authenticate: () => ({}), handlers, onResponse: () => undefined };
  const { server } = createContractServer(contract, options as never);
  await using listening = await listen(server);
  const baseUrl = listening.url.origin;
  const coding = { forms, streams, styles };
  const client: Readonly<Record<string, (call: object) => Promise<unknown>>> = createContractClient(
    contract.operations as never,
    { baseUrl, ...coding },
  );
  const faults: string[] = [];
  const places = Map.groupBy(messages.filter(isJsonRequest), ({ pointer }) => pointer);
  for (const { operation, message } of [...places.values()].flatMap((all) => all.slice(0, 20))) {
    const id = operation?.id ?? "";
    read = {};
    const failure = (await client[id]?.(message).then(() => "", String)) ?? "";
    const isSame = ["path", "query", "headers", "cookies"].every((part) =>
      isPartOf(onWire(message[part]), onWire(read[part])),
    );
    const isSameBody = JSON.stringify(message["body"]) === JSON.stringify(read["body"]);
    const isSent = !failure.includes("not sent");
    if (isSent && !(isSame && isSameBody && failure.includes("status 500")))
      faults.push(`${id} ${JSON.stringify(message)}: ${JSON.stringify(read)} ${failure}`);
  }
  return faults;
}

function isJsonRequest({ operation, status, brokenRules }: JudgedMessage): boolean {
  const isJson = contentsOf(operation?.body).every(({ kind }) => kind === undefined);
  return operation !== undefined && status === undefined && brokenRules.length === 0 && isJson;
}

/** A value as far as a parameter tells it: texts, where a list of one is its item and an empty one is absent. */
function onWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 1 ? value.map(onWire) : onWire(value[0]);
  if (!isObject(value))
    return value === undefined ? undefined : JSON.stringify(value).replaceAll('"', "");
  const fields = Object.entries(value).map(([name, field]) => [name, onWire(field)] as const);
  const written = fields.filter(([, field]) => field !== undefined);
  return written.length > 0 ? Object.fromEntries(written) : undefined;
}

/** The server fills defaults in. */
function isPartOf(sent: unknown, read: unknown): boolean {
  if (!isObject(sent) || !isObject(read))
    return sent === undefined || JSON.stringify(sent) === JSON.stringify(read);
  return Object.entries(sent).every(([name, value]) => isPartOf(value, read[name]));
}
