import { html, useState } from "htm/preact/standalone";
import { targetOf } from "./exchange-view.ts";
import type { RecordedRequest } from "../recorded-request.ts";
import type { RequestSource } from "./source.ts";
import { addressOf } from "./text.ts";

/** A form that sends a request again. The new request appears in the list. */
export function SendAgain({
  source,
  recorded,
}: {
  source: RequestSource;
  recorded: RecordedRequest;
}) {
  const [target, setTarget] = useState(targetOf(recorded));
  const [body, setBody] = useState(textOf(recorded.request.body));
  const [said, setSaid] = useState("");
  const send = async (event: Event) => {
    event.preventDefault();
    const hasBody = body.trim() !== "" && recorded.method !== "GET";
    try {
      const { status } = await fetch(addressOf(target), {
        method: recorded.method,
        headers: { ...source.headers(), ...(hasBody && { "Content-Type": "application/json" }) },
        ...(hasBody && { body }),
      });
      setSaid(`Answered ${status}.`);
    } catch (error) {
      setSaid(`Not sent: ${String(error)}`);
    }
  };
  return html`<form onSubmit=${send}>
    <label
      >Path and query
      <input
        value=${target}
        onInput=${({ currentTarget }: { currentTarget: HTMLInputElement }) => {
          setTarget(currentTarget.value);
        }}
      />
    </label>
    ${
      recorded.method !== "GET" &&
      html`<label
        >Body
        <textarea
          rows="10"
          spellcheck="false"
          value=${body}
          onInput=${({ currentTarget }: { currentTarget: HTMLTextAreaElement }) => {
            setBody(currentTarget.value);
          }}
        />
      </label>`
    }
    <button>Send again</button>${" "}<span role="status">${said}</span>
  </form>`;
}

function textOf(body: unknown): string {
  return body === undefined ? "" : JSON.stringify(body, undefined, 2);
}
