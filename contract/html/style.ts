/**
 * The tokens of all pages, in both colour schemes. Colours, sizes and radii with a number are those of Open Props, which a
 * test holds ([decision](../../docs/decisions/0062-one-style-for-all-pages.md)). Everything else uses the names below them.
 */
export const styleTokens = `:root {
  color-scheme: light dark;
  --gray-0: #f8f9fa; --gray-1: #f1f3f5; --gray-2: #e9ecef; --gray-3: #dee2e6; --gray-5: #adb5bd;
  --gray-9: #212529; --gray-10: #16191d; --gray-11: #0d0f12;
  --indigo-3: #91a7ff; --indigo-8: #3b5bdb;
  --green-4: #69db7c; --green-10: #237032; --red-4: #ff8787; --red-10: #b02525;
  --yellow-4: #ffd43b; --yellow-11: #804200; --violet-3: #b197fc; --violet-9: #5f3dc4;
  --size-1: .25rem; --size-2: .5rem; --size-3: 1rem; --size-5: 1.5rem; --size-7: 2rem; --size-8: 3rem;
  --font-size-0: .75rem; --font-size-1: 1rem; --font-size-3: 1.25rem;
  --radius-round: 1e5px;

  --text: light-dark(var(--gray-9), var(--gray-2));
  --quiet: light-dark(#5b636b, var(--gray-5));
  --page: light-dark(var(--gray-0), var(--gray-11));
  --raised: light-dark(#fff, var(--gray-10));
  --sunken: light-dark(var(--gray-1), #1c2025);
  --line: light-dark(var(--gray-3), #2b3036);
  --edge: light-dark(#868e96, #6c757d);
  --accent: light-dark(var(--indigo-8), var(--indigo-3));
  --on-accent: light-dark(#fff, var(--gray-11));
  --good: light-dark(var(--green-10), var(--green-4));
  --warn: light-dark(var(--yellow-11), var(--yellow-4));
  --bad: light-dark(var(--red-10), var(--red-4));
  --info: light-dark(var(--violet-9), var(--violet-3));
  --small: .8125rem;
  --radius: .5rem;
  --shadow: 0 1px 2px light-dark(#1018280d, #0006), 0 4px 16px -6px light-dark(#10182826, #000a);
  --sans: system-ui, -apple-system, Segoe UI, Roboto, Ubuntu, Cantarell, Noto Sans, sans-serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, Liberation Mono, DejaVu Sans Mono, monospace;
}
`;

/** The style sheet of all pages: tokens, elements, and components by class name. */
export const pageStyle = `${styleTokens}
* { box-sizing: border-box; }
html { font: 15px/1.5 var(--sans); color: var(--text); background: var(--page); -webkit-text-size-adjust: 100%; }
body { margin: 0; }
main { max-width: 72rem; margin: 0 auto; padding: var(--size-5) var(--size-3) var(--size-8); }
h1, h2, h3, p, ul, ol, dl, dd, pre, figure { margin: 0; }
h1, h2, h3 { line-height: 1.25; overflow-wrap: anywhere; text-wrap: balance; }
h1 { font-size: var(--font-size-3); letter-spacing: -.01em; }
h2 { font-size: var(--font-size-1); }
h3 { font-size: var(--small); }
a { color: var(--accent); text-underline-offset: .2em; text-decoration-color: color-mix(in srgb, currentColor 40%, transparent); }
a:hover { text-decoration-color: currentColor; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
code, pre, .mono { font-family: var(--mono); font-size: var(--small); font-variant-ligatures: none; }
code { overflow-wrap: anywhere; }
small, .small { font-size: var(--small); }
.quiet { color: var(--quiet); }
.good { color: var(--good); } .warn { color: var(--warn); } .bad { color: var(--bad); } .info { color: var(--info); }
summary { cursor: pointer; color: var(--quiet); font-size: var(--small); }
hr { border: 0; border-top: 1px solid var(--line); }

/* Layout */
.stack { display: grid; grid-auto-rows: max-content; gap: var(--size-3); align-content: start; } .stack > * { min-width: 0; }
.row { display: flex; flex-wrap: wrap; gap: var(--size-2); align-items: center; min-width: 0; } .row:has(> label) { align-items: end; } .row > :is(label, select) { flex: 1; width: auto; }
.apart { justify-content: space-between; }
.columns { display: grid; gap: var(--size-3); grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); align-items: start; } .columns > * { min-width: 0; }
.panel { padding: var(--size-3); background: var(--raised); border: 1px solid var(--line); border-radius: var(--radius); box-shadow: var(--shadow); }
.scroll { overflow: auto; }
.skip { position: absolute; left: -100rem; } .skip:focus { position: static; }

/* Badges: a status in words and colour, a method in its colour */
.badge { display: inline-block; padding: 0 .5em; font-size: var(--font-size-0); font-weight: 600; line-height: 1.6; white-space: nowrap; border-radius: var(--radius-round); color: var(--quiet); background: color-mix(in srgb, currentColor 12%, transparent); }
.badge.good { color: var(--good); } .badge.warn { color: var(--warn); } .badge.bad { color: var(--bad); } .badge.info { color: var(--info); }
.method { font: 600 var(--font-size-0) var(--mono); color: var(--quiet); }
.method.GET { color: var(--good); } .method.POST { color: var(--accent); } .method.DELETE { color: var(--bad); } .method.PUT, .method.PATCH { color: var(--warn); }
.dot::before { content: ""; display: inline-block; width: .5em; height: .5em; margin-right: .45em; border-radius: 50%; background: currentColor; }

/* Buttons and fields */
button, .button { display: inline-flex; gap: .4em; align-items: center; justify-content: center; min-height: 2rem; padding: .25rem .75rem; font: 500 var(--small)/1.4 var(--sans); color: var(--text); text-decoration: none; background: var(--raised); border: 1px solid color-mix(in srgb, var(--edge) 45%, transparent); border-radius: .375rem; cursor: pointer; }
button:hover, .button:hover { background: var(--sunken); border-color: var(--edge); }
button.primary, .button.primary { color: var(--on-accent); background: var(--accent); border-color: var(--accent); }
button.primary:hover, .button.primary:hover { background: color-mix(in srgb, var(--accent) 88%, var(--text)); }
button.plain { color: var(--accent); background: none; border-color: transparent; padding-inline: .25rem; }
button:disabled { opacity: .5; cursor: default; }
label { display: grid; gap: var(--size-1); font-size: var(--small); font-weight: 500; }
input, select, textarea { width: 100%; min-height: 2rem; padding: .3rem .6rem; font: 400 var(--small)/1.4 var(--sans); color: inherit; background: var(--raised); border: 1px solid var(--edge); border-radius: .375rem; }
textarea { font-family: var(--mono); resize: vertical; }
::placeholder { color: var(--quiet); opacity: 1; }
[aria-invalid="true"] { border-color: var(--bad); }

/* Code with a button that copies it */
.code { position: relative; min-width: 0; overflow: hidden; background: var(--sunken); border: 1px solid var(--line); border-radius: var(--radius); }
.code > figcaption { display: flex; gap: var(--size-2); align-items: center; justify-content: space-between; min-height: 2.25rem; padding: .1rem .25rem .1rem .75rem; font-size: var(--font-size-0); color: var(--quiet); border-bottom: 1px solid var(--line); }
.code > figcaption :is(button, .button) { flex: none; min-height: 1.75rem; }
pre { padding: .75rem; overflow: auto; max-height: 32rem; line-height: 1.6; tab-size: 2; }
pre:not(.code pre) { background: var(--sunken); border: 1px solid var(--line); border-radius: var(--radius); }
.code .line { display: block; min-width: max-content; padding: 0 .75rem; margin: 0 -.75rem; white-space: pre; }
.code .line[data-number]::before { content: attr(data-number); display: inline-block; width: 2.5em; margin-right: 1em; text-align: right; color: var(--quiet); }
.code .line.marked { background: color-mix(in srgb, var(--bad) 12%, transparent); box-shadow: inset 3px 0 var(--bad); }
.reason { display: block; white-space: normal; font-weight: 600; color: var(--bad); }
.key { color: var(--info); } .text { color: var(--good); } .value { color: var(--warn); }

/* Tables, and lists of names with values */
table { width: 100%; border-collapse: collapse; font-size: var(--small); }
th { text-align: left; font-weight: 500; color: var(--quiet); }
th, td { padding: .45rem .75rem .45rem 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: break-word; }
tr:last-child td { border-bottom: 0; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .25rem 1rem; align-items: baseline; font-size: var(--small); }
dt { color: var(--quiet); } dd { overflow-wrap: anywhere; }

/* Tabs, as links or buttons */
.tabs { display: flex; gap: var(--size-3); overflow-x: auto; border-bottom: 1px solid var(--line); }
.tabs > * { flex: none; min-height: 2.25rem; padding: .25rem 0; font-size: var(--small); font-weight: 500; color: var(--quiet); text-decoration: none; background: none; border: 0; border-bottom: 2px solid transparent; border-radius: 0; }
.tabs > :is([aria-current], [aria-selected="true"]) { color: var(--text); border-color: var(--accent); }

/* What happened, one below the other */
.timeline { padding: 0; list-style: none; }
.timeline > li { position: relative; display: grid; gap: .1rem; padding: 0 0 var(--size-3) 1.5rem; font-size: var(--small); }
.timeline > li::before { content: ""; position: absolute; left: .2rem; top: .35rem; width: .6rem; height: .6rem; border-radius: 50%; background: var(--raised); border: 2px solid currentColor; }
.timeline > li::after { content: ""; position: absolute; left: .45rem; top: 1.1rem; bottom: -.3rem; width: 1px; background: var(--line); }
.timeline > li:last-child::after { display: none; }

/* A page without content teaches how it is filled */
.empty { display: grid; grid-template-columns: minmax(0, 32rem); gap: var(--size-3); place-content: center; justify-items: center; padding: var(--size-7) var(--size-3); text-align: center; color: var(--quiet); }
.empty h2 { color: var(--text); } .empty .code { width: 100%; text-align: left; color: var(--text); } .empty p { font-size: var(--small); text-wrap: balance; }
.toasts { position: fixed; z-index: 9; right: var(--size-3); bottom: var(--size-3); display: grid; gap: var(--size-2); justify-items: end; }
.toast { max-width: min(26rem, 90vw); padding: .6rem .9rem; font-size: var(--small); color: var(--page); background: var(--text); border-radius: var(--radius); box-shadow: var(--shadow); overflow-wrap: anywhere; } .toast.bad { color: var(--on-accent); background: var(--bad); }
.note { padding: .6rem .9rem; font-size: var(--small); color: var(--quiet); background: color-mix(in srgb, currentColor 8%, transparent); border-radius: var(--radius); }
.note.good { color: var(--good); } .note.warn { color: var(--warn); } .note.bad { color: var(--bad); }
dialog { width: min(28rem, 92vw); padding: var(--size-3); color: inherit; background: var(--raised); border: 1px solid var(--line); border-radius: .75rem; box-shadow: var(--shadow); }
dialog::backdrop { background: #0006; }

/* A program in the whole window: header, list, detail */
.app { display: flex; flex-direction: column; height: 100dvh; }
.app > main { flex: 1; width: 100%; min-height: 0; max-width: none; padding: 0; overflow: auto; }
.app .page { max-width: 68rem; margin: 0 auto; padding: var(--size-5) var(--size-3) var(--size-8); }
.top { display: flex; flex-wrap: wrap; gap: 0 var(--size-5); align-items: center; padding: 0 var(--size-3); background: var(--raised); border-bottom: 1px solid var(--line); }
.top .tabs { flex: 1; border: 0; scrollbar-width: none; } .top .tabs > * { display: inline-flex; align-items: center; min-height: 3rem; }
.top > .row { padding: var(--size-1) 0; }
.split { display: grid; grid-template-columns: minmax(20rem, 5fr) 7fr; height: 100%; min-height: 0; }
.split > .list { display: flex; flex-direction: column; min-width: 0; min-height: 0; background: var(--raised); border-right: 1px solid var(--line); }
.split > .detail { min-width: 0; overflow: auto; padding: var(--size-5); }
.detail h2 { font-size: 1.125rem; } .detail h2 .mono { font-size: inherit; } .detail > .empty { height: 100%; } .detail .empty h2 { font-size: var(--font-size-1); }
.filters { display: grid; gap: var(--size-2); padding: .75rem; border-bottom: 1px solid var(--line); }
.rows { position: relative; flex: 1; min-height: 0; overflow: auto; overscroll-behavior: contain; }
.item { position: absolute; left: 0; right: 0; height: 52px; display: grid; align-content: center; padding: 0 .75rem; border-bottom: 1px solid var(--line); font-size: var(--small); cursor: pointer; }
.item > * { display: flex; gap: .5rem; align-items: center; min-width: 0; white-space: nowrap; }
.item:hover { background: var(--sunken); }
.item[aria-selected="true"] { background: color-mix(in srgb, var(--accent) 10%, transparent); box-shadow: inset 3px 0 var(--accent); }
.target > select { flex: none; } .choices > select { flex-basis: 6rem; min-width: 0; padding-inline: .35rem; }
.grow { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.brand::before { content: ""; display: inline-block; width: 1rem; height: 1rem; margin-right: .5rem; vertical-align: -.15rem; border-radius: .3rem; background: linear-gradient(135deg, var(--accent), var(--info)); }
.brand { min-width: 0; overflow: hidden; text-overflow: ellipsis; font-weight: 650; color: inherit; text-decoration: none; white-space: nowrap; }
.guide { display: grid; gap: var(--size-3); grid-template-columns: minmax(0, 1fr) 19rem; align-items: start; }
.next { border-color: var(--accent); }
.steps { display: grid; gap: .75rem; padding: 0; list-style: none; }
.step { font-size: var(--small); display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: var(--size-3); padding-block: .75rem; } .step > .stack { gap: var(--size-1); } .step .row > div:first-child { flex: 1 1 14rem; }
.tick { display: grid; place-content: center; width: 2rem; height: 2rem; font-weight: 650; border-radius: 50%; color: var(--quiet); background: var(--sunken); border: 1px solid var(--line); }
.done > .tick { color: var(--on-accent); background: var(--good); border-color: var(--good); }
.step h2 { font-size: var(--font-size-1); }
.hero { padding-top: var(--size-2); } .hero h1 { font-size: 1.75rem; } .hero p { max-width: 44rem; color: var(--quiet); }
.back { display: none; justify-self: start; }
@media (max-width: 56rem) {
  .wide { display: none; }
  .top { display: grid; grid-template-columns: minmax(0, 1fr) auto; } .top .tabs { grid-area: 2 / 1 / 3 / 3; justify-content: space-between; gap: .4rem; } .top .tabs > * { min-height: 2.5rem; }
  .split { grid-template-columns: minmax(0, 1fr); }
  .split.open > .list, .split:not(.open) > .detail { display: none; }
  .split > .detail { padding: var(--size-3); }
  .guide { grid-template-columns: minmax(0, 1fr); }
  .back { display: inline-flex; }
}
@media (prefers-reduced-motion: no-preference) { .toast { animation: rise .2s ease-out; } @keyframes rise { from { opacity: 0; transform: translateY(.5rem); } } }
@media print { :root { color-scheme: light; } html { background: none; } .app { display: block; height: auto; } .top, nav { display: none; } }
`;
