import { html, useState } from "htm/preact/standalone";
import { clientCall } from "../../../inspector/browser/exchange-code.ts";
import { BodyView } from "../../../inspector/browser/body-view.ts";
import { CodeTabs, Field, Select, Status } from "../../../inspector/browser/parts.ts";
import { curlCommand, quoted, visible } from "../../../inspector/browser/text.ts";
import type { Answered } from "./api.ts";
import { clientOf } from "./client-code.ts";
import type { PageProps } from "./parts.ts";
import { recordsIn } from "./records.ts";
import { requestForms, SCENARIO, scenarios, type RequestForm } from "./request-forms.ts";

/** The page with forms that make orders, payments and other records, and the same requests as a shell command and as code. */
export function MakePage({ call }: PageProps) {
  const [forms, setForms] = useState(requestForms());
  const [at, setAt] = useState(0);
  const form = forms[at] ?? forms[0];
  const [body, setBody] = useState(JSON.stringify(form.body, undefined, 2));
  const [scenario, setScenario] = useState("");
  const [result, setResult] = useState<Answered<unknown> | undefined>(undefined);
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
      setResult(await call("POST", form.path, JSON.parse(body), forcedBy(scenario)));
    } catch (error) {
      setResult({ status: 0, body: undefined, failure: `Not sent: ${String(error)}` });
    }
  };
  return html`<div class="page columns">
    <form class="stack" onSubmit=${send}>
      <h1>Make</h1>
      <${Select}
        label="What"
        value=${form.name}
        values=${forms.map(({ name }) => name)}
        onValue=${choose}
      />
      <${Field} label=${`POST ${form.path}`} rows=${18} value=${body} onValue=${setBody} />
      <${Field}
        label="Forced outcome (X-Sandbox-Scenario)"
        value=${scenario}
        onValue=${setScenario}
        list="scenarios"
      />
      <datalist id="scenarios">
        ${scenarios.map((each) => html`<option value=${each}></option>`)}
      </datalist>
      <p class="row">
        <button class="primary">Send</button>
        <button
          type="button"
          onClick=${() => {
            choose(form.name);
          }}
        >
          New codes
        </button>
      </p>
    </form>
    <div class="stack">
      <div class="stack" role="status">
        ${result !== undefined && html`<${Result} path=${form.path} result=${result} />`}
      </div>
      <${CodeTabs} key=${form.name} texts=${codeOf(form, body, scenario)} />
    </div>
  </div>`;
}

function Result({
  path,
  result: { status, body, failure },
}: {
  path: string;
  result: Answered<unknown>;
}) {
  const url = pageOf(body);
  const links = recordsIn({ path, request: {}, response: { body } });
  return html`<p class="row">
      <${Status} status=${status} />
      ${failure !== undefined && html`<span class="small">${visible(failure)}</span>`}
      ${url !== undefined && html`<a class="button primary" href=${url} target="_blank">Open the customer's page ↗</a>`}
      ${links.map(({ href, text }) => html`<a class="button" href=${href}>${text} →</a>`)}
      <a class="button" href="/console">Requests →</a>
    </p>
    ${body !== undefined && html`<${BodyView} title="Answer" body=${body} />`}`;
}

/** The URL of the customer's page in an answer. */
export function pageOf(body: unknown): string | undefined {
  const { payment, authentication, deviceDataCollectionUrl } = (body ?? {}) as {
    payment?: { url?: string };
    authentication?: { verificationUrl?: string };
    deviceDataCollectionUrl?: string;
  };
  return payment?.url ?? authentication?.verificationUrl ?? deviceDataCollectionUrl;
}

function forcedBy(scenario: string): Readonly<Record<string, string>> {
  return scenario === "" ? {} : { [SCENARIO]: scenario };
}

function codeOf(
  { path, operation }: RequestForm,
  body: string,
  scenario: string,
): Record<string, string> {
  const forced = Object.entries(forcedBy(scenario)).map(([name, value]) =>
    quoted(`${name}: ${value}`),
  );
  const headers = [`"X-SERVICE-AUTH: Bearer $TOKEN"`, ...forced];
  return {
    curl: curlCommand({ method: "POST", target: path, headers, body }),
    "Typed client": clientCall({ clientOf }, operation, { body: parsed(body) }),
  };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
