import type { SampleRequest } from "../../generated/contract.ts";
import type { ConstraintCase } from "../case.ts";
import { valueAt, withValue } from "../pointer.ts";
import type { Provider } from "../provider.ts";
import { writeRequest } from "../request.ts";
import { failure, verdict, type Verdict } from "../verdict.ts";
import type { ReceiverUnderTest } from "./receiver.ts";

/** Sends a genuine message that is at the edge of a rule: inside it has to be acknowledged, outside refused. */
export async function playEdgeOnReceiver(
  played: ConstraintCase,
  receiver: ReceiverUnderTest,
  provider: Pick<Provider, "seal">,
): Promise<Verdict> {
  return playEdge(played, receiver, provider).catch((error: unknown) =>
    failure(played, "receiver", error),
  );
}

async function playEdge(
  played: ConstraintCase,
  { url }: ReceiverUnderTest,
  { seal = (request) => request }: Pick<Provider, "seal">,
): Promise<Verdict> {
  const { operation, field, edge } = played;
  const message = played.message as SampleRequest;
  const sealed = withEdge(await seal(message), message, played);
  const { url: _, ...init } = writeRequest(operation, sealed, url);
  const response = await fetch(url, { ...init, redirect: "manual" });
  const text = await response.text();
  const finding = (message: string) => {
    const told = `${message}, found ${String(response.status)}`;
    const found = {
      message: `${told} ${text.slice(0, 300)}`,
      repeatable: told,
    };
    return verdict(played, "receiver", [found]);
  };
  const isAcknowledged = response.ok;
  const isRefused = response.status >= 400 && response.status < 500;
  if (edge === "inside" && !isAcknowledged)
    return finding(`${field} is allowed and must be acknowledged`);
  if (edge === "outside" && !isRefused)
    return finding(`${field} is not allowed and must be refused`);
  return verdict(played, "receiver", []);
}

/** What is at the edge stays there, also where sealing has made it anew. */
function withEdge(
  sealed: SampleRequest,
  message: SampleRequest,
  { pointer }: ConstraintCase,
): SampleRequest {
  const value = valueAt(message, pointer);
  const isRemade =
    (typeof value !== "object" || value === null) &&
    value !== undefined &&
    valueAt(sealed, pointer) !== undefined;
  return isRemade
    ? (withValue(sealed, pointer, value) as SampleRequest)
    : sealed;
}
