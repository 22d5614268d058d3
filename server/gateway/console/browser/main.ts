import { html, render, useEffect, useState } from "htm/preact/standalone";
import { RequestsPage } from "../../../inspector/browser/requests-page.ts";
import { createCall, headersOf } from "./api.ts";
import { CallbacksPage } from "./callbacks.ts";
import { FrontDoor } from "./front-door.ts";
import { InboxPage } from "./inbox.ts";
import { MakePage } from "./make.ts";
import { RecordsPage } from "./records.ts";
import { SandboxPage } from "./sandbox-page.ts";
import { openSession, SignIn, type Session } from "./session.ts";

const pages = [
  { path: "/", title: "Start", Page: FrontDoor },
  { path: "/console", title: "Requests", Page: Requests },
  { path: "/console/make", title: "Make", Page: MakePage },
  { path: "/console/records", title: "Records", Page: RecordsPage },
  { path: "/console/callbacks", title: "Callbacks", Page: CallbacksPage },
  { path: "/console/inbox", title: "Inbox", Page: InboxPage },
  { path: "/console/sandbox", title: "Sandbox", Page: SandboxPage },
] as const;

function Requests({ session }: { session: Session }) {
  const [source] = useState({
    requests: "/sandbox/requests",
    events: "/sandbox/request-events?wait=true",
    headers: () => headersOf(session),
    credential: { name: "X-SERVICE-AUTH", variable: "$TOKEN" },
    referenceOf: (operation: string) => `/docs#${operation}`,
  });
  return html`<${RequestsPage} source=${source} />`;
}

function Console() {
  const [session, setSession] = useState<Session | "none" | undefined>(undefined);
  useEffect(() => {
    void openSession().then((opened) => {
      setSession(opened ?? "none");
    });
  }, []);
  const path = location.pathname.replace(/(.)\/$/, "$1");
  const { Page = FrontDoor, title = "" } = pages.find((each) => each.path === path) ?? {};
  useEffect(() => {
    if (title !== "") document.title = `${title} · Payment gateway sandbox`;
  }, [title]);
  return html`<a class="skip" href="#content">Skip to the content</a>
    <header>
      <b>Payment gateway sandbox</b>
      <nav aria-label="Pages" class="fields">
        ${pages.map(
          (each) =>
            html`<a href=${each.path} aria-current=${each.path === path ? "page" : undefined}
              >${each.title}</a
            >`,
        )}
        <a href="/docs">Reference</a>
      </nav>
    </header>
    <main id="content">
      ${
        session === undefined
          ? html`<p role="status">Loading…</p>`
          : session === "none"
            ? html`<${SignIn} onSession=${setSession} />`
            : html`<${Page} session=${session} call=${createCall(session)} />`
      }
    </main>`;
}

render(html`<${Console} />`, document.body);
