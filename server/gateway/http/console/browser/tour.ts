import { html, useState } from "htm/preact/standalone";
import { Code, Copy, Excerpt, Facts } from "../../../../inspector/browser/parts.ts";
import type { RecordedRequest } from "../../../../inspector/recorded-request.ts";
import { curlCommand } from "../../../../inspector/browser/text.ts";
import { Action, Failure, State, useLive, type PageProps, type Schemas } from "./parts.ts";
import { requestForms } from "./request-forms.ts";
import { credential, type Session } from "./api.ts";

/** The first page: what this is, and five steps that tick themselves off as the gateway sees them done. */
export function TourPage({ session, call }: PageProps) {
  const { newest, paid, delivered, refused, failure } = useProgress(call);
  const [isSeen, setSeen] = useState(sessionStorage.getItem(SEEN) !== null);
  const line = useRefusal(call, refused?.number);
  const see = () => {
    sessionStorage.setItem(SEEN, "1");
    setSeen(true);
  };
  const payment = newest?.recordId;
  const isDone = [payment, paid, delivered, refused, isSeen && line].map(Boolean);
  const step = (number: number) => ({
    number,
    isDone: isDone[number - 1],
    isNext: isDone.indexOf(false) === number - 1,
  });
  return html`<div class="page stack">
    <header class="hero stack">
      <h1>One contract answers for every request</h1>
      <p>
        This is a payment gateway that was written once, in TypeSpec: its server refuses what the contract does not allow, and
        shows the line that says so. No real money is involved.
      </p>
    </header>
    <${Failure} failure=${failure} />
    <div class="guide">
    <ol class="steps">
      <${Step} ...${step(1)} title="Make an order" command=${firstCommand(session)}
        text="A merchant asks for a link on which his customer pays.">
        <${Action} name="Make an order" isMain=${step(1).isNext} act=${() => call("POST", orderForm().target, orderForm().body)} />
        ${payment !== undefined && html`<a href=${`/console?text=${payment}`}>See the request</a>`}
      </${Step}>
      <${Step} ...${step(2)} title="Pay it"
        command=${commandFor("POST", `/sandbox/transactions/${payment ?? "ID"}/result`, { status: "success" })}
        text="Pay as the customer does, with the test card on the page, or let the bank approve.">
        ${newest?.pageUrl !== undefined && newest.status === "pending" && html`<a class="button" href=${newest.pageUrl} target="_blank">Customer's page ↗</a>`}
        ${
          newest !== undefined &&
          newest.status === "pending" &&
          html`<${Action}
            name="Bank approves"
            isMain=${step(2).isNext}
            act=${() => call("POST", `/sandbox/transactions/${newest.recordId}/result`, { status: "success" })}
          />`
        }
        ${newest === undefined && html`<button disabled>Bank approves</button>`}
        ${newest && newest.status !== "pending" && html`<${State} status=${newest.status} />`}
        ${newest && html`<a href=${`/console/records?record=${(paid ?? newest).recordId}`}>See its timeline</a>`}
      </${Step}>
      <${Step} ...${step(3)} title="Receive the callback"
        command=${commandFor("POST", `/sandbox/deliveries/${delivered?.deliveryId ?? "ID"}/replay`)}
        text="The gateway tells the merchant, signed. Here the sandbox's own inbox receives it.">
        ${
          delivered === undefined
            ? html`<button disabled>Send it again</button>`
            : html`<${Action}
                  name="Send it again"
                  act=${() => call("POST", `/sandbox/deliveries/${delivered.deliveryId}/replay`)}
                />
                <a href=${`/console/callbacks?delivery=${delivered.deliveryId}`}
                  >See its attempts</a
                >`
        }
      </${Step}>
      <${Step} ...${step(4)} title="Break something"
        command=${commandFor("POST", orderForm().target, brokenOrder())}
        text="An order whose amount is a word. The server refuses it before any code of the gateway runs.">
        <${Action} name="Send a broken order" isMain=${step(4).isNext} done="Refused, as it should be." act=${() => sendBroken(call)} />
        ${refused && html`<a href=${`/console?request=${refused.number}`}>See the refused request</a>`}
      </${Step}>
      <${Step} ...${step(5)} title="See the line that refused it"
        command=${refused && commandFor("GET", `/sandbox/requests/${refused.number}`)}
        text="Each violation has the file and the line of the contract. Change it, generate, and client, server and tests follow."
        result=${line && isSeen && html`<${Excerpt} violation=${line} />`}>
        ${!(line && isSeen) && html`<button class=${step(5).isNext ? "primary" : ""} disabled=${!line} onClick=${see}>Show the line</button>`}
      </${Step}>
    </ol>
    ${session.secret !== undefined && html`<${Credentials} session=${session} />`}
    </div>
  </div>`;
}

const SEEN = "tour-line";

/** What the gateway has seen of the five steps. */
function useProgress(call: PageProps["call"]) {
  const records = useLive<Schemas["RecordList"]>(
    call,
    "/sandbox/records?kind=transaction&limit=20",
  );
  const deliveries = useLive<Schemas["DeliveryPage"]>(
    call,
    "/sandbox/deliveries?limit=1&status=delivered",
  );
  const requests = useLive<Schemas["RequestList"]>(call, "/sandbox/requests?limit=1000");
  const payments = records.body?.records ?? [];
  return {
    newest: payments[0],
    paid: payments.find(({ status }) => status === "success"),
    delivered: deliveries.body?.deliveries[0],
    refused: requests.body?.requests.find(({ problem }) => problem === "invalid-request"),
    failure: records.failure,
  };
}

/** The first violation of a request. */
function useRefusal(call: PageProps["call"], number: number | undefined) {
  const path = number === undefined ? "/sandbox/clock" : `/sandbox/requests/${number}`;
  const { body } = useLive<Partial<RecordedRequest>>(call, path);
  return body?.violations?.[0];
}

async function sendBroken(call: PageProps["call"]) {
  const response = await call("POST", orderForm().target, brokenOrder());
  // The refusal is what was wanted.
  return response.status === 400 ? { ...response, failure: undefined } : response;
}

function orderForm() {
  return requestForms()[0];
}

function brokenOrder() {
  const { body } = orderForm();
  return {
    ...body,
    transaction: { amount: "much", currency: "VND", paymentMethod: "CC", action: "PAY" },
  };
}

function commandFor(method: string, target: string, body?: unknown): string {
  return curlCommand({
    method,
    target,
    credentials: [credential],
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

/** The command that makes an order from a shell, wherever the gateway came from. */
export function firstCommand({ jwt }: Session): string {
  return `TOKEN=${jwt}\n${commandFor("POST", orderForm().target, orderForm().body)}`;
}

function Step({
  number,
  title,
  text,
  command,
  isDone,
  isNext,
  result,
  children,
}: {
  number: number;
  title: string;
  text: string;
  command?: string | undefined;
  isDone: boolean;
  isNext: boolean;
  /** Below everything else. */
  result?: unknown;
  children?: unknown;
}) {
  return html`<li class="panel step ${isDone ? "done" : ""} ${isNext ? "next" : ""}">
    <span class="tick" aria-hidden="true">${isDone ? "✓" : number}</span>
    <div class="stack">
      <div class="row">
        <div>
          <h2>${title} <span class="skip">${isDone ? "done" : "to do"}</span></h2>
          <p class="small quiet">${text}</p>
        </div>
        ${children}
      </div>
      ${
        command !== undefined &&
        html`<details open=${isNext}>
          <summary>The same from a shell</summary>
          <${Code} title="Shell" text=${command} />
        </details>`
      }
      ${result}
    </div>
  </li>`;
}

function Credentials({ session: { partnerCode = "", secret = "", jwt } }: { session: Session }) {
  const fact = (name: string, value: string, shown = `${value.slice(0, 6)}…`) => [
    name,
    html`<span class="row"><code>${shown}</code><${Copy} text=${value} label=${name} /></span>`,
  ];
  return html`<section class="panel stack">
    <h2>The demo partner's credentials</h2>
    <${Facts}
      facts=${[
        fact("Partner code", partnerCode, partnerCode),
        fact("Secret", secret),
        fact("JWT, for 24 hours", jwt),
      ]}
    />
    <p class="row small">
      <a href="/docs/">Reference</a><a href="/openapi.json">OpenAPI document</a
      ><a href="/console/sandbox">Test cards</a>
    </p>
  </section>`;
}
