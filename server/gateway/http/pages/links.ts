import { isSameText } from "../../platform/security/constant-time.ts";
import { createMac } from "../../platform/security/cipher.ts";

/** Languages of the customer's pages. */
export type Language = "vi" | "en";

/** Kinds of customer's pages. */
export type PageKind = "payment" | "otp" | "3ds";

/** Makes and checks the keys in the addresses of pages. Only the gateway can make them. */
export interface PageKeys {
  /** 132 bits in Base64 for URLs. */
  of(kind: PageKind, id: string): string;
  /** Whether a key belongs to a page. It may have been made with a previous master key. */
  isOf(kind: PageKind, id: string, key: string): boolean;
}

/** In Base64, 22 characters have more than 128 bits, so the address of a page cannot be guessed. */
const PAGE_KEY_CHARACTERS = 22;

/**
 * Derives the keys of pages from the master key. Nothing is stored, and every process makes the same keys.
 *
 * @param previous master keys with which pages that are still in use were made
 */
export function createPageKeys(
  masterKey: Uint8Array,
  ...previous: readonly Uint8Array[]
): PageKeys {
  const make = makerOf(masterKey);
  const makers = [make, ...previous.map(makerOf)];
  return {
    of: make,
    isOf: (kind, id, key) => makers.some((maker) => isSameText(maker(kind, id), key)),
  };
}

function makerOf(masterKey: Uint8Array): PageKeys["of"] {
  const mac = createMac(masterKey, "page-address");
  return (kind, id) => mac(kind, id).toString("base64url").slice(0, PAGE_KEY_CHARACTERS);
}

/** Makes and reads the addresses of the customer's pages. */
export type Links = ReturnType<typeof createLinks>;

/** The addresses of the customer's pages in one language. They contain a key, because partners and operators know the ids. */
export type PageAddresses = ReturnType<Links["in"]>;

/**
 * Makes the addresses of a gateway's pages.
 *
 * @param publicUrl public URL of the gateway, without a slash at the end
 */
export function createLinks(publicUrl: string, keys: PageKeys) {
  const named = (kind: PageKind, id: string) => `${id}${SEPARATOR}${keys.of(kind, id)}`;
  return {
    publicUrl,
    /** The addresses in a language (choice "language"). */
    in(language: Language) {
      const address = (path: string) => `${publicUrl}/pay/${path}?${LANGUAGE}=${language}`;
      const payment = (id: string) => address(named("payment", id));
      return {
        payment,
        /** The image of the payment's QR code. */
        qrCode: (id: string) => address(`${named("payment", id)}/qr`),
        /** The link that opens the payment in an app. */
        app: (id: string) => address(`${named("payment", id)}/app`),
        /** The payment page for a customer who came from that link. */
        paymentInApp: (id: string) => `${payment(id)}&${VIA}=${APP}`,
        /** The page on which the customer confirms a direct payment. */
        otp: (verificationId: string) => address(`otp/${named("otp", verificationId)}`),
        /** The page of the 3DS challenge. */
        threeDs: (authenticationId: string) => address(`3ds/${named("3ds", authenticationId)}`),
      };
    },
    /** The id in a segment of a path; undefined if it is not the segment of a page. */
    idIn(kind: PageKind, segment: string): string | undefined {
      const [id = "", key = "", ...further] = segment.split(SEPARATOR);
      return further.length === 0 && keys.isOf(kind, id, key) ? id : undefined;
    },
  };
}

/** Not a character of ids or of Base64url. */
const SEPARATOR = ".";

/** Hides the keys in all addresses of pages in a text. */
export function hidePageKeys(text: string): string {
  return text.replaceAll(PAGE_ADDRESS, "$1(key)");
}

const PAGE_ADDRESS = new RegExp(
  `(/pay/(?:\\w+/)?[\\w-]+[${SEPARATOR}])[\\w-]{${PAGE_KEY_CHARACTERS}}(?![\\w-])`,
  "g",
);

/** The language that the query of a page asks for. The address of an order always has one. */
export function languageOf(
  query: Readonly<Record<string, unknown>>,
  otherwise: Language = "vi",
): Language {
  return languages.find((language) => language === query[LANGUAGE]) ?? otherwise;
}

/** All languages of the pages. */
export const languages: readonly Language[] = ["vi", "en"];

/** The query of a page in a language. */
export function queryOf(language: Language, inApp: boolean): string {
  return `?${LANGUAGE}=${language}${inApp ? `&${VIA}=${APP}` : ""}`;
}

/** Whether the query of a page says that the customer came from the link that opens an app. */
export function isInApp(query: Readonly<Record<string, unknown>>): boolean {
  return query[VIA] === APP;
}

const LANGUAGE = "lang";
const VIA = "via";
const APP = "app";
