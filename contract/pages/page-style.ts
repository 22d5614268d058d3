import { Html } from "./html.ts";

/**
 * The style of pages about a contract: two columns, or one on a phone. Colours follow the scheme of the reader. The annotation
 * keeps it out of clients, which are bundled with other parts of this package.
 */
export const pageStyle = /* @__PURE__ */ new Html(`
:root { color-scheme: light dark; background: Canvas; color: CanvasText; font: 16px/1.5 system-ui, sans-serif; --line: color-mix(in srgb, currentColor 20%, transparent); }
body { margin: 0; display: grid; grid-template-columns: 17rem minmax(0, 60rem); gap: 2rem; }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1rem; box-sizing: border-box; border-right: 1px solid var(--line); }
nav h1 { font-size: 1.1rem; margin: 0; } nav h2 { font-size: .8rem; margin: 1.5rem 0 0; opacity: .7; }
nav ul { list-style: none; margin: 0; padding: 0; }
main { padding: 1rem; }
section { border-top: 1px solid var(--line); padding: 1rem 0 2rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
td { border-bottom: 1px solid var(--line); padding: .4rem .6rem; vertical-align: top; overflow-wrap: anywhere; }
td:first-child { width: 34%; } td:nth-child(2) { width: 26%; }
td p { margin: .2rem 0 0; }
small { opacity: .75; } pre { overflow: auto; font-size: .8rem; padding: .6rem; border: 1px solid var(--line); }
summary { cursor: pointer; padding: .2rem 0; }
.route b { padding: .1rem .4rem; border: 1px solid var(--line); border-radius: .2rem; }
.chosen { font-size: .8rem; border-left: 3px solid #b8860b; padding-left: .5rem; margin: .3rem 0; }
dt { font-weight: bold; }
@media (max-width: 50rem) { body { display: block; } nav { position: static; height: auto; border: 0; } }
`);
