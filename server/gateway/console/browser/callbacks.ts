import { html, useState } from "htm/preact/standalone";
import { visible } from "../../../inspector/browser/text.ts";
import {
  createButtons,
  eventText,
  Failure,
  timeOf,
  useRead,
  type PageProps,
  type Schemas,
} from "./parts.ts";

/** The page of the partner's events, their attempts and sent callbacks, and faults of the next deliveries. */
export function CallbacksPage({ call }: PageProps) {
  const { body, failure, reload } = useRead<Schemas["DeliveryPage"]>(
    call,
    "/sandbox/deliveries?limit=50",
  );
  const { quietButton } = createButtons(call);
  return html`<h1>Callbacks</h1>
    <p class="buttons">
      <button class="quiet" onClick=${reload}>Read again</button>
      ${["duplicate", "reorder", "lost-acknowledgement", "damaged-signature", "drop"].map((kind) =>
        quietButton(`Next: ${kind}`, "delivery-faults", { kind }),
      )}
      ${quietButton("No faults", "delivery-faults", undefined, "DELETE")}
    </p>
    <${Failure} failure=${failure} />
    ${body?.deliveries.length === 0 && html`<p>There are no events yet.</p>`}
    ${body?.deliveries.map(
      (each) =>
        html`<${DeliveryCard}
          key=${each.deliveryId}
          call=${call}
          delivery=${each}
          onDone=${reload}
        />`,
    )}`;
}

function DeliveryCard({
  call,
  delivery,
  onDone,
}: Pick<PageProps, "call"> & { delivery: Schemas["Delivery"]; onDone: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const { deliveryId, event, url, status, createdAt, dueAt, attempts } = delivery;
  return html`<section class="card">
    <h2>${event} <span class="status ${looks[status] ?? ""}">${status}</span></h2>
    <dl>
      <dt>To</dt>
      <dd><bdi>${visible(url)}</bdi></dd>
      <dt>Made</dt>
      <dd>${timeOf(createdAt)}</dd>
      ${
        dueAt !== undefined &&
        html`<dt>Next attempt</dt>
          <dd>${timeOf(dueAt)}</dd>`
      }
      <dt>Id</dt>
      <dd>${visible(deliveryId)}</dd>
    </dl>
    <ol>
      ${attempts.map(
        ({ at, outcome, status: answered }) =>
          html`<li>
            ${timeOf(at)}: ${outcome}${answered !== undefined && `, answered ${answered}`}
          </li>`,
      )}
    </ol>
    <p class="buttons">
      ${createButtons(call, onDone).button("Replay", `deliveries/${deliveryId}/replay`)}
      <button
        class="quiet"
        aria-expanded=${isOpen ? "true" : "false"}
        onClick=${() => {
          setOpen(!isOpen);
        }}
      >
        As it was sent
      </button>
    </p>
    ${isOpen && html`<${Sent} call=${call} deliveryId=${deliveryId} />`}
  </section>`;
}

const looks: Readonly<Record<string, string>> = {
  delivered: "good",
  pending: "refused",
  dead: "bad",
};

function Sent({ call, deliveryId }: Pick<PageProps, "call"> & { deliveryId: string }) {
  const { body, failure } = useRead<Schemas["SentCallbacks"]>(
    call,
    `/sandbox/deliveries/${deliveryId}/callbacks`,
  );
  return html`<${Failure} failure=${failure} />
    ${body?.callbacks.length === 0 && html`<p>This process has not sent it.</p>`}
    ${body?.callbacks.map(
      ({ at, status, headers, body: text }) =>
        html`<h3>${timeOf(at)}: ${status === undefined ? "no answer" : `answered ${status}`}</h3>
          <pre tabindex="0">
${headers.map(({ name, value = "" }) => `${name}: ${visible(value)}\n`)}${"\n"}${visible(text)}</pre>
          <h4>The event in <code>data</code></h4>
          <pre tabindex="0">${visible(eventText(text))}</pre>`,
    )}
    <h4>How to verify it</h4>
    <pre tabindex="0">${HOW_TO_VERIFY}</pre>`;
}

const HOW_TO_VERIFY = `signature         = hex(HMAC-SHA256(key: secret, text: data))
webhook-signature = "v1," + base64(HMAC-SHA256(key: secret, text: webhook-id + "." + webhook-timestamp + "." + body))

import { verifyCallback } from "./client/webhooks.ts";
const callback = await verifyCallback(rawBody, { secret, headers });`;
