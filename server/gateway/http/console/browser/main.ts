import { html, render, useEffect, useState } from "htm/preact/standalone";
import type { RecordedRequest } from "../../../../inspector/recorded-request.ts";
import { goTo, Toasts, useCurrent } from "../../../../inspector/browser/parts.ts";
import { RequestsPage } from "../../../../inspector/browser/requests-page.ts";
import { createCall, consoleHeaders, credential, type Call, type Session } from "./api.ts";
import { CallbacksPage } from "./callbacks.ts";
import { RecordsPage, recordsIn } from "./records.ts";
import { SandboxPage } from "./sandbox-page.ts";
import { requestTemplates, scenarios, SCENARIO } from "./request-forms.ts";
import { openSession, SignIn } from "./session.ts";
import { Situation } from "./situation.ts";
import { firstCommand, TourPage } from "./tour.ts";

const pages = [
  { path: "/", title: "Start", Page: TourPage },
  { path: "/console", title: "Requests", Page: Requests },
  { path: "/console/records", title: "Payments", Page: RecordsPage },
  { path: "/console/callbacks", title: "Callbacks", Page: CallbacksPage },
  { path: "/console/sandbox", title: "Sandbox", Page: SandboxPage },
] as const;

function Requests({ session }: { session: Session }) {
  const [source] = useState({
    requests: "/sandbox/requests",
    events: "/sandbox/request-events?wait=true",
    headers: () => consoleHeaders(session),
    credential,
    referenceOf: (operation: string) => `/docs#${operation}`,
    clientOf: clientCodeFor,
    templates: requestTemplates,
    linksOf: (recorded: RecordedRequest) => recordsIn(recorded),
    injection: {
      header: SCENARIO,
      label: "Forced outcome (X-Sandbox-Scenario)",
      examples: scenarios,
    },
    firstCommand: firstCommand(session),
  });
  return html`<${RequestsPage} source=${source} />`;
}

function clientCodeFor(path: string): string {
  const options = `{ baseUrl: "${location.origin}", token: process.env.TOKEN ?? "" }`;
  return path.startsWith("/sandbox/")
    ? `// The client of generated/sandbox, with "X-SERVICE-AUTH": token among its headers.`
    : `import { createClient } from "payment-gateway-client";\n\nconst client = createClient(${options});`;
}

function NotFoundPage() {
  return html`<div class="page stack">
    <h1>There is no such page</h1>
    <p><code>${location.pathname}</code> leads nowhere.</p>
    <p class="row">
      <a class="button primary" href="/">Start</a><a class="button" href="/console">Requests</a>
    </p>
  </div>`;
}

function Console() {
  const [session, setSession] = useState<Session | "none" | undefined>(undefined);
  const path = useCurrent("popstate", currentPath);
  useEffect(() => {
    void openSession().then((opened) => {
      setSession(opened ?? "none");
    });
    addEventListener("click", followLink);
  }, []);
  const { Page = NotFoundPage, title = "Not found" } =
    pages.find((page) => page.path === path) ?? {};
  useEffect(() => {
    document.title = `${title} · Payment gateway sandbox`;
  }, [title]);
  const call: Call | undefined = typeof session === "object" ? createCall(session) : undefined;
  return html`<div class="app">
    <a class="skip" href="#content">Skip to the content</a>
    <header class="top">
      <a class="brand" href="/">Payment gateway <span class="badge info wide">sandbox</span></a>
      <nav aria-label="Pages" class="tabs">
        ${pages.map(
          (page) =>
            html`<a href=${page.path} aria-current=${page.path === path ? "page" : undefined}
              >${page.title}</a
            >`,
        )}
        <a href="/docs/">Reference</a>
      </nav>
      ${call && html`<${Situation} call=${call} />`}
    </header>
    <main id="content" tabindex="-1">
      ${
        Page === NotFoundPage
          ? html`<${Page} />`
          : session === undefined
            ? html`<p role="status" class="page quiet">Loading…</p>`
            : session === "none"
              ? html`<${SignIn} onSession=${setSession} />`
              : html`<${Page} key=${path} session=${session} call=${call} />`
      }
    </main>
    <${Toasts} />
  </div>`;
}

function currentPath(): string {
  return location.pathname.replace(/(.)\/$/, "$1");
}

/** Follows a link to a page of the console without loading it anew, so that live lists stay connected. */
function followLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target !== "" || event.defaultPrevented || event.button !== 0) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const { origin, pathname, hash } = new URL(link.href);
  if (origin !== location.origin || hash !== "" || !pages.some(({ path }) => path === pathname))
    return;
  event.preventDefault();
  goTo(link.href, true);
  document.querySelector<HTMLElement>("#content")?.focus();
}

render(html`<${Console} />`, document.body);
