import { html, render } from "htm/preact/standalone";
import { Toasts } from "./parts.ts";
import { RequestsPage } from "./requests-page.ts";

// Requests go to paths below the page.
const base = location.pathname.replace(/\/$/, "");
const source = {
  requests: `${base}/requests`,
  events: `${base}/events`,
  headers: () => ({}),
};

render(
  html`<div class="app">
    <main id="content"><${RequestsPage} source=${source} /></main>
    <${Toasts} />
  </div>`,
  document.body,
);
