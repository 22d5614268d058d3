import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** Languages that the customer's pages come in. */
export type Language = "vi" | "en";

/** What a customer's page is about. */
export type PageKind = "payment" | "otp" | "3ds";

/** Makes and reads the second half of a page's address, which only the gateway can make. */
export interface PageKeys {
  /** 132 bits in Base64 for URLs. */
  of(kind: PageKind, id: string): string;
}

const KEY_BYTES = 32;

/** As many characters of Base64 as hold 128 bits, so that nobody guesses the address of a page. */
const PAGE_KEY_CHARACTERS = 22;

/** Makes keys under the master key; nothing has to be stored, and every process makes the same. */
export function createPageKeys(masterKey: Uint8Array): PageKeys {
  // The master key seals; what else needs a key derives one (RFC 5869).
  const key = new Uint8Array(hkdfSync("sha256", masterKey, "", "page-address", KEY_BYTES));
  return {
    of: (kind, id) =>
      createHmac("sha256", key)
        .update(JSON.stringify([kind, id]))
        .digest("base64url")
        .slice(0, PAGE_KEY_CHARACTERS),
  };
}

/** The addresses of the customer's pages. An id alone opens none of them: partners and operators see ids. */
export interface Links {
  /** Where the pages are, without a slash at the end. */
  readonly publicUrl: string;
  /** The page on which the customer pays. */
  payment(transactionId: string, language: Language): string;
  /** The image of the payment's QR code. */
  qrCode(transactionId: string): string;
  /** The link that opens the payment in an app. */
  app(transactionId: string): string;
  /** The page on which the customer confirms a direct payment. */
  otp(verificationId: string, language: Language): string;
  /** The page that takes the cardholder through 3DS. */
  threeDs(authenticationId: string, language: Language): string;
  /** The id in the part of a path that names a page; undefined when it is no page's. */
  idIn(kind: PageKind, segment: string): string | undefined;
}

/** Makes the addresses of a gateway's pages. */
export function createLinks(publicUrl: string, keys: PageKeys): Links {
  const named = (kind: PageKind, id: string) => `${id}${SEPARATOR}${keys.of(kind, id)}`;
  const payment = (id: string) => `${publicUrl}/pay/${named("payment", id)}`;
  return {
    publicUrl,
    payment: (id, language) => `${payment(id)}?lang=${language}`,
    qrCode: (id) => `${payment(id)}/qr`,
    app: (id) => `${payment(id)}/app`,
    otp: (id, language) => `${publicUrl}/pay/otp/${named("otp", id)}?lang=${language}`,
    threeDs: (id, language) => `${publicUrl}/pay/3ds/${named("3ds", id)}?lang=${language}`,
    idIn(kind, segment) {
      const [id = ""] = segment.split(SEPARATOR, 1);
      return isSame(segment, named(kind, id)) ? id : undefined;
    },
  };
}

/** Stands in no id and in no Base64 for URLs. */
const SEPARATOR = ".";

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
