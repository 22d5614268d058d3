import { codeOf, type RequestCode } from "./code.ts";
import { enteredCredential } from "./credentials.ts";
import { button, element } from "./dom.ts";
import { addForm } from "./form.ts";
import {
  credentialsOf,
  type DescribedOperation,
  type SampledRequest,
  writeRequest,
} from "./request.ts";

/** Data for the page's script, in attributes of its body. */
export interface PageData {
  readonly contract: string;
  /** The address in code samples. */
  readonly address: string;
  /** Whether requests can be sent from the page. */
  readonly isTried: boolean;
}

export interface SampleContext extends PageData {
  readonly operation: DescribedOperation;
}

/** Adds code for a sample's request, and a form to send it. */
export function addSampleTools(context: SampleContext, sample: HTMLElement): void {
  const shown = sample.querySelector<HTMLElement>("pre.request");
  if (!shown) return;
  const { operation, contract, address, isTried } = context;
  const sampled = JSON.parse(shown.textContent) as SampledRequest;
  let request = sampled;
  if (!codeOf(contract, operation, request, address)) return;
  const code = element("pre", { tabindex: "0", "aria-label": "Request" });
  const tools = element("p", { class: "tools" });
  let language: keyof RequestCode = "curl";
  const show = () => {
    code.textContent = codeOf(contract, operation, request, address)?.[language] ?? "";
    for (const tab of tools.querySelectorAll("[data-language]"))
      tab.setAttribute("aria-pressed", String(tab.getAttribute("data-language") === language));
  };
  const tab = (name: keyof RequestCode, title: string) => {
    const made = button(title, () => {
      language = name;
      show();
    });
    made.dataset["language"] = name;
    return made;
  };
  const copy = button("Copy", () => {
    void navigator.clipboard.writeText(code.textContent);
  });
  tools.append(tab("curl", "curl"), tab("client", "Client"), tab("fetch", "fetch"), copy);
  if (isTried) {
    const opener = button("Try it", () => {
      opener.remove();
      addForm(code, operation, withFreshValues(sampled, sample.dataset["fresh"]), {
        change(changed) {
          request = changed;
          show();
        },
        send: (changed) => send(context, changed, sampled),
      });
    });
    opener.className = "try";
    tools.append(opener);
  }
  // The code replaces it.
  shown.hidden = true;
  shown.after(tools, code);
  show();
}

export interface ShownAnswer {
  readonly title: string;
  readonly text: string;
}

async function send(
  { operation, address }: SampleContext,
  request: SampledRequest,
  sampled: SampledRequest,
): Promise<ShownAnswer> {
  const written = writeRequest(operation, request, address);
  if (!written) return { title: "The body cannot be written as text.", text: "" };
  const headers = new Headers(written.headers);
  const url = new URL(written.url);
  for (const credential of credentialsOf(operation)) {
    const text = enteredCredential(credential) ?? ownCredential(sampled, credential.name);
    const carrier = credential.in === "header" ? headers : url.searchParams;
    if (text !== undefined && credential.in !== "cookie") carrier.set(credential.name, text);
  }
  const { method, body } = written;
  const begun = performance.now();
  try {
    const answer = await fetch(url, { method, headers, body: body ?? null, credentials: "omit" });
    const text = await answer.text();
    const ms = Math.round(performance.now() - begun);
    const isKnown = operation.statuses.some((each) => isOfStatus(each, answer.status));
    return {
      title: `${answer.status} ${answer.statusText}, ${ms} ms${isKnown ? "" : ", a status that the operation does not document"}`,
      text: `${[...answer.headers].map(([name, value]) => `${name}: ${value}`).join("\n")}\n\n${formatted(text)}`,
    };
  } catch (error) {
    return {
      title: "There is no answer.",
      text: `${String(error)}\nThe server does not run, or does not let pages of this address call it (CORS).`,
    };
  }
}

/** The credential in the sample, for example an invalid one. */
function ownCredential({ headers }: SampledRequest, name: string): string | undefined {
  const [, value] =
    Object.entries(headers).find(([each]) => each.toLowerCase() === name.toLowerCase()) ?? [];
  return typeof value === "string" ? value : undefined;
}

function isOfStatus(documented: string, status: number): boolean {
  return (
    documented === "default" ||
    documented.replace(/XX$/i, String(status).slice(1)) === String(status)
  );
}

function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Replaces values that must be new in each request. */
function withFreshValues(request: SampledRequest, fresh = "[]"): SampledRequest {
  const copy = structuredClone(request);
  for (const { names, maxLength } of JSON.parse(fresh) as Fresh[]) {
    const last = names.pop() ?? "";
    const owner = names.reduce<unknown>(
      (value, name) => (value as Record<string, unknown> | undefined)?.[name],
      copy,
    ) as Record<string, unknown> | undefined;
    if (typeof owner?.[last] !== "string") continue;
    const made = crypto.randomUUID();
    owner[last] = isUuid(owner[last])
      ? made
      : `${owner[last].slice(0, (maxLength ?? 40) - 9)}-${made.slice(0, 8)}`;
  }
  return copy;
}

interface Fresh {
  readonly names: string[];
  readonly maxLength?: number;
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(text);
}
