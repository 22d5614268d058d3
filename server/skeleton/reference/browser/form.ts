import { element } from "./dom.ts";
import {
  type DescribedOperation,
  partOf,
  type SampledRequest,
  separatorOf,
  textOf,
} from "./request.ts";
import type { ShownAnswer } from "./try-it.ts";

export interface FormActions {
  readonly change: (request: SampledRequest) => void;
  readonly send: (request: SampledRequest) => Promise<ShownAnswer>;
}

/** Adds a form below an element: inputs for parameters and body, and the answer. */
export function addForm(
  above: Element,
  operation: DescribedOperation,
  initial: SampledRequest,
  { change, send }: FormActions,
): void {
  const parameters = operation.parameters.filter(({ credential }) => !credential);
  const inputs = parameters.map((parameter) => {
    const { name } = parameter;
    const part = partOf(parameter);
    const separator = separatorOf(parameter);
    const value = initial[part]?.[name];
    const input = element("input", { spellcheck: "false" });
    input.value = value === undefined ? "" : textOf(value, listSeparator(separator));
    const label = element("label", {}, `${name} (${part})`, input);
    return { parameter, part, separator, input, label };
  });
  const body = element("textarea", { rows: "12", spellcheck: "false" });
  const isText = typeof initial.body === "string";
  body.value =
    typeof initial.body === "string" ? initial.body : JSON.stringify(initial.body, null, 2);
  const title = element("p", { role: "status" });
  const text = element("pre", { tabindex: "0", "aria-label": "Answer", hidden: "" });
  const form = element(
    "form",
    { class: "try-form" },
    ...inputs.map(({ label }) => label),
    ...(initial.body === undefined ? [] : [element("label", {}, "Body", body)]),
    element("button", {}, "Send"),
    title,
    text,
  );

  const read = (): SampledRequest => {
    let request: SampledRequest = { ...initial, path: {}, query: {}, headers: {}, cookies: {} };
    for (const { parameter, part, separator, input } of inputs) {
      const { name, type, fields, required } = parameter;
      if (input.value === "" && !required) continue;
      const value = valueOf(input.value, fields ? "object" : type, separator);
      request = { ...request, [part]: { ...request[part], [name]: value } };
    }
    if (initial.body === undefined) return request;
    return { ...request, body: isText ? body.value : parsed(body.value) };
  };
  const report = (work: () => void) => {
    try {
      work();
      title.textContent = "";
    } catch (error) {
      title.textContent =
        error instanceof SyntaxError ? `The body is not JSON: ${error.message}` : String(error);
    }
  };
  form.addEventListener("input", () => {
    report(() => {
      change(read());
    });
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    report(() => {
      void send(read()).then((answer) => {
        title.textContent = answer.title;
        text.textContent = answer.text;
        text.hidden = false;
      });
    });
  });
  above.after(form);
  change(initial);
}

function parsed(text: string): unknown {
  return JSON.parse(text);
}

function listSeparator(separator = ","): string {
  return separator === "&" ? "," : separator;
}

/** Reads the text of a parameter as its type. A text that does not fit is sent as it is. */
function valueOf(text: string, type: string, separator: string | undefined): unknown {
  if (separator !== undefined)
    return text.split(listSeparator(separator)).map((each) => valueOf(each, type, undefined));
  const isRead = type === "string" ? false : /^(true|false|\{.*\})$/.test(text);
  if (isRead) return parsed(text);
  return type !== "string" && String(Number(text)) === text ? Number(text) : text;
}
