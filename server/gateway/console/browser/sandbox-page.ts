import { html, useState } from "htm/preact/standalone";
import {
  testAccounts,
  testAmounts,
  testCards,
  testReversals,
} from "../../domain/bank/bank-test-data.ts";
import { visible } from "../../../inspector/browser/text.ts";
import {
  Action,
  createButtons,
  Failure,
  Field,
  timeOf,
  useRead,
  type PageProps,
  type Schemas,
} from "./parts.ts";

/** The page of the clock, the partner and the test data. */
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
              ${["Number", "Payment", "3-D Secure"].map((name) => html`<th scope="col">${name}</th>`)}
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
  const { body, failure, reload } = useRead<Schemas["Clock"]>(call, "/sandbox/clock");
  const [seconds, setSeconds] = useState("900");
  const { button } = createButtons(call, reload);
  return html`<section class="card">
    <h2>Clock</h2>
    <${Failure} failure=${failure} />
    <p role="status">${body && `${timeOf(body.now)} UTC${body.frozen ? ", frozen" : ""}`}</p>
    <${Field} label="Seconds" type="number" value=${seconds} onValue=${setSeconds} />
    <p class="buttons">
      ${button("Advance", "clock/advance", { seconds: Number(seconds) })}
      ${button("Freeze", "clock/freeze")} ${button("Go on", "clock/unfreeze")}
      ${button("Reset to real time", "clock/reset")}
    </p>
  </section>`;
}

function PartnerCard({ call }: Pick<PageProps, "call">) {
  const { body, failure, reload } = useRead<Schemas["Partner"]>(call, "/sandbox/partner");
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
      ${createButtons(call, reload).quietButton("Forget all records", "reset")}
    </p>
    <p>Another partner is made under <a href="/console/make">Make</a>.</p>
  </section>`;
}
