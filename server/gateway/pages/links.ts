import { createHmac, hkdfSync } from "node:crypto";
import { isSameText } from "../security/constant-time.ts";

/** Languages that the customer's pages come in. */
export type Language = "vi" | "en";

/** What a customer's page is about. */
export type PageKind = "payment" | "otp" | "3ds";

/** Makes and reads the second half of a page's address, which only the gateway can make. */
export interface PageKeys {
  /** 132 bits in Base64 for URLs. */
  of(kind: PageKind, id: string): string;
  /** Whether a key is that of a page, also one made before the master key was changed. */
  isOf(kind: PageKind, id: string, key: string): boolean;
}

const KEY_BYTES = 32;

/** As many characters of Base64 as hold 128 bits, so that nobody guesses the address of a page. */
const PAGE_KEY_CHARACTERS = 22;

/**
 * Makes keys under the master key; nothing has to be stored, and every process makes the same.
 *
 * @param previous master keys whose addresses customers still have
 */
export function createPageKeys(
  masterKey: Uint8Array,
  ...previous: readonly Uint8Array[]
): PageKeys {
  const make = makerOf(masterKey);
  const makers = [make, ...previous.map(makerOf)];
  return {
    of: make,
    isOf: (kind, id, key) => makers.some((each) => isSameText(each(kind, id), key)),
  };
}

function makerOf(masterKey: Uint8Array): PageKeys["of"] {
  // The master key seals; what else needs a key derives one (RFC 5869).
  const key = new Uint8Array(hkdfSync("sha256", masterKey, "", "page-address", KEY_BYTES));
  return (kind, id) =>
    createHmac("sha256", key)
      .update(JSON.stringify([kind, id]))
      .digest("base64url")
      .slice(0, PAGE_KEY_CHARACTERS);
}

/** Writes and reads the addresses of the customer's pages. */
export type Links = ReturnType<typeof createLinks>;

/** The addresses of the customer's pages in one language. An id alone opens none of them: partners and operators see ids. */
export type PageAddresses = ReturnType<Links["in"]>;

/**
 * Makes the addresses of a gateway's pages.
 *
 * @param publicUrl where the pages are, without a slash at the end
 */
export function createLinks(publicUrl: string, keys: PageKeys) {
  const named = (kind: PageKind, id: string) => `${id}${SEPARATOR}${keys.of(kind, id)}`;
  return {
    publicUrl,
    /** Every address that a request in this language is answered with (choice "language"). */
    in(language: Language) {
      const address = (path: string) => `${publicUrl}/pay/${path}?${LANGUAGE}=${language}`;
      const payment = (id: string) => address(named("payment", id));
      return {
        payment,
        /** The image of the payment's QR code, which holds the address of the payment page. */
        qrCode: (id: string) => address(`${named("payment", id)}/qr`),
        /** The link that opens the payment in an app. */
        app: (id: string) => address(`${named("payment", id)}/app`),
        /** The payment page for a customer who came by that link. */
        paymentInApp: (id: string) => `${payment(id)}&${VIA}=${APP}`,
        /** The page on which the customer confirms a direct payment. */
        otp: (verificationId: string) => address(`otp/${named("otp", verificationId)}`),
        /** The page that takes the cardholder through 3DS. */
        threeDs: (authenticationId: string) => address(`3ds/${named("3ds", authenticationId)}`),
      };
    },
    /** The id in the part of a path that names a page; undefined when it is no page's. */
    idIn(kind: PageKind, segment: string): string | undefined {
      const [id = "", key = "", ...further] = segment.split(SEPARATOR);
      return further.length === 0 && keys.isOf(kind, id, key) ? id : undefined;
    },
  };
}

/** The language that a page's address asks for, whatever else its query says. */
export function languageOf(query: Readonly<Record<string, unknown>>): Language {
  return query[LANGUAGE] === "en" ? "en" : "vi";
}

/** Whether a page's address is that of a customer who came by the link that opens an app. */
export function isInApp(query: Readonly<Record<string, unknown>>): boolean {
  return query[VIA] === APP;
}

const LANGUAGE = "lang";
const VIA = "via";
const APP = "app";

/** Stands in no id and in no Base64 for URLs. */
const SEPARATOR = ".";
