import { html, useEffect, useState } from "htm/preact/standalone";
import { BodyView } from "./body-view.ts";
import { exchangeCode, hasAnyField, recordedTarget } from "./exchange-code.ts";
import { CodeTabs, Excerpt, Facts, Method, Outcome, Time } from "./parts.ts";
import { SendForm } from "./send-form.ts";
import type { RecordedMessage, RecordedRequest } from "../recorded-request.ts";
import { readRecorded, type RequestSource, type RequestTemplate } from "./source.ts";
import { visible } from "./text.ts";

/** One request and its response, with their violations. */
export function ExchangeView({
  source,
  number,
  onSent,
}: {
  source: RequestSource;
  number: number;
  onSent: (number: number) => void;
}) {
  const [recorded, setRecorded] = useState<RecordedRequest | "forgotten" | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    void readRecorded(source, number).then((found) => {
      if (isCurrent) setRecorded(found ?? "forgotten");
    });
    return () => {
      isCurrent = false;
    };
  }, [source, number]);
  if (recorded === undefined) return html`<p role="status" class="quiet">Loading…</p>`;
  if (recorded === "forgotten")
    return html`<p role="status" class="note">
      This request is no longer kept. The list keeps the last 10,000 of this process.
    </p>`;
  return html`<${Exchange} source=${source} recorded=${recorded} onSent=${onSent} />`;
}

function Exchange({
  source,
  recorded,
  onSent,
}: {
  source: RequestSource;
  recorded: RecordedRequest;
  onSent: (number: number) => void;
}) {
  const { method, path, operation, request, response, refusedReply, violations } = recorded;
  const about = operation === undefined ? undefined : source.referenceOf?.(operation);
  const links = source.linksOf?.(recorded) ?? [];
  return html`<header class="stack">
      <h2 class="mono"><${Method} method=${method} /> <bdi>${visible(path)}</bdi></h2>
      <div class="row small quiet">
        <${Outcome} request=${recorded} /><span>${recorded.durationMs.toFixed(1)} ms</span>
        <${Time} at=${recorded.at} />
        ${recorded.caller !== undefined && html`<span>${visible(recorded.caller)}</span>`}
        ${operation !== undefined && html`<b>${operation}</b>`}
        ${about !== undefined && html`<a href=${about}>Reference</a>`}
        ${recorded.position !== undefined && html`<code>${recorded.position}</code>`}
      </div>
      ${
        links.length > 0 &&
        html`<div class="row">
          ${links.map(({ href, text }) => html`<a class="button" href=${href}>${visible(text)} →</a>`)}
        </div>`
      }
    </header>
    <${Verdict} recorded=${recorded} />
    <section class="columns" aria-label="Request and response">
      <div class="stack">
        ${
          refusedReply &&
          html`<${BodyView}
            title="Reply that violates the contract"
            body=${refusedReply.body}
            violations=${violations}
          />`
        }
        <${BodyView}
          title="Request body"
          body=${request.body}
          violations=${refusedReply ? [] : violations}
        />
        ${hasAnyField(request.query) && html`<${BodyView} title="Query" body=${request.query} />`}
        <${Headers} title="Request headers" message=${request} />
      </div>
      <div class="stack">
        ${violations.map((violation) => html`<${Excerpt} violation=${violation} />`)}
        <${BodyView} title="Response" body=${response.body} />
        <${Headers} title="Response headers" message=${response} />
      </div>
    </section>
    <${CodeTabs} key=${recorded.number} texts=${exchangeCode(source, recorded)} />
    <details key=${recorded.number}>
      <summary>Send it again, changed if you like</summary>
      <${SendForm} source=${source} first=${requestTemplate(recorded)} onSent=${onSent} />
    </details>`;
}

function requestTemplate(recorded: RecordedRequest): RequestTemplate {
  const { method, request } = recorded;
  const body = request.body === undefined ? "" : JSON.stringify(request.body, undefined, 2);
  return { name: "", method, target: recordedTarget(recorded), body };
}

/** The violations of the request, or of the handler's reply. */
function Verdict({ recorded }: { recorded: RecordedRequest }) {
  const { violations, problem, refusedReply, operation, status } = recorded;
  if (problem === undefined)
    return operation === undefined
      ? html`<p class="note verdict">It belongs to no operation of the contract.</p>`
      : html`<p class="note good verdict">✓ The request and its response satisfy the contract.</p>`;
  const whose = refusedReply
    ? "The reply violates the contract."
    : `${status < 400 ? "Passed, although it is invalid" : "Refused"}: ${problem}.`;
  return html`<div class="note verdict ${refusedReply ? "bad" : "warn"}">
    <p><b>${whose}</b></p>
    ${violations.map(({ field, reason }) => html`<p><code>${visible(field)}</code>${" "}${visible(reason)}</p>`)}
  </div>`;
}

function Headers({ title, message: { headers } }: { title: string; message: RecordedMessage }) {
  if (headers.length === 0) return undefined;
  return html`<details>
    <summary>${title} (${headers.length})</summary>
    <${Facts}
      facts=${headers.map(({ name, value }) => [
        visible(name),
        value === undefined
          ? html`<i>not kept</i>`
          : html`<span class="mono">${visible(value)}</span>`,
      ])}
    />
  </details>`;
}
