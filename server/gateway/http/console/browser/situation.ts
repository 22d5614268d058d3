import { html, useRef, useState } from "htm/preact/standalone";
import { Field, Select } from "../../../../inspector/browser/parts.ts";
import type { Call } from "./api.ts";
import { createButtons, Failure, useLive, type Schemas } from "./parts.ts";

/** The sandbox's clock and the faults that wait, in the header of every page, with a dialog that changes them. */
export function Situation({ call }: { call: Call }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const clock = useLive<Schemas["Clock"]>(call, "/sandbox/clock");
  const faults = useLive<Schemas["DeliveryFaultList"]>(call, "/sandbox/delivery-faults");
  const waiting = faults.body?.faults.reduce((sum, { times = 1 }) => sum + times, 0) ?? 0;
  const now = clock.body && new Date(clock.body.now);
  const isMoved = now && Math.abs(now.getTime() - Date.now()) > MOVED_MS;
  if (clock.status === 0)
    return html`<div class="row">
      <span class="badge bad dot" role="alert">Offline: the gateway does not answer</span>
    </div>`;
  return html`<div class="row">
    <button
      aria-haspopup="dialog"
      onClick=${() => {
        dialog.current?.showModal();
      }}
    >
      <span class="quiet wide">Clock</span>
      <span class="number mono"
        >${isMoved === true && html`<span class="wide">${now.toLocaleDateString("en-GB")}, </span>`}${now?.toLocaleTimeString("en-GB") ?? "…"}</span
      >
      ${clock.body?.frozen === true && html`<span class="badge info">frozen</span>`}
      ${isMoved === true && html`<span class="badge warn">moved</span>`}
      ${waiting > 0 && html`<span class="badge bad">${waiting} ${waiting === 1 ? "fault" : "faults"}</span>`}
    </button>
    <dialog ref=${dialog} aria-label="Clock and faults">
      <div class="stack">
        <${ClockPanel} call=${call} clock=${clock.body} />
        <hr />
        <${FaultsPanel} call=${call} />
        <form method="dialog"><button>Close</button></form>
      </div>
    </dialog>
  </div>`;
}

/** A difference that no network makes. */
const MOVED_MS = 5000;

/** The sandbox's clock. */
function ClockPanel({ call, clock }: { call: Call; clock: Schemas["Clock"] | undefined }) {
  const [seconds, setSeconds] = useState("900");
  const { button, quietButton } = createButtons(call);
  return html`<section class="stack">
    <h2>Clock</h2>
    <p class="mono">
      ${clock && `${new Date(clock.now).toLocaleString("en-GB")}${clock.frozen ? ", frozen" : ""}`}
    </p>
    <div class="row">
      ${quietButton("+15 minutes", "clock/advance", { seconds: 15 * 60 + 1 })}
      ${quietButton("+7 days", "clock/advance", { seconds: 7 * 24 * 3600 })}
      ${clock?.frozen === true ? quietButton("Go on", "clock/unfreeze") : quietButton("Freeze", "clock/freeze")}
      ${quietButton("Reset to real time", "clock/reset")}
    </div>
    <div class="row">
      <${Field} label="Seconds" type="number" value=${seconds} onValue=${setSeconds} />
      ${button("Advance", "clock/advance", { seconds: Number(seconds) })}
    </div>
  </section>`;
}

const kinds = [
  "drop",
  "duplicate",
  "reorder",
  "delay",
  "lost-acknowledgement",
  "damaged-signature",
];

/** The faults of the next callbacks: what waits, and how more are added. */
export function FaultsPanel({ call }: { call: Call }) {
  const { body, failure } = useLive<Schemas["DeliveryFaultList"]>(call, "/sandbox/delivery-faults");
  const [kind, setKind] = useState(kinds[0] ?? "");
  const { button, quietButton } = createButtons(call);
  return html`<section class="stack">
    <h2>Faults of the next callbacks</h2>
    <${Failure} failure=${failure} />
    ${body?.faults.length === 0 && html`<p class="small quiet">None waits.</p>`}
    ${body?.faults.map(
      (fault) =>
        html`<div class="row apart">
          <span
            ><span class="badge bad">${fault.kind}</span>
            <span class="small">× ${fault.times}</span></span
          >
          ${quietButton("Take back", `delivery-faults?kind=${fault.kind}`, undefined, "DELETE")}
        </div>`,
    )}
    <div class="row">
      <${Select} label="Fault" value=${kind} values=${kinds} onValue=${setKind} />
      ${button("Inject", "delivery-faults", { kind, ...(kind === "delay" && { delaySeconds: 60 }) })}
    </div>
  </section>`;
}
