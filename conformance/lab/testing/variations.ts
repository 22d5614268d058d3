import { isObject } from "@contract-toolkit/kernel";
import { said, type ServerVariation } from "../mutation/servers/server-variation.ts";

/** What only this interface leaves open. */
export const ofInterface: readonly ServerVariation[] = [
  // "object or null", and not required.
  said("null where there is no QR code", (body) => {
    const { payment } = body;
    return isObject(payment) && "url" in payment && !("qrCode" in payment)
      ? { ...body, payment: { ...payment, qrCode: null } }
      : body;
  }),
];
