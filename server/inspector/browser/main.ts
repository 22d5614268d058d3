import { html, render } from "htm/preact/standalone";
import { RequestsPage } from "./requests-page.ts";

// Requests go to paths below the page.
const base = location.pathname.replace(/\/$/, "");
const source = {
  requests: `${base}/requests`,
  events: `${base}/events`,
  headers: () => ({}),
};

render(html`<main id="content"><${RequestsPage} source=${source} /></main>`, document.body);
