import { html } from "htm/preact/standalone";
import { BodyView } from "../../../inspector/browser/body-view.ts";
import { Code, Copy, Empty, Time } from "../../../inspector/browser/parts.ts";
import { Workbench } from "../../../inspector/browser/workbench.ts";
import { visible } from "../../../inspector/browser/text.ts";
import { eventOf, Failure, useLive, type PageProps, type Schemas } from "./parts.ts";
import { FIRST_COMMAND } from "./tour.ts";

type Message = Schemas["InboxMessage"];

/** The page of the sandbox's own receiver. */
export function InboxPage({ call }: PageProps) {
  const { body, failure } = useLive<Schemas["Inbox"]>(call, "/sandbox/inbox");
  const messages = body?.messages ?? [];
  const keyOf = ({ at, deliveryId }: Message) => `${deliveryId}-${at}`;
  const url = `${location.origin}/console/inbox`;
  return html`<${Workbench}
    title="Inbox"
    chosenBy="message"
    items=${messages}
    keyOf=${keyOf}
    row=${(message: Message) =>
      html`<div>
          <span class="grow mono">${visible(message.deliveryId)}</span
          ><${Verified} message=${message} />
        </div>
        <div class="small quiet">
          <span class="grow">${message.body.length} bytes</span><${Time} at=${message.at} />
        </div>`}
    detail=${(key: string) => {
      const message = messages.find((each) => keyOf(each) === key);
      return message && html`<${MessageView} message=${message} />`;
    }}
    filters=${html`<div class="row apart small">
        <span>Use as <code>notifyUrl</code>: <code>${url}</code></span
        ><${Copy} text=${url} label="URL of the inbox" />
      </div>
      <${Failure} failure=${failure} />`}
    empty=${html`<${Empty}
      title="Nothing has arrived yet"
      text="The inbox acknowledges every callback, so that you need no server. It shows those of your own events."
      command=${FIRST_COMMAND}
    />`}
    nothingChosen=${html`<${Empty} title="Choose a message" text="It is shown with its event, and with the verdict on its signature." />`}
  />`;
}

function Verified({ message: { verified } }: { message: Message }) {
  return html`<span class="badge ${verified ? "good" : "bad"}"
    >${verified ? "signature verified" : "signature wrong"}</span
  >`;
}

function MessageView({ message }: { message: Message }) {
  return html`<header class="row apart">
      <h2 class="mono">${visible(message.deliveryId)}</h2>
      <${Verified} message=${message} />
    </header>
    <p>
      <a class="button" href=${`/console/callbacks?delivery=${message.deliveryId}`}
        >Its attempts →</a
      >
    </p>
    <${BodyView} title="The event in data" body=${eventOf(message.body)} />
    <${Code} title="Body, byte for byte" text=${message.body} />`;
}
