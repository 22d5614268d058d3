import { html, useCallback, useEffect, useRef, useState } from "htm/preact/standalone";
import { visible } from "../../../inspector/browser/text.ts";
import type { components } from "../../../../generated/sandbox/types.ts";
import type { Answered, Call } from "./api.ts";
import type { Session } from "./session.ts";

/** The models of the sandbox contract. */
export type Schemas = components["schemas"];

/** Properties of every page of the console. */
export interface PageProps {
  readonly session: Session;
  readonly call: Call;
}

/** Reads a resource when the page opens and on `reload`. `body` is undefined until it has arrived. */
export function useRead<Body>(
  call: Call,
  path: string,
): Pick<Answered<Body>, "body" | "failure"> & { readonly reload: () => void } {
  const [answered, setAnswered] = useState<Answered<Body> | undefined>(undefined);
  const calls = useRef(0);
  const reload = useCallback(() => {
    const number = (calls.current += 1);
    void call<Body>("GET", path).then((answer) => {
      // An older answer may arrive after a newer one.
      if (number === calls.current) setAnswered(answer);
    });
  }, [path]);
  useEffect(reload, [reload]);
  return { body: answered?.body, failure: answered?.failure, reload };
}

/** A button with an action, whose result is shown beside it. */
export function Action({
  name,
  act,
  onDone,
  isQuiet,
}: {
  name: string;
  act: () => Promise<Answered<unknown>>;
  onDone?: () => void;
  isQuiet?: boolean;
}) {
  const [result, setResult] = useState("");
  const press = async () => {
    setResult("…");
    try {
      const { failure } = await act();
      setResult(failure ?? "Done.");
      if (failure === undefined) onDone?.();
    } catch (error) {
      setResult(String(error));
    }
  };
  return html`<span class="action"
    ><button class=${isQuiet === true ? "quiet" : ""} onClick=${press}>${name}</button
    ><span role="status" class="quiet"> ${visible(result)}</span></span
  >`;
}

/** Makes buttons that call the sandbox. */
export function createButtons(call: Call, onDone?: () => void) {
  const make =
    (isQuiet: boolean) =>
    (name: string, path: string, body?: unknown, method = "POST") =>
      html`<${Action}
        name=${name}
        act=${() => call(method, `/sandbox/${path}`, body)}
        onDone=${onDone}
        isQuiet=${isQuiet}
      />`;
  return { button: make(false), quietButton: make(true) };
}

/** The reason why a resource could not be read. */
export function Failure({ failure }: { failure: string | undefined }) {
  return failure === undefined
    ? undefined
    : html`<p role="alert" class="bad">${visible(failure)}</p>`;
}

/** A labelled field of a form. */
export function Field({
  label,
  value,
  onValue,
  ...further
}: {
  label: string;
  value: string;
  onValue: (value: string) => void;
  type?: string;
  autocomplete?: string;
  required?: boolean;
}) {
  return html`<label
    >${label}
    <input
      ...${further}
      value=${value}
      onInput=${({ currentTarget }: { currentTarget: HTMLInputElement }) => {
        onValue(currentTarget.value);
      }}
    />
  </label>`;
}

/** The event in the `data` of a callback, as text. */
export function eventText(body: string): string {
  try {
    const { data } = JSON.parse(body) as { data: string };
    const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
    return JSON.stringify(JSON.parse(new TextDecoder().decode(bytes)), undefined, 2);
  } catch {
    return "It cannot be read.";
  }
}

/** A time as a table shows it. */
export function timeOf(rfc3339: string): string {
  return rfc3339.slice(0, 19).replace("T", " ");
}
