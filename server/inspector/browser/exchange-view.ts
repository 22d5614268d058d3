import { html, useEffect, useState } from "htm/preact/standalone";
import { BodyView } from "./body-view.ts";
import { Status } from "./request-list.ts";
import { SendAgain } from "./send-again.ts";
import type { RecordedFault, RecordedMessage, RecordedRequest } from "../recorded-request.ts";
import { readRecorded, type RequestSource } from "./source.ts";
import { curlCommand, visible } from "./text.ts";

/** One request and its answer, with their faults. */
export function ExchangeView({ source, number }: { source: RequestSource; number: number }) {
  const [recorded, setRecorded] = useState<RecordedRequest | "forgotten" | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    setRecorded(undefined);
    void readRecorded(source, number).then((found) => {
      if (isCurrent) setRecorded(found ?? "forgotten");
    });
    return () => {
      isCurrent = false;
    };
  }, [source, number]);
  if (recorded === undefined) return html`<p role="status">Loading…</p>`;
  if (recorded === "forgotten")
    return html`<p role="status">This request was removed from the list.</p>`;
  return html`<${Exchange} source=${source} recorded=${recorded} />`;
}

function Exchange({ source, recorded }: { source: RequestSource; recorded: RecordedRequest }) {
  const { method, path, operation, request, response, refusedReply, faults, status } = recorded;
  const isOfReply = refusedReply !== undefined;
  const about = operation === undefined ? undefined : source.referenceOf?.(operation);
  return html`<h2 tabindex="-1">${visible(method)} <bdi>${visible(path)}</bdi></h2>
    <p>
      <${Status} status=${status} />${" "}${operation ?? "no operation of the contract"}
      ${recorded.position !== undefined && html`${" "}<code>${recorded.position}</code>`}
      ${about !== undefined && html`${" "}<a href=${about}>Reference</a>`}
    </p>
    <${Verdict} recorded=${recorded} />
    <div class="sides">
      <section aria-label="Request">
        <h3>Request</h3>
        <${Headers} message=${request} />
        ${
          hasFields(request.query) &&
          html`<h4>Query</h4>
            <${BodyView} body=${request.query} />`
        }
        <h4>Body</h4>
        <${BodyView} body=${request.body} faults=${isOfReply ? [] : faults} />
      </section>
      ${
        refusedReply &&
        html`<section aria-label="Refused reply">
          <h3>Reply of the handler, not sent</h3>
          <${BodyView} body=${refusedReply.body} faults=${faults} />
        </section>`
      }
      <section aria-label="Answer">
        <h3>Answer</h3>
        <${Headers} message=${response} />
        <h4>Body</h4>
        <${BodyView} body=${response.body} />
      </section>
    </div>
    <h3>Again</h3>
    <pre tabindex="0">${visible(curlOf(source, recorded))}</pre>
    <${SendAgain} key=${recorded.number} source=${source} recorded=${recorded} />`;
}

/** The faults of the request, or of the handler's reply. */
function Verdict({ recorded: { faults, problem, refusedReply } }: { recorded: RecordedRequest }) {
  if (problem === undefined)
    return html`<p class="verdict good">The request and its answer keep the contract.</p>`;
  const whose = refusedReply ? "The handler's reply breaks the contract." : `Refused: ${problem}.`;
  return html`<div class="verdict refused">
    <p>${whose}</p>
    <ul>
      ${faults.map((fault) => html`<${FaultLine} fault=${fault} />`)}
    </ul>
  </div>`;
}

function FaultLine({ fault: { field, reason, position } }: { fault: RecordedFault }) {
  return html`<li>
    <code>${visible(field)}</code> ${visible(reason)}${
      position !== undefined && html`${" "}(<code class="position">${position}</code>)`
    }
  </li>`;
}

function Headers({ message: { headers } }: { message: RecordedMessage }) {
  if (headers.length === 0) return undefined;
  return html`<details>
    <summary>${headers.length} headers</summary>
    <dl>
      ${headers.map(
        ({ name, value }) =>
          html`<dt>${visible(name)}</dt>
            <dd>${value === undefined ? html`<i>not kept</i>` : visible(value)}</dd>`,
      )}
    </dl>
  </details>`;
}

function hasFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

/** The path with the stored query. */
export function targetOf({ path, request: { query } }: RecordedRequest): string {
  const pairs = Object.entries(hasFields(query) ? query : {}).flatMap(([name, value]) =>
    [value].flat().map((each) => [name, String(each)]),
  );
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs).toString()}`;
}

/** The request as a shell command. Parts that were not stored must be filled in. */
function curlOf({ credential }: RequestSource, recorded: RecordedRequest): string {
  const { method, request } = recorded;
  return curlCommand({
    method,
    target: targetOf(recorded),
    headers: credential ? [`"${credential.name}: Bearer ${credential.variable}"`] : [],
    body: request.body === undefined ? undefined : JSON.stringify(request.body),
  });
}
