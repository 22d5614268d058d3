/** What the pages of a reference have beside the style of all generated pages. */
export const referenceStyle = `
nav .title { font-size: 1.1rem; font-weight: bold; margin: 0; } nav p { margin: 0; }
nav .group { font-size: .8rem; margin: 1.5rem 0 0; opacity: .75; }
h1 { margin: 0; }
.line { display: block; font-family: ui-monospace, monospace; font-size: .75rem; }
label { display: block; margin: .4rem 0; font-size: .85rem; }
input, textarea { display: block; width: 100%; box-sizing: border-box; font: inherit; }
textarea { font-family: ui-monospace, monospace; font-size: .8rem; }
.tools { display: flex; gap: .3rem; margin: .6rem 0 0; }
button { font: inherit; font-size: .85rem; cursor: pointer; }
button[aria-pressed="true"] { font-weight: bold; text-decoration: underline; }
tr:target, dt:target { outline: 2px solid #b8860b; outline-offset: 2px; }
:focus-visible { outline: 2px solid Highlight; }
.try-form { border-left: 3px solid var(--line); padding-left: 1rem; }
.results { margin-bottom: 1rem; } .results li { padding: .15rem 0; }
`;
