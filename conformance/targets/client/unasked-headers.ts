import {
  isNegotiated,
  type Operation,
  type SampleRequest,
  ownValue,
} from "@contract-toolkit/contract";
import type { Finding } from "../../verdict.ts";
import type { Recorded } from "../recording-server/recorder.ts";

/** A call of a client, which may make several requests. */
export interface CallOfClient {
  readonly client: object;
  readonly caseId: string;
}

/** The first case in which a client sent a header with a value. */
const firstSenders = new WeakMap<object, Map<string, string>>();

/**
 * Reports documented headers that the caller did not give. A client may make a text for each call, such as the id of a request.
 * A value that another call had is a default of the client, or was not reset.
 */
export function unaskedHeaders(
  { client, caseId }: CallOfClient,
  { parameters }: Operation,
  request: SampleRequest,
  { headers }: Recorded,
): Finding[] {
  const senders = firstSenders.get(client) ?? new Map<string, string>();
  firstSenders.set(client, senders);
  const given = new Set(Object.keys(request.headers).map((name) => name.toLowerCase()));
  return parameters.flatMap(({ name, in: place, type, credential }) => {
    const value = ownValue(headers, name.toLowerCase());
    if (place !== "header" || credential || isNegotiated(name) || value === undefined) return [];
    const sent = `${name.toLowerCase()}: ${String(value)}`;
    const first = senders.get(sent) ?? caseId;
    senders.set(sent, first);
    if (given.has(name.toLowerCase()) || (type === "string" && first === caseId)) return [];
    return [{ message: `sent/headers/${name}: sent though the caller did not give it` }];
  });
}
