import { html, useState } from "htm/preact/standalone";
import {
  testAccounts,
  testAmounts,
  testCards,
  testReversals,
} from "../../../domain/bank/bank-test-data.ts";
import { Facts, Field } from "../../../../inspector/browser/parts.ts";
import { Action, Failure, useLive, type PageProps, type Schemas } from "./parts.ts";

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
            ...[...testAccounts].map(([account, what]) => [
              html`Account <code>${account}</code>`,
              what,
            ]),
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
  const [changes, setChanges] = useState<Readonly<Record<string, string>>>({});
  const save = async () => {
    const read = settings.flatMap(({ name, read }) => {
      const text = changes[name];
      return text === undefined ? [] : [[name, read(text)] as const];
    });
    const saved = await call("PATCH", "/sandbox/partner", Object.fromEntries(read));
    if (saved.failure === undefined) setChanges({});
    return saved;
  };
  return html`<section class="panel stack">
    <h2>Partner ${body?.partnerCode}</h2>
    <${Failure} failure=${failure} />
    ${settings.map(
      ({ name, label }) =>
        html`<${Field}
          label=${label}
          value=${changes[name] ?? settingText(body?.[name])}
          onValue=${(value: string) => {
            setChanges({ ...changes, [name]: value });
          }}
        />`,
    )}
    <p class="row">
      <${Action} name="Save" isMain=${true} act=${save} />
      <${Action}
        name="Forget all records"
        asks="All records of this partner are deleted. Go on?"
        act=${() => call("POST", "/sandbox/reset")}
      />
    </p>
  </section>`;
}

/** The settings of a partner, as text. */
const settings = [
  { name: "paymentMethods", label: "Payment methods", read: readList },
  { name: "bankCodes", label: "Banks", read: readList },
  { name: "subAccounts", label: "Sub accounts", read: readList },
  { name: "customerFees", label: "Fees in VND, such as CC=3300", read: readFees },
] as const;

function settingText(value: readonly string[] | object = []): string {
  const texts = Array.isArray(value) ? value : Object.entries(value).map((fee) => fee.join("="));
  return texts.join(", ");
}

function readList(text: string): string[] {
  return text.split(/[\s,]+/).filter((part) => part !== "");
}

function readFees(text: string): object {
  const fees = readList(text).map((part) => part.split("="));
  return Object.fromEntries(fees.map(([method = "", fee]) => [method, Number(fee)]));
}
