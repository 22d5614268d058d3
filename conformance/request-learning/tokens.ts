/** Texts that make the creations of a run unique. */
import type { Case, ConstraintCase } from "../cases/case.ts";

/** A name that is used twice would be a conflict, so each request that makes something gets another token of the same length. */
export class Tokens {
  /** Lower-case letters and digits. */
  readonly first: string;
  readonly #prefix: string;
  readonly #looks: RegExp;
  #count = 0;

  /** @param prefix lower-case letters and digits that other runs do not have */
  constructor(prefix: string) {
    this.#prefix = prefix;
    this.first = prefix + "0".repeat(DIGITS);
    this.#looks = new RegExp(`${prefix}\\d{${DIGITS}}`, "g");
  }

  /** The same case with another token in the body of its request, if it makes something. */
  renew<Played extends Case | ConstraintCase>(played: Played): Played {
    if (played.operation.method !== "POST") return played;
    if (played.kind === "constraint") return { ...played, message: this.#renewed(played.message) };
    const request = this.#renewed(played.request);
    return { ...played, request, call: request };
  }

  #renewed<Message extends { readonly body?: unknown }>(message: Message): Message {
    if (message.body === undefined) return message;
    this.#count += 1;
    const next = this.#prefix + String(this.#count).padStart(DIGITS, "0");
    const text = JSON.stringify(message.body).replaceAll(this.#looks, next);
    return { ...message, body: JSON.parse(text) as unknown };
  }
}

/** More requests than a run of a large document sends. */
const DIGITS = 5;
