import { html, useState } from "htm/preact/standalone";
import { Field, Select, toast } from "./parts.ts";
import { searchRecorded, type RequestSource, type RequestTemplate } from "./source.ts";
import { targetUrl } from "./text.ts";

/** A form that sends a request, if wanted with an injected fault. The new request is opened. */
export function SendForm({
  source,
  first,
  onSent,
}: {
  source: RequestSource;
  /** The request to send again. Default: the first template. */
  first?: RequestTemplate;
  onSent: (number: number) => void;
}) {
  const { injection } = source;
  const [templates] = useState(first ? [first] : (source.templates?.() ?? [EMPTY]));
  const [request, setRequest] = useState(templates[0] ?? EMPTY);
  const [injected, setInjected] = useState("");
  const { name, method, target, body = "" } = request;
  const change = (part: keyof RequestTemplate) => (value: string) => {
    setRequest({ ...request, [part]: value });
  };
  const send = async (event: Event) => {
    event.preventDefault();
    const hasBody = body.trim() !== "" && method !== "GET";
    try {
      const { status } = await fetch(targetUrl(target), {
        method,
        headers: {
          ...source.headers(),
          ...(hasBody && { "Content-Type": "application/json" }),
          ...(injection && injected !== "" && { [injection.header]: injected }),
        },
        ...(hasBody && { body }),
      });
      toast(`Answered ${status}.`);
    } catch (error) {
      toast(`No response: ${String(error)}`, "bad");
    }
    const [newest] = await searchRecorded(source, "", 1);
    if (newest !== undefined) onSent(newest);
  };
  return html`<form class="stack" onSubmit=${send}>
    ${
      templates.length > 1 &&
      html`<${Select}
        label="What"
        value=${name}
        values=${templates.map((template) => template.name)}
        onValue=${(chosen: string) => {
          setRequest(templates.find((template) => template.name === chosen) ?? EMPTY);
        }}
      />`
    }
    <div class="row target">
      <${Select}
        label="Method"
        value=${method}
        values=${["GET", "POST", "PUT", "PATCH", "DELETE"]}
        onValue=${change("method")}
      />
      <${Field} label="Path and query" value=${target} onValue=${change("target")} />
    </div>
    ${
      method !== "GET" &&
      html`<${Field} label="Body" rows=${16} value=${body} onValue=${change("body")} />`
    }
    ${
      injection &&
      html`<${Field}
          label=${injection.label}
          value=${injected}
          onValue=${setInjected}
          list="injected"
        />
        <datalist id="injected">
          ${injection.examples.map((example) => html`<option value=${example}></option>`)}
        </datalist>`
    }
    <div><button class="primary">Send</button></div>
  </form>`;
}

const EMPTY: RequestTemplate = { name: "", method: "GET", target: "/" };
