import { html, useState } from "htm/preact/standalone";
import { curlCommand, quoted, visible } from "../../../inspector/browser/text.ts";
import { Select } from "../../../inspector/browser/select.ts";
import type { Answered } from "./api.ts";
import { Field, type PageProps } from "./parts.ts";
import { requestForms, type RequestForm } from "./request-forms.ts";

/** The page with forms that make orders, payments and other records, and the same requests as a shell command and as code. */
export function MakePage({ call }: PageProps) {
  const [forms, setForms] = useState(requestForms());
  const [at, setAt] = useState(0);
  const form = forms[at] ?? forms[0];
  const [body, setBody] = useState(JSON.stringify(form.body, undefined, 2));
  const [scenario, setScenario] = useState("");
  const [result, setResult] = useState<Answered<unknown> | string | undefined>(undefined);
  const choose = (name: string) => {
    const fresh = requestForms();
    const next = fresh.findIndex((each) => each.name === name);
    setForms(fresh);
    setAt(next);
    setBody(JSON.stringify(fresh[next]?.body, undefined, 2));
    setResult(undefined);
  };
  const send = async (event: Event) => {
    event.preventDefault();
    try {
      setResult(await call("POST", form.path, JSON.parse(body), headersOf(scenario)));
    } catch (error) {
      setResult(String(error));
    }
  };
  return html`<h1>Make</h1>
    <form onSubmit=${send}>
      <${Select}
        label="What"
        value=${form.name}
        values=${forms.map(({ name }) => name)}
        onValue=${choose}
      />
      <label
        >POST ${form.path}
        <textarea
          rows="16"
          spellcheck="false"
          value=${body}
          onInput=${({ currentTarget }: { currentTarget: HTMLTextAreaElement }) => {
            setBody(currentTarget.value);
          }}
        />
      </label>
      <${Field}
        label="Forced outcome (X-Sandbox-Scenario), such as 500, delay:2000, drop-after or answer:missing-field"
        value=${scenario}
        onValue=${setScenario}
      />
      <p class="buttons">
        <button>Send</button>
        <button
          type="button"
          class="quiet"
          onClick=${() => {
            choose(form.name);
          }}
        >
          New codes
        </button>
      </p>
    </form>
    <div role="status">${result !== undefined && html`<${Result} result=${result} />`}</div>
    <h2>The same from a shell</h2>
    <pre tabindex="0">${visible(curlOf(form, body, scenario))}</pre>
    <h2>The same with the typed client</h2>
    <pre tabindex="0">${visible(clientCallOf(form, body))}</pre>`;
}

function Result({ result }: { result: Answered<unknown> | string }) {
  if (typeof result === "string") return html`<p class="bad">Not sent: ${visible(result)}</p>`;
  const { status, body, failure } = result;
  const url = pageOf(body);
  return html`<p>
      <span class="status ${failure === undefined ? "good" : "refused"}">${status}</span>
      ${failure !== undefined && visible(failure)}
      ${url !== undefined && html`<a href=${url}>Open the customer's page</a>`}
    </p>
    ${body !== undefined && html`<pre tabindex="0">${visible(JSON.stringify(body, undefined, 2))}</pre>`}`;
}

/** The URL of the customer's page in an answer. */
function pageOf(body: unknown): string | undefined {
  const { payment, authentication, deviceDataCollectionUrl } = (body ?? {}) as {
    payment?: { url?: string };
    authentication?: { verificationUrl?: string };
    deviceDataCollectionUrl?: string;
  };
  return payment?.url ?? authentication?.verificationUrl ?? deviceDataCollectionUrl;
}

function headersOf(scenario: string): Readonly<Record<string, string>> {
  return scenario === "" ? {} : { "X-Sandbox-Scenario": scenario };
}

function curlOf({ path }: RequestForm, body: string, scenario: string): string {
  const forced = Object.entries(headersOf(scenario)).map(([name, value]) =>
    quoted(`${name}: ${value}`),
  );
  const headers = [`"X-SERVICE-AUTH: Bearer $TOKEN"`, ...forced];
  return curlCommand({ method: "POST", target: path, headers, body });
}

function clientCallOf({ path, operation }: RequestForm, body: string): string {
  const options = `{ baseUrl: "${location.origin}", token }`;
  const made = path.startsWith("/sandbox/")
    ? `import { createContractClient } from "@contract-toolkit/client";
import { operations, type Operations } from "./generated/sandbox/operations.js";

const headers = { "X-SERVICE-AUTH": token };
const client = createContractClient<Operations>(operations, { baseUrl: "${location.origin}", headers });`
    : `import { createClient } from "./client/index.ts";

const client = createClient(${options});`;
  return `${made}
const result = await client.${operation}({ body: ${body} });
if (result.status < 300) console.log(result.body);`;
}
