import { type Fault, type Validate, explain } from "contract-kernel";
import type { components } from "../generated/merchant/types.ts";
import { contentValidators, validators } from "../generated/merchant/validators.js";

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

/**
 * Reads the event of a callback by the contract. Fields that are not documented pass.
 *
 * @param data the content of the body's `data`, decoded
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
  contentValidators["AuthenticationEvent"],
);
const readPayment = reader<"order.payment">(
  validators.receivePayment.request,
  contentValidators["PaymentEvent"],
);
const readInstallment = reader<"order.installment">(
  validators.receiveInstallment.request,
  contentValidators["InstallmentEvent"],
);

function reader<K extends Kind>(
  request: Validate,
  content: Validate | undefined,
): (body: object, data: unknown) => Reported<K> | { faults: Fault[] } {
  const isReported = (message: Message): message is Reportable<K> =>
    faultsOf(message, request, content).length === 0;
  return (body, data) => {
    const message = { body, data };
    if (!isReported(message)) return { faults: faultsOf(message, request, content) };
    const { event, responseTime } = message.body;
    return { kind: event, responseTime, data: message.data };
  };
}

interface Message {
  readonly body: object;
  readonly data: unknown;
}

interface Reportable<K extends Kind> {
  readonly body: { readonly event: K; readonly responseTime: string };
  readonly data: Contents[K];
}

/** Headers are left out: what they prove has been judged before. */
function faultsOf(
  { body, data }: Message,
  request: Validate,
  content: Validate | undefined,
): Fault[] {
  const message = { path: {}, query: {}, headers: {}, body };
  const ofBody = faultsIn(request, message).filter(({ pointer }) => pointer.startsWith("/body"));
  const ofData = faultsIn(content, data).map((fault) => ({
    ...fault,
    pointer: `/body/data${fault.pointer}`,
  }));
  return [...ofBody, ...ofData];
}

function faultsIn(validate: Validate | undefined, value: unknown): Fault[] {
  if (!validate) return [{ pointer: "", reason: "cannot be validated" }];
  return validate(value) ? [] : explain(validate.errors ?? []);
}
