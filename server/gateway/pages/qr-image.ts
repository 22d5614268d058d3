import { Html } from "./html.ts";
import { qrCode } from "./qr-code.ts";

// ISO/IEC 18004, 6.3.8: readers need four light modules on every side.
const QUIET_MODULES = 4;

/** A QR code as an SVG image that says what it is to those who cannot see it. */
export function qrImage(text: string): Html {
  const rows = qrCode(text);
  const size = rows.length + 2 * QUIET_MODULES;
  const path = rows
    .flatMap((row, y) =>
      row.map((dark, x) => (dark ? `M${x + QUIET_MODULES} ${y + QUIET_MODULES}h1v1h-1z` : "")),
    )
    .join("");
  const side = String(size);
  return new Html(
    `<svg xmlns="http://www.w3.org/2000/svg" class="code" viewBox="0 0 ${side} ${side}" role="img" aria-label="QR" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`,
  );
}
