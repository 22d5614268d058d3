import { html, useState } from "htm/preact/standalone";
import { visible } from "../../../inspector/browser/text.ts";
import { Select } from "../../../inspector/browser/select.ts";
import {
  Action,
  createButtons,
  Failure,
  timeOf,
  useRead,
  type PageProps,
  type Schemas,
} from "./parts.ts";

const kinds = ["transaction", "authentication", "authorization", "token"];

/** The page of payments and other records, with their history and buttons for what banks and customers do. */
export function RecordsPage({ call }: PageProps) {
  const [kind, setKind] = useState(
    new URLSearchParams(location.search).get("kind") ?? "transaction",
  );
  const { body, failure, reload } = useRead<Schemas["RecordList"]>(
    call,
    `/sandbox/records?kind=${encodeURIComponent(kind)}&limit=50`,
  );
  return html`<h1>Records</h1>
    <div class="fields">
      <${Select}
        label="Kind"
        value=${kind}
        values=${kinds}
        onValue=${(chosen: string) => {
          history.replaceState(null, "", `?kind=${chosen}`);
          setKind(chosen);
        }}
      />
      <button class="quiet" onClick=${reload}>Read again</button>
    </div>
    <${Failure} failure=${failure} />
    ${body?.records.length === 0 && html`<p>There are none yet. Make one under <a href="/console/make">Make</a>.</p>`}
    ${body?.records.map(
      (record) =>
        html`<section class="card" key=${record.recordId}>
          <h2>
            <bdi>${visible(record.reference)}</bdi> <span class="status">${record.status}</span>
          </h2>
          <p>
            ${record.amount !== undefined && html`${record.amount.toLocaleString("en")} VND, `}
            <span class="quiet">${visible(record.recordId)}</span>
            ${record.pageUrl !== undefined && html`, <a href=${record.pageUrl}>the customer's page</a>`}
          </p>
          <ol class="timeline">
            ${record.changes.map(
              ({ at, event, from, to, who, why }) =>
                html`<li>
                  <b>${from === undefined ? to : `${from} → ${to}`}</b> at ${timeOf(at)}: ${event}
                  <span class="quiet"> (${visible(who)}, ${visible(why)})</span>
                </li>`,
            )}
          </ol>
          <${Buttons} kind=${kind} record=${record} call=${call} onDone=${reload} />
        </section>`,
    )}`;
}

function Buttons({
  kind,
  record: { recordId, status },
  call,
  onDone,
}: Pick<PageProps, "call"> & {
  kind: string;
  record: Schemas["StatefulRecord"];
  onDone: () => void;
}) {
  const [otp, setOtp] = useState("");
  const { button, quietButton } = createButtons(call, onDone);
  const path = (action: string) => `${kind}s/${recordId}/${action}`;
  if (kind === "transaction" && (status === "pending" || status === "processing"))
    return html`<p class="buttons">
      ${button("Bank approves", path("result"), { status: "success" })}
      ${button("Bank declines", path("result"), { status: "error" })}
      ${quietButton("Expire (15 minutes pass)", "clock/advance", { seconds: 15 * 60 + 1 })}
      <${Action}
        name="Show the one-time password"
        isQuiet=${true}
        act=${async () => {
          const found = await call<Schemas["OneTimePassword"]>("GET", `/sandbox/${path("otp")}`);
          setOtp(found.body?.otp ?? "");
          return found;
        }}
      />
      ${otp !== "" && html`<code>${otp}</code>`}
    </p>`;
  if (kind === "authentication" && (status === "CARD_ENROLLED" || status === "PENDING"))
    return html`<p class="buttons">
      ${button("Cardholder confirms", path("result"), { status: "VERIFIED" })}
      ${button("Cardholder refuses", path("result"), { status: "FAILED" })}
    </p>`;
  if (kind === "authorization" && status === "AUTHORIZED")
    return html`<p class="buttons">
      ${button("Capture", path("capture"))}
      ${quietButton("Let seven days pass", "clock/advance", { seconds: 7 * 24 * 3600 })}
    </p>`;
  return undefined;
}
