import { encodeQR } from "qr";
import { type Html, html } from "@contract-toolkit/contract";

// ISO/IEC 18004, section 6.3.8: readers need four light modules on every side.
const QUIET_MODULES = 4;

const MARK_MODULES = 3;

/**
 * Draws a QR code as an SVG image with a label for screen readers.
 *
 * @param mark text below the code, which distinguishes the codes of a sandbox
 */
export function qrImage(text: string, mark?: string): Html {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: QUIET_MODULES });
  const path = rows
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  const side = rows.length;
  const height = mark === undefined ? side : side + MARK_MODULES;
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    class="qr"
    viewBox="0 0 ${side} ${height}"
    role="img"
    aria-label="${mark === undefined ? "QR" : `QR ${mark}`}"
    shape-rendering="crispEdges"
  >
    <path fill="#fff" d="M0 0h${side}v${height}H0z" />
    <path d="${path}" />
    ${
      mark &&
      html`<text
        x="${side / 2}"
        y="${side + 1}"
        font-size="5"
        font-family="sans-serif"
        font-weight="700"
        text-anchor="middle"
        >${mark}</text
      >`
    }
  </svg>`;
}

/** Draws a text as an image of the same shape. */
export function noteImage(text: string): Html {
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    viewBox="0 0 200 200"
    role="img"
    aria-label="${text}"
  >
    <path fill="#fff" d="M0 0h200v200H0z" />
    <text x="100" y="105" font-size="14" font-family="sans-serif" text-anchor="middle">
      ${text}
    </text>
  </svg>`;
}
