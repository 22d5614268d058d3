import { html } from "htm/preact/standalone";

/** A labelled choice. The option "any" has the value "". */
export function Select({
  label,
  value,
  values,
  onValue,
  hasAny = false,
  textOf = (each) => each,
}: {
  label: string;
  value: string;
  values: readonly string[];
  onValue: (value: string) => void;
  hasAny?: boolean;
  textOf?: (value: string) => string;
}) {
  return html`<label
    >${label}
    <select
      onChange=${({ currentTarget }: { currentTarget: HTMLSelectElement }) => {
        onValue(currentTarget.value);
      }}
    >
      ${hasAny && html`<option value="" selected=${value === ""}>any</option>`}
      ${values.map((each) => html`<option value=${each} selected=${each === value}>${textOf(each)}</option>`)}
    </select>
  </label>`;
}
