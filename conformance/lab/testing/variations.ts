import { isObject, withoutValue, withValue } from "@contract-toolkit/kernel";
import { said, type Variations } from "../mutation/permitted-variations/variation.ts";

/** What only this interface leaves open. */
export const ofInterface: Variations = {
  // "object or null", and not required.
  "null where there is no QR code": said((body) => {
    const { payment } = body;
    return isObject(payment) && "url" in payment && !("qrCode" in payment)
      ? { ...body, payment: { ...payment, qrCode: null } }
      : body;
  }),
  // Not required, and told in other ways as well.
  ...Object.fromEntries(
    ["/reversedAt", "/payment/qrCode/expiry", "/payment/deepLinkUrl"].map((pointer) => [
      `no ${pointer}`,
      said((body) => withoutValue(body, pointer)),
    ]),
  ),
  // "Content to render as a QR code": the form of such codes is that of EMVCo elsewhere.
  "a QR code of EMVCo": said((body) =>
    isObject(body["payment"]) && isObject(body["payment"]["qrCode"])
      ? withValue(body, "/payment/qrCode/content", "00020101021238540010A000000727630489AB")
      : body,
  ),
  // "Per-field details", of any refusal.
  "a fault that names a field in every 404": said((body, { status }) =>
    status === 404 ? { ...body, errors: [{ field: "id", reason: "is unknown" }] } : body,
  ),
};
