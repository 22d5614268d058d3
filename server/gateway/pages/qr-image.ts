import { encodeQR } from "qr";
import { Html } from "@contract-toolkit/kernel";

// ISO/IEC 18004, 6.3.8: readers need four light modules on every side.
const QUIET_MODULES = 4;

/** A QR code as an SVG image that says what it is to those who cannot see it. */
export function qrImage(text: string): Html {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: QUIET_MODULES });
  const path = rows
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  const side = rows.length;
  return new Html(
    `<svg xmlns="http://www.w3.org/2000/svg" class="code" viewBox="0 0 ${side} ${side}" role="img" aria-label="QR" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`,
  );
}
