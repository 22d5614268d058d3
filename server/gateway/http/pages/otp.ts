import { html } from "@contract-toolkit/contract";
import { type PaymentVerification, isOpen } from "../../domain/payments/verifications.ts";
import { LAST_WRONG_OTP } from "../../domain/payments/verification.ts";
import type { Language } from "./links.ts";
import { bankName, facts, totalText } from "./details.ts";
import type { Page } from "./layout.ts";
import { texts } from "./translations.ts";
import { ending } from "./return-links.ts";

/** The page on which the customer confirms a direct payment. `otp` is the password that a sandbox shows. */
export function otpPage(
  confirmation: PaymentVerification,
  language: Language,
  otp: string | undefined,
  now: number,
): Page {
  const { verification, transaction } = confirmation;
  const t = texts[language];
  const title = t.otpTitle;
  const bank = bankName(transaction.bankCode);
  if (!isOpen(confirmation)) return { title, bank, ...ending(transaction, language, false) };
  const { partnerCode, orderInfo, card } = transaction;
  const about = facts([
    [t.to, partnerCode],
    [t.order, orderInfo],
    ...(card === undefined ? [] : [[t.card, card.number] as const]),
    [t.total, totalText(transaction, language)],
  ]);
  const { wrongOtps } = verification;
  const left = LAST_WRONG_OTP - wrongOtps;
  return {
    title,
    bank,
    left: { deadline: verification.expiresAt, now },
    content: html`${about}${
        wrongOtps > 0
          ? html`<p class="note bad" id="otp-violation" role="alert">${t.otpWrong(left)}</p>`
          : undefined
      }${otp === undefined ? undefined : html`<p class="note warn tester">${t.testerOtp} <b>${otp}</b></p>`}
      <form method="post" class="stack">
        <p>${t.otpAsk}</p>
        <label
          >${t.otpLabel}
          <input
            name="otp"
            inputmode="numeric"
            autocomplete="one-time-code"
            pattern="[0-9]{6}"
            maxlength="6"
            required
            autofocus
            ${wrongOtps > 0 ? html`aria-invalid="true" aria-describedby="otp-violation"` : undefined}
        /></label>
        <div class="buttons">
          <button class="primary" name="action" value="confirm">${t.confirm}</button>
          <button class="plain" name="action" value="cancel" formnovalidate>${t.cancel}</button>
        </div>
      </form>`,
  };
}
