import { html, useState } from "htm/preact/standalone";
import {
  testAccounts,
  testAmounts,
  testCards,
  testReversals,
} from "../../domain/bank/bank-test-data.ts";
import { visible } from "../../../skeleton/inspector/browser/text.ts";
import { Action, Failure, Field, timeOf, useRead, type PageProps } from "./parts.ts";

/** The clock, the partner's grants, and what test data does. */
export function SandboxPage({ call }: PageProps) {
  return html`<h1>Sandbox</h1>
    <${ClockCard} call=${call} />
    <${PartnerCard} call=${call} />
    <section class="card">
      <h2>Test cards</h2>
      <div class="scroll" tabindex="0">
        <table>
          <thead>
            <tr>
              <th scope="col">Number</th>
              <th scope="col">Payment</th>
              <th scope="col">3-D Secure</th>
            </tr>
          </thead>
          <tbody>
            ${testCards.map(
              ({ number, decision, enrolment }) =>
                html`<tr>
                  <td><code>${number}</code></td>
                  <td>${decision}</td>
                  <td>${enrolment ?? "none"}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
      <h3>Accounts and amounts</h3>
      <ul>
        ${[...testAccounts].map(([each, what]) => html`<li>Account <code>${each}</code>: ${what}</li>`)}
        ${[...testAmounts].map(([each, what]) => html`<li>Order of <code>${each}</code> VND: ${what}</li>`)}
        ${[...testReversals].map(([each, what]) => html`<li>Reversal of <code>${each}</code> VND: ${what}</li>`)}
      </ul>
    </section>`;
}

function ClockCard({ call }: Pick<PageProps, "call">) {
  const { body, failure, reload } = useRead<{ now: string; frozen: boolean }>(
    call,
    "/sandbox/clock",
  );
  const [seconds, setSeconds] = useState("900");
  const post = (name: string, path: string, content?: unknown) =>
    html`<${Action}
      name=${name}
      act=${() => call("POST", `/sandbox/clock/${path}`, content)}
      onDone=${reload}
    />`;
  return html`<section class="card">
    <h2>Clock</h2>
    <${Failure} failure=${failure} />
    <p role="status">${body && `${timeOf(body.now)} UTC${body.frozen ? ", stands still" : ""}`}</p>
    <${Field} label="Seconds" type="number" value=${seconds} onValue=${setSeconds} />
    <p class="buttons">
      ${post("Advance", "advance", { seconds: Number(seconds) })} ${post("Freeze", "freeze")}
      ${post("Go on", "unfreeze")} ${post("Reset to real time", "reset")}
    </p>
  </section>`;
}

interface Partner {
  readonly partnerCode: string;
  readonly ownerType: boolean;
  readonly paymentMethods: readonly string[];
  readonly bankCodes: readonly string[];
  readonly subAccounts: readonly string[];
  readonly customerFees: Readonly<Record<string, number>>;
}

function PartnerCard({ call }: Pick<PageProps, "call">) {
  const { body, failure, reload } = useRead<Partner>(call, "/sandbox/partner");
  const [change, setChange] = useState(`{ "customerFees": { "CC": 3300 } }`);
  return html`<section class="card">
    <h2>Partner</h2>
    <${Failure} failure=${failure} />
    ${
      body &&
      html`<dl>
        ${Object.entries(body).map(
          ([name, value]) =>
            html`<dt>${name}</dt>
              <dd>${visible(typeof value === "string" ? value : JSON.stringify(value))}</dd>`,
        )}
      </dl>`
    }
    <${Field} label="Change, as JSON" value=${change} onValue=${setChange} />
    <p class="buttons">
      <${Action}
        name="Change"
        act=${() => call("PATCH", "/sandbox/partner", JSON.parse(change))}
        onDone=${reload}
      />
      <${Action}
        name="Forget all records"
        isQuiet=${true}
        act=${() => call("POST", "/sandbox/reset")}
        onDone=${reload}
      />
    </p>
    <p>Another partner is made under <a href="/console/make">Make</a>.</p>
  </section>`;
}
