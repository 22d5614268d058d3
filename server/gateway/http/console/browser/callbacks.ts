import { html } from "htm/preact/standalone";
import { BodyView } from "../../../../inspector/browser/body-view.ts";
import { Code, Facts, Time, useQuery } from "../../../../inspector/browser/parts.ts";
import { Workbench } from "../../../../inspector/browser/workbench.ts";
import { visible } from "../../../../inspector/browser/text.ts";
import type { Call } from "./api.ts";
import {
  createButtons,
  decodeDeliveredEvent,
  Failure,
  FIRST_PAGE,
  lookOf,
  sendRequestLink,
  type Moment,
  State,
  Timeline,
  useLive,
  useLiveList,
  type PageProps,
  type Schemas,
} from "./parts.ts";
import { FaultsPanel } from "./situation.ts";
import { firstCommand } from "./tour.ts";

type Delivery = Schemas["Delivery"];

/** What happened to a delivery, and when it is tried again. */
export function deliveryMoments(delivery: Delivery): Moment[] {
  const { event: about, createdAt, dueAt, attempts } = delivery;
  return [
    { at: createdAt, what: "Callback queued", about, look: "" },
    ...attempts.map(({ at, number, outcome, status }) => ({
      at,
      what: `Callback, attempt ${number}: ${outcome}`,
      about: status === undefined ? about : `${about} · ${status}`,
      look: lookOf(outcome),
    })),
    ...(dueAt === undefined
      ? []
      : [{ at: dueAt, what: "Next attempt is due", about, look: "warn" }]),
  ];
}

/** The page of the partner's events, their attempts and sent callbacks, and faults of the next ones. */
export function CallbacksPage({ session, call }: PageProps) {
  const [query] = useQuery();
  const [status, text] = [query.get("status") ?? "", query.get("text") ?? ""];
  const list = useLiveList<Delivery>(
    call,
    "/sandbox/deliveries",
    { status, text },
    {
      itemsOf: (body) => (body as Schemas["DeliveryPage"]).deliveries,
      keyOf: ({ deliveryId }) => deliveryId,
      nextOf: (all) => `page=${Math.floor(all.length / FIRST_PAGE) + 1}`,
    },
  );
  return html`<${Workbench}
    title="Callbacks"
    chosenBy="delivery"
    ...${list}
    row=${(delivery: Delivery) => html`<${DeliveryRow} delivery=${delivery} />`}
    detail=${(key: string) => {
      const delivery = list.items.find(({ deliveryId }) => deliveryId === key);
      return delivery
        ? html`<${DeliveryView} key=${key} call=${call} delivery=${delivery} />`
        : html`<p class="note">It is not among the callbacks in the list.</p>`;
    }}
    search="Search order codes, URLs and ids"
    choices=${[{ name: "status", label: "Status", any: "Any status", values: STATUSES }]}
    empty=${{
      title: "No callbacks yet",
      text: "A payment that ends tells the merchant so. Each attempt appears here, as it was sent and signed.",
      command: firstCommand(session),
      further: sendRequestLink,
    }}
    nothingChosen=${html`<section class="stack">
        <h2>An inbox for callbacks</h2>
        <p class="small quiet">
          Use this URL as <code>notifyUrl</code> while you have no server. It acknowledges every
          callback.
        </p>
        <${Code} title="notifyUrl" text=${`${location.origin}/console/inbox`} />
      </section>
      <${FaultsPanel} call=${call} />`}
  />`;
}

const STATUSES = ["pending", "delivered", "dead"];

function DeliveryRow({
  delivery: { event, url, reference, status, createdAt, attempts },
}: {
  delivery: Delivery;
}) {
  const { number, outcome, status: answered } = attempts.at(-1) ?? {};
  const address = url.replace(/^https?:\/\//, "");
  return html`<div>
      <bdi class="grow mono">${visible(reference ?? event)}</bdi><${State} status=${status} />
    </div>
    <div class="small quiet">
      <bdi class="grow">${reference === undefined ? "" : `${event} → `}${visible(address)}</bdi>
      <span
        >${number === undefined ? "not sent yet" : `attempt ${number}: ${answered ?? outcome ?? ""}`}</span
      ><${Time} at=${createdAt} />
    </div>`;
}

function DeliveryView({ call, delivery }: { call: Call; delivery: Delivery }) {
  const { deliveryId, event, url, subjectId, reference, status } = delivery;
  const sent = useLive<Schemas["SentCallbacks"]>(
    call,
    `/sandbox/deliveries/${deliveryId}/callbacks`,
  );
  const inbox = useLive<Schemas["Inbox"]>(call, "/sandbox/inbox");
  const received =
    inbox.body?.messages.filter((message) => message.deliveryId === deliveryId) ?? [];
  const kind = event === "credit_card.authentication" ? "authentication" : "transaction";
  return html`<header class="stack">
      <div class="row">
        <h2 class="mono">${event}</h2>
        <${State} status=${status} />
      </div>
      <div class="row">
        ${createButtons(call).button("Replay", `deliveries/${deliveryId}/replay`)}
        ${reference !== undefined && html`<a class="button" href=${`/console/records?kind=${kind}&record=${subjectId}`}>Its timeline →</a>`}
      </div>
      <${Facts}
        facts=${[
          ...(reference === undefined ? [] : [["About", html`<bdi>${visible(reference)}</bdi>`]]),
          ["To", html`<bdi class="mono">${visible(url)}</bdi>`],
          ["webhook-id", html`<span class="mono">${visible(deliveryId)}</span>`],
        ]}
      />
    </header>
    <${Timeline} moments=${deliveryMoments(delivery)} />
    ${
      received.length > 0 &&
      html`<section class="panel stack" aria-label="Inbox">
        <h3>Received by the sandbox's inbox</h3>
        ${received.map(
          ({ at, verified }) =>
            html`<p class="row small">
              <span class="badge ${verified ? "good" : "bad"}"
                >${verified ? "signature verified" : "signature wrong"}</span
              >
              <${Time} at=${at} />
            </p>`,
        )}
      </section>`
    }
    <${Failure} failure=${sent.failure} />
    ${sent.body?.callbacks.length === 0 && html`<p class="note">This process has not sent it.</p>`}
    ${sent.body?.callbacks.map(
      ({ at, headers, body }) =>
        html`<h3>As it was sent, <${Time} at=${at} /></h3>
          <${Code}
            title="Headers and body"
            text=${`${headers.map(({ name, value = "" }) => `${name}: ${value}\n`).join("")}\n${body}`}
          />
          <${BodyView} title="The event in data" body=${decodeDeliveredEvent(body)} />`,
    )}
    <${Code} title="How to verify it" text=${HOW_TO_VERIFY} />`;
}

const HOW_TO_VERIFY = `import { verifyCallback } from "payment-gateway-client/webhooks";

// webhook-signature = "v1," + base64(HMAC-SHA256(secret, webhook-id + "." + webhook-timestamp + "." + body))
const callback = await verifyCallback(rawBody, { secret, headers });`;
