import { html, useState } from "htm/preact/standalone";
import {
  testAccounts,
  testAmounts,
  testCards,
  testReversals,
} from "../../../domain/bank/bank-test-data.ts";
import { Facts, Field } from "../../../../inspector/browser/parts.ts";
import { visible } from "../../../../inspector/browser/text.ts";
import { Action, createButtons, Failure, useLive, type PageProps, type Schemas } from "./parts.ts";

/** The page of the partner and the test data. */
export function SandboxPage({ call }: PageProps) {
  return html`<div class="page stack">
    <h1>Sandbox</h1>
    <div class="columns">
      <${PartnerPanel} call=${call} />
      <section class="panel stack">
        <h2>Accounts and amounts</h2>
        <${Facts}
          facts=${[
            ...[...testAccounts].map(([text, what]) => [html`Account <code>${text}</code>`, what]),
            ...[...testAmounts].map(([number, what]) => [
              html`Order of <code>${number}</code> VND`,
              what,
            ]),
            ...[...testReversals].map(([number, what]) => [
              html`Reversal of <code>${number}</code> VND`,
              what,
            ]),
          ]}
        />
      </section>
    </div>
    <section class="panel stack">
      <h2>Test cards</h2>
      <div class="scroll" tabindex="0" role="region" aria-label="Test cards">
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
    </section>
  </div>`;
}

function PartnerPanel({ call }: Pick<PageProps, "call">) {
  const { body, failure } = useLive<Schemas["Partner"]>(call, "/sandbox/partner");
  const [change, setChange] = useState(`{ "customerFees": { "CC": 3300 } }`);
  return html`<section class="panel stack">
    <h2>Partner</h2>
    <${Failure} failure=${failure} />
    <${Facts}
      facts=${Object.entries(body ?? {}).map(([name, value]) => [
        name,
        html`<span class="mono"
          >${visible(typeof value === "string" ? value : JSON.stringify(value).replaceAll(",", ", "))}</span
        >`,
      ])}
    />
    <${Field} label="Change, as JSON" value=${change} onValue=${setChange} />
    <p class="row">
      <${Action}
        name="Change"
        isMain=${true}
        act=${() => call("PATCH", "/sandbox/partner", JSON.parse(change))}
      />
      ${createButtons(call).quietButton("Forget all records", "reset")}
    </p>
  </section>`;
}
