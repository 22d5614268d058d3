import { isContainer, type SampleRequest, valueAt } from "@contract-toolkit/contract";
import type { CallbackCase, MessageForm } from "../../cases/receivers/callback-case.ts";
import {
  signing,
  type SignatureScheme,
  type SignedMessage,
} from "../../cases/receivers/signature-scheme.ts";
import { mergeRawForms, writeRaw, type RawRequest } from "../../cases/servers/raw-form.ts";
import { replaceValue } from "../../json-comparison/values.ts";
import { headerTexts, writeRequest, type WireRequest } from "../../request.ts";
import type { ReceiverUnderTest } from "./send-to-receiver.ts";

export interface WrittenMessage {
  readonly request: SampleRequest;
  readonly raw: RawRequest;
}

/**
 * Stamps, changes and signs a message as it will be sent. Signatures in the body come first, then those that cover the body.
 */
export async function writeMessage(
  { base, operation }: Pick<CallbackCase, "base" | "operation">,
  form: MessageForm,
  sent: { readonly id: string; readonly atSeconds: number },
  { url, provider = {} }: ReceiverUnderTest,
): Promise<WrittenMessage> {
  const schemes = provider.signatures?.() ?? [];
  const { headers: said = {}, afterSeconds = 0, change = (own: SampleRequest) => own } = form;
  const at = { ...sent, atSeconds: sent.atSeconds + afterSeconds };
  const texts = Object.entries(said).map(([name, text]) => [
    name,
    text.replace("{seconds}", String(at.atSeconds)),
  ]);
  const adjust = (made: SampleRequest) =>
    withKept(
      {
        ...made,
        headers: { ...made.headers, ...(Object.fromEntries(texts) as SampleRequest["headers"]) },
      },
      form,
    );
  const own = change(base.request);
  const stamped = adjust(provider.stamp?.(own, at) ?? own);
  const request = provider.sign ? adjust(await provider.sign(stamped)) : stamped;
  const inBody = withKept(
    schemes
      .filter(({ place }) => place.startsWith("/body"))
      .reduce((message, scheme) => withSignature(scheme, message, form), request),
    form,
  );
  const wire = { ...writeRequest(operation, inBody, url), url };
  const bytes = callbackBodyBytes(operation, wire, form);
  const whole = withKept(
    schemes
      .filter(({ place }) => place.startsWith("/headers"))
      .reduce((message, scheme) => withSignature(scheme, message, form, bytes), inBody),
    form,
  );
  const headers = { ...wire.headers, ...headerTexts(whole.headers) };
  const isLeftOut = (name: string) => name in inBody.headers && !(name in whole.headers);
  const kept = Object.entries(headers).filter(([name]) => !isLeftOut(name));
  return {
    request: whole,
    raw: writeRaw(
      operation,
      { ...wire, headers: Object.fromEntries(kept) },
      mergeRawForms(form.raw ?? {}, form.damage ?? {}),
    ),
  };
}

function withKept(made: SampleRequest, { kept }: MessageForm): SampleRequest {
  if (!kept) return made;
  const { pointer, value } = kept;
  const isReplaced =
    value === undefined || (!isContainer(value) && valueAt(made, pointer) !== undefined);
  return isReplaced ? replaceValue(made, pointer, value) : made;
}

function withSignature(
  scheme: SignatureScheme,
  request: SampleRequest,
  { signature }: MessageForm,
  bytes: Uint8Array = Buffer.alloc(0),
): SampleRequest {
  const { place } = scheme;
  const message: SignedMessage = { headers: request.headers, body: request.body, bytes };
  const written =
    signature?.place === place ? signature.write(scheme, message) : signing(scheme, message).right;
  return replaceValue(request, place, written);
}

function callbackBodyBytes(
  operation: CallbackCase["operation"],
  wire: WireRequest,
  { raw }: MessageForm,
): Buffer {
  return writeRaw(operation, wire, raw?.body ? { body: raw.body } : {}).body;
}
