import { html } from "htm/preact/standalone";
import { visible } from "../../../inspector/browser/text.ts";
import { eventText, Failure, timeOf, useRead, type PageProps, type Schemas } from "./parts.ts";

/** The page of the sandbox's own receiver. */
export function InboxPage({ call }: PageProps) {
  const { body, failure, reload } = useRead<Schemas["Inbox"]>(call, "/sandbox/inbox");
  return html`<h1>Inbox</h1>
    <p>
      Use <code>${location.origin}/console/inbox</code> as <code>notifyUrl</code> while you have no
      server. It acknowledges every callback and shows those of your own events.
    </p>
    <p><button class="quiet" onClick=${reload}>Read again</button></p>
    <${Failure} failure=${failure} />
    ${body?.messages.length === 0 && html`<p>Nothing has arrived yet.</p>`}
    ${body?.messages.map(
      ({ at, deliveryId, verified, body: text }) =>
        html`<section class="card">
          <h2>
            ${timeOf(at)}${" "}
            <span class="status ${verified ? "good" : "bad"}"
              >${verified ? "signature verified" : "signature wrong"}</span
            >
          </h2>
          <p class="quiet">${visible(deliveryId)}</p>
          <pre tabindex="0">${visible(eventText(text))}</pre>
        </section>`,
    )}`;
}
