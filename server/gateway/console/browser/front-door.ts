import { html, useEffect, useState } from "htm/preact/standalone";
import { visible } from "../../../inspector/browser/text.ts";
import type { Call } from "./api.ts";
import { requestForms } from "./request-forms.ts";
import type { Session } from "./session.ts";

/** The front page: health, links, a first order and the demo partner's credentials. */
export function FrontDoor({ session, call }: { session: Session; call: Call }) {
  const [health, setHealth] = useState("…");
  const [payUrl, setPayUrl] = useState("");
  const [failure, setFailure] = useState("");
  useEffect(() => {
    void call<{ status: string }>("GET", "/healthz").then(({ body, failure: why }) => {
      setHealth(body?.status ?? why ?? "");
    });
  }, []);
  const makeOrder = async () => {
    const [form] = requestForms();
    const made = await call<{ payment: { url: string } }>("POST", form.path, form.body);
    setPayUrl(made.body?.payment.url ?? "");
    setFailure(made.failure ?? "");
  };
  return html`<h1>Payment gateway sandbox</h1>
    <p>
      It runs at <code>${location.origin}</code>; health: <b role="status">${visible(health)}</b>.
      No real money is involved.
    </p>
    <ul>
      <li><a href="/console">Console</a>: live requests and answers</li>
      <li><a href="/docs">Reference</a> and <a href="/openapi.json">OpenAPI document</a></li>
    </ul>
    <section class="card">
      <h2>A first order</h2>
      <button onClick=${makeOrder}>Make an order</button>
      <p role="status">
        ${failure !== "" && html`<span class="bad">${visible(failure)}</span>`}${
          payUrl !== "" &&
          html`Made. <a href=${payUrl}>Pay it as its customer</a> with card
            <code>4111 1111 1111 1111</code>.`
        }
      </p>
    </section>
    ${session.secret !== undefined && html`<${Credentials} session=${session} />`}`;
}

function Credentials({ session }: { session: Session }) {
  return html`<section class="card">
    <h2>The demo partner</h2>
    <dl>
      <${Copied} name="Partner code" value=${session.partnerCode ?? ""} />
      <${Copied} name="Secret" value=${session.secret ?? ""} isSecret=${true} />
      <${Copied} name="JWT, for 24 hours" value=${session.jwt} isSecret=${true} />
    </dl>
  </section>`;
}

function Copied({ name, value, isSecret }: { name: string; value: string; isSecret?: boolean }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
  };
  return html`<dt>${name}</dt>
    <dd>
      ${isSecret === true ? html`<code>${value.slice(0, 6)}…</code>` : html`<code>${value}</code>`}${" "}
      <button class="quiet" onClick=${copy} aria-label=${`Copy: ${name}`}>Copy</button>${" "}
      <span role="status">${isCopied && "Copied."}</span>
    </dd>`;
}
