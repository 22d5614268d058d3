import type { Fault, Validate } from "../generated/contract.ts";
import { explain } from "../generated/faults.ts";
import type { components } from "../generated/merchant/types.ts";
import { carried, validators } from "../generated/merchant/validators.js";

/** The models of the callbacks, by name. */
export type Schemas = components["schemas"];

/** What a callback reports, told apart by its kind. */
export type CallbackEvent = { [K in Kind]: Reported<K> }[Kind];

interface Contents {
  "credit_card.authentication": Schemas["AuthenticationEvent"];
  "order.payment": Schemas["PaymentEvent"];
  "order.installment": Schemas["InstallmentEvent"];
}

type Kind = keyof Contents;

interface Reported<K extends Kind> {
  readonly kind: K;
  /** When the gateway sent it: RFC 3339, with offset +07:00. */
  readonly responseTime: string;
  readonly data: Contents[K];
}

interface Envelope<K extends Kind> {
  readonly event: K;
  readonly responseTime: string;
}

/**
 * Reads the event of a callback by the contract. Fields that are not documented pass.
 *
 * @param data what the body's `data` carries, decoded
 * @returns what is wrong with it, or undefined for an event that is not documented
 */
export function readEvent(
  body: object,
  data: unknown,
): CallbackEvent | { readonly faults: readonly Fault[] } | undefined {
  switch ("event" in body && body.event) {
    case "credit_card.authentication":
      return readAuthentication(body, data);
    case "order.payment":
      return readPayment(body, data);
    case "order.installment":
      return readInstallment(body, data);
    default:
      return undefined;
  }
}

const readAuthentication = reader<"credit_card.authentication">(
  validators.receiveAuthentication.request,
  carried["AuthenticationEvent"],
);
const readPayment = reader<"order.payment">(
  validators.receivePayment.request,
  carried["PaymentEvent"],
);
const readInstallment = reader<"order.installment">(
  validators.receiveInstallment.request,
  carried["InstallmentEvent"],
);

function reader<K extends Kind>(
  request: Validate,
  content: Validate | undefined,
): (body: object, data: unknown) => Reported<K> | { faults: Fault[] } {
  let faults: Fault[] = [];
  /** Headers are optional here, and are judged by what they prove. */
  const isEnvelope = (body: object): body is Envelope<K> => {
    if (request({ path: {}, query: {}, headers: {}, body })) return true;
    const found = explain(request.errors ?? []).filter(({ pointer }) =>
      pointer.startsWith("/body"),
    );
    faults.push(...found);
    return found.length === 0;
  };
  const isContent = (data: unknown): data is Contents[K] => {
    if (content?.(data)) return true;
    for (const fault of explain(content?.errors ?? []))
      faults.push({ ...fault, pointer: `/body/data${fault.pointer}` });
    return false;
  };
  return (body, data) => {
    faults = [];
    const known = isEnvelope(body);
    return isContent(data) && known
      ? { kind: body.event, responseTime: body.responseTime, data }
      : { faults };
  };
}
