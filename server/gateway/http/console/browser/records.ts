import { html, useState } from "htm/preact/standalone";
import { Empty, Time, useQuery } from "../../../../inspector/browser/parts.ts";
import { Workbench } from "../../../../inspector/browser/workbench.ts";
import { visible } from "../../../../inspector/browser/text.ts";
import type { Call } from "./api.ts";
import { deliveryMoments } from "./callbacks.ts";
import {
  createButtons,
  Failure,
  lookOf,
  moneyText,
  type Moment,
  State,
  Timeline,
  useLive,
  useLiveList,
  SEARCH_EVERY_MS,
  sendRequestLink,
  type PageProps,
  type Schemas,
} from "./parts.ts";
import { firstCommand } from "./tour.ts";

const kinds = {
  transaction: "Payments",
  authentication: "3-D Secure authentications",
  authorization: "Authorizations",
  token: "Saved cards",
};

type Kind = keyof typeof kinds;
type StatefulRecord = Schemas["StatefulRecord"];

/** The page of payments and other records: each with one timeline, and buttons for what banks and customers do. */
export function RecordsPage({ session, call }: PageProps) {
  const [query] = useQuery();
  const kind = kindOf(query);
  const text = query.get("text") ?? "";
  const list = useLiveList<StatefulRecord>(
    call,
    "/sandbox/records",
    { kind, text },
    {
      itemsOf: (body) => (body as Schemas["RecordList"]).records,
      keyOf: ({ recordId }) => recordId,
      nextOf: (all) => `before=${encodeURIComponent(all.at(-1)?.recordId ?? "")}`,
    },
  );
  return html`<${Workbench}
    title="Payments"
    chosenBy="record"
    ...${list}
    row=${(record: StatefulRecord) => html`<${RecordRow} record=${record} />`}
    detail=${(recordId: string) => html`<${RecordView} key=${recordId} call=${call} kind=${kind} recordId=${recordId} />`}
    search="Search order codes and ids"
    choices=${[{ name: "kind", label: "Kind", values: Object.keys(kinds), textOf: kindText }]}
    empty=${{
      title: "None yet",
      text: `${kinds[kind]} appear here, each with all that happened to it.`,
      command: kind === "transaction" ? firstCommand(session) : undefined,
      further: sendRequestLink,
    }}
    nothingChosen=${
      list.items.length > 0 &&
      html`<${Empty}
        title="Choose one"
        text="Its request, its customer's visits, what the bank said and each attempt to tell the merchant stand on one timeline."
      />`
    }
  />`;
}

function kindText(kind: string): string {
  return kinds[kind as Kind];
}

function kindOf(query: URLSearchParams): Kind {
  const asked = query.get("kind") ?? "";
  return asked in kinds ? (asked as Kind) : "transaction";
}

function RecordRow({ record: { reference, status, amount, changes } }: { record: StatefulRecord }) {
  const [made] = changes;
  return html`<div>
      <bdi class="grow mono">${visible(reference)}</bdi>
      ${amount !== undefined && html`<b class="number">${moneyText(amount)}</b>`}
    </div>
    <div class="small quiet">
      <${State} status=${status} /><span class="grow"></span>
      ${made && html`<${Time} at=${made.at} />`}
    </div>`;
}

function RecordView({ call, kind, recordId }: { call: Call; kind: Kind; recordId: string }) {
  const id = encodeURIComponent(recordId);
  const { body, failure } = useLive<Schemas["RecordList"]>(
    call,
    `/sandbox/records?kind=${kind}&text=${id}`,
  );
  const [record] = body?.records ?? [];
  if (record === undefined)
    return html`<${Failure}
        failure=${failure}
      />${body && html`<p class="note">There is no such record.</p>`}`;
  return html`<header class="stack">
      <div class="row apart">
        <h2><bdi class="mono">${visible(record.reference)}</bdi></h2>
        ${record.amount !== undefined && html`<b>${moneyText(record.amount)}</b>`}
      </div>
      <div class="row small quiet">
        <${State} status=${record.status} /><code>${visible(recordId)}</code>
      </div>
      <div class="row">
        <${Buttons} kind=${kind} record=${record} call=${call} />
        ${record.pageUrl !== undefined && html`<a class="button" href=${record.pageUrl} target="_blank">Customer's page ↗</a>`}
        <a class="button" href=${`/console?text=${id}`}>All its requests →</a>
      </div>
    </header>
    <${RecordTimeline} call=${call} record=${record} />`;
}

/** All that happened to a record: requests, visits of its customer, changes of its state, attempts of its callbacks. */
function RecordTimeline({ call, record }: { call: Call; record: StatefulRecord }) {
  const id = encodeURIComponent(record.recordId);
  const requests = useLive<Schemas["RequestList"]>(
    call,
    `/sandbox/requests?limit=200&text=${id}`,
    SEARCH_EVERY_MS,
  );
  const deliveries = useLive<Schemas["DeliveryPage"]>(
    call,
    `/sandbox/deliveries?limit=50&subjectId=${id}`,
  );
  const moments: Moment[] = [
    ...(requests.body?.requests ?? []).toReversed().map(requestMoment),
    ...record.changes.map(changeMoment),
    ...(deliveries.body?.deliveries ?? []).flatMap(linkedMoments),
  ];
  return html`<${Timeline} moments=${moments} />`;
}

function requestMoment({
  number,
  at,
  method,
  path,
  operation,
  status,
}: Schemas["RequestSummary"]): Moment {
  const link = html`<a href=${`/console?request=${number}`}>${method} ${visible(path)}</a>`;
  const visit = method === "GET" ? "The customer opens the page" : "The customer submits the page";
  const what = path.startsWith("/pay/") ? visit : `Request: ${operation ?? "unknown"}`;
  return {
    at,
    what,
    about: html`${link} · ${status}`,
    look: status < 400 ? "" : "warn",
  };
}

function changeMoment({ at, event, from, to, who, why }: Schemas["StateChange"]): Moment {
  const states = from === undefined ? to : `${from} → ${to}`;
  const about = `${states}, by ${visible(who.replace(":", " "))}: ${visible(why)}`;
  return { at, what: eventTexts[event] ?? event, about, look: lookOf(to) };
}

/** The events of payments and other records, as a merchant calls them. */
const eventTexts: Readonly<Record<string, string>> = {
  make: "Created",
  start: "Sent to the bank",
  succeed: "Paid",
  decline: "Declined",
  expire: "Expired, not paid",
  cancel: "Cancelled, not paid",
  enroll: "The challenge begins",
  verify: "Verified",
  fail: "Not verified",
  capture: "Captured",
  reverse: "Reversed",
  lapse: "Reversed, because nobody captured it",
  delete: "Deleted",
};

function linkedMoments(delivery: Schemas["Delivery"]): Moment[] {
  const href = `/console/callbacks?delivery=${delivery.deliveryId}`;
  return deliveryMoments(delivery).map(({ about, ...moment }) => ({
    ...moment,
    about: html`<a href=${href}>${about}</a>`,
  }));
}

function Buttons({
  kind,
  record: { recordId, status },
  call,
}: {
  kind: Kind;
  record: StatefulRecord;
  call: Call;
}) {
  const [otp, setOtp] = useState("");
  const { button, quietButton } = createButtons(call);
  const path = (action: string) => `${kind}s/${recordId}/${action}`;
  if (kind === "transaction" && (status === "pending" || status === "processing"))
    return html`${button("Bank approves", path("result"), { status: "success" })}
      ${quietButton("Bank declines", path("result"), { status: "error" })}
      ${quietButton("Expire (15 minutes pass)", "clock/advance", { seconds: 15 * 60 + 1 })}
      <button
        onClick=${async () => {
          const found = await call<Schemas["OneTimePassword"]>("GET", `/sandbox/${path("otp")}`);
          setOtp(found.body?.otp ?? found.failure ?? "");
        }}
      >
        One-time password
      </button>
      ${otp !== "" && html`<code>${visible(otp)}</code>`}`;
  if (kind === "authentication" && (status === "CARD_ENROLLED" || status === "PENDING"))
    return html`${button("Cardholder confirms", path("result"), { status: "VERIFIED" })}
    ${quietButton("Cardholder refuses", path("result"), { status: "FAILED" })}`;
  if (kind === "authorization" && status === "AUTHORIZED")
    return html`${button("Capture", path("capture"))}
    ${quietButton("Let seven days pass", "clock/advance", { seconds: 7 * 24 * 3600 })}`;
  return undefined;
}

/** Links to the records that a request names, or to the search for its order code. */
export function recordsIn(recorded: {
  readonly path: string;
  readonly request: { readonly path?: unknown; readonly body?: unknown };
  readonly response: { readonly body?: unknown };
}): { href: string; text: string }[] {
  const texts = JSON.stringify([
    recorded.request.path,
    recorded.request.body,
    recorded.response.body,
  ]);
  const found = [
    ...texts.matchAll(/"(transaction|authentication|authorization)Id":"([\w-]+)"/g),
    ...recorded.path.matchAll(/^\/pay\/()([\w-]{36})\./g),
  ];
  const named = new Map(found.map(([, kind, id = ""]) => [id, kind || "transaction"]));
  if (named.size > 0)
    return [...named].map(([id, kind]) => ({
      href: `/console/records?kind=${kind}&record=${id}`,
      text: `Timeline of ${kind === "transaction" ? "the payment" : `the ${kind}`}`,
    }));
  const [, order] = /"order":\{"id":"([^"\\]+)"/.exec(texts) ?? [];
  return order === undefined
    ? []
    : [
        {
          href: `/console/records?text=${encodeURIComponent(order)}`,
          text: `Payments of ${order}`,
        },
      ];
}
