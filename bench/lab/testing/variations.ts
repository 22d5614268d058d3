import { isObject, withoutValue } from "@contract-toolkit/contract";
import { withContent, type Variations } from "../mutation/wire-variations/variation.ts";

/** Differences between servers that this interface allows. */
export const allowedByInterface: Variations = {
  // The interface says "object or null", and it is not required.
  "null where there is no QR code": withContent((body) => {
    const { payment } = body;
    return isObject(payment) && "url" in payment && !("qrCode" in payment)
      ? { ...body, payment: { ...payment, qrCode: null } }
      : body;
  }),
  // These fields are not required.
  ...Object.fromEntries(
    [
      ...["/reversedAt", "/errorInformation/details", "/payment/deepLinkUrl"],
      ...["/payment/qrCode", "/payment/qrCode/url", "/payment/qrCode/content"],
      "/payment/qrCode/expiry",
    ].map((pointer) => [`no ${pointer}`, withContent((body) => withoutValue(body, pointer))]),
  ),
  // Every refusal may have "per-field details". Code 1 names the fields.
  "a fault that names a field in every 404 and 409": withContent((body, { status }) =>
    status === 404 || status === 409
      ? { ...body, errors: [{ field: "partnerReference.order.id", reason: "is taken" }] }
      : body,
  ),
  "no faults of fields but with code 1": withContent((body) =>
    body["errorCode"] === 1 ? body : withoutValue(body, "/errors"),
  ),
};
