import express, { type NextFunction, type Request, type Response, type Router } from "express";
import { type Html, html } from "@contract-toolkit/kernel";
import { testCards } from "../domain/bank/bank-test-data.ts";
import { endChallenge, openChallenge } from "../domain/authentications/challenges.ts";
import {
  cancelCheckout,
  type Checkout,
  openCheckout,
  payCheckout,
} from "../domain/payments/checkout.ts";
import { deadlineOf, type Transaction } from "../domain/payments/transaction.ts";
import { paysByQrCode } from "../domain/payments/payment-methods.ts";
import {
  cancelVerification,
  confirmPayment,
  isOpen,
  openVerification,
} from "../domain/payments/verifications.ts";
import { type FieldFault, InvalidInput, NotFound, StateForbids } from "../domain/errors.ts";
import type { Gateway } from "../domain/dependencies.ts";
import { isInApp, languageOf, type Language, type Links, type PageKind } from "./links.ts";
import { currentRequestId } from "../http/request-id.ts";
import { textAt } from "../http/text-at.ts";
import { challengePage } from "./challenge.ts";
import { checkoutPage } from "./checkout.ts";
import { layout, type Page, pageHeaders } from "./layout.ts";
import { otpPage } from "./otp.ts";
import { codeContent } from "./transfer-code.ts";
import { noteImage, qrImage } from "./qr-image.ts";
import { fromSameOrigin } from "./same-origin.ts";
import { texts } from "./translations.ts";

/** What the pages are built on. */
export interface PagesDeps {
  readonly gateway: Gateway;
  readonly links: Links;
  /** Whether the customer is a tester, who is told what a bank would tell its customer. */
  readonly sandbox: boolean;
  readonly onResponse: (answered: PageAnswered) => void;
}

/** What became of a request for a page. */
export interface PageAnswered {
  readonly requestId: string;
  readonly status: number;
  /** What went wrong that no one expected. */
  readonly error?: unknown;
}

// Far more than any form here sends.
const FORM_LIMIT = "4kb";

/**
 * The pages on which customers pay, confirm and answer their card's issuer.
 * They need no script. The address, which nobody can guess, is the customer's
 * credential; a form is taken from the page itself only. A form is answered by
 * a redirect, so that reloading never pays twice.
 */
export function createPages(deps: PagesDeps): Router {
  const { gateway, links, sandbox } = deps;
  const router = express.Router({ caseSensitive: true, strict: true });
  const form = [
    (request: Request, response: Response, next: NextFunction) => {
      if (fromSameOrigin(request.headers, links.publicUrl)) next();
      else message(request, response, 403, "notAllowed");
    },
    express.urlencoded({ extended: false, limit: FORM_LIMIT }),
  ];
  const idOf = (request: Request<{ page: string }>, kind: PageKind) => {
    const id = links.idIn(kind, request.params.page);
    if (id === undefined) throw new NotFound("transaction");
    return id;
  };
  router.use((_request, response, next) => {
    response.set(pageHeaders);
    // The connection closes outside of what the request runs in.
    const requestId = currentRequestId();
    response.once("close", () => {
      const { statusCode, locals } = response;
      deps.onResponse({
        requestId,
        status: statusCode,
        error: errorIn(locals),
      });
    });
    next();
  });

  router
    .route("/otp/:page")
    .get(async (request, response) => {
      const confirmation = await openVerification(gateway, idOf(request, "otp"));
      const { id, otpDigest } = confirmation.verification;
      const otp = sandbox && isOpen(confirmation) ? gateway.otps.recall(id, otpDigest) : undefined;
      const language = languageOf(request.query);
      send(response, otpPage(confirmation, language, otp, gateway.clock.now()), language);
    })
    .post(form, async (request: Request<{ page: string }>, response: Response) => {
      const id = idOf(request, "otp");
      if (textAt(request.body, "action") === "cancel") await cancelVerification(gateway, id);
      else await confirmPayment(gateway, id, textAt(request.body, "otp") ?? "");
      seeOther(request, response);
    });

  router
    .route("/3ds/:page")
    .get(async (request, response) => {
      const language = languageOf(request.query);
      const id = idOf(request, "3ds");
      const authentication = await openChallenge(gateway, id);
      send(response, challengePage(authentication, language), language);
    })
    .post(form, async (request: Request<{ page: string }>, response: Response) => {
      const id = idOf(request, "3ds");
      const authentication = await openChallenge(gateway, id);
      const confirmed = textAt(request.body, "action") === "confirm";
      const answer = confirmed ? "confirm" : "fail";
      await endChallenge(gateway, authentication, answer);
      seeOther(request, response);
    });

  router.get("/:page/app", (request, response) => {
    const id = idOf(request, "payment");
    response.redirect(303, links.in(languageOf(request.query)).paymentInApp(id));
  });
  router.get("/:page/qr", async (request, response) => {
    const id = idOf(request, "payment");
    const { transaction } = await openCheckout(gateway, id);
    if (!paysByQrCode(transaction.paymentMethod)) throw new NotFound("transaction");
    const language = languageOf(request.query);
    const code =
      transaction.status === "pending"
        ? codeOf(deps, transaction, language)
        : noteImage(texts[language].codeOver);
    response.type("image/svg+xml").send(code.text);
  });

  router
    .route("/:page")
    .get(async (request, response) => {
      const id = idOf(request, "payment");
      const checkout = await openCheckout(gateway, id);
      showCheckout(deps, request, response, checkout);
    })
    .post(form, async (request: Request<{ page: string }>, response: Response) => {
      const id = idOf(request, "payment");
      try {
        if (textAt(request.body, "action") === "cancel") await cancelCheckout(gateway, id);
        else
          await payCheckout(gateway, id, {
            bankCode: textAt(request.body, "bankCode"),
            cardNumber: textAt(request.body, "cardNumber"),
            cardExpiry: textAt(request.body, "cardExpiry"),
          });
        seeOther(request, response);
      } catch (error) {
        if (!(error instanceof InvalidInput)) throw error;
        const checkout = await openCheckout(gateway, id);
        response.status(422);
        showCheckout(deps, request, response, checkout, error.faults);
      }
    });

  router.use((request, response) => {
    message(request, response, 404, "notFound");
  });
  router.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    if (error instanceof NotFound) message(request, response, 404, "notFound");
    // Someone else was faster: the page shows what came of it.
    else if (error instanceof StateForbids) seeOther(request, response);
    else if (isRefusedForm(error)) message(request, response, error.status, "failed");
    else {
      response.locals["error"] = error;
      message(request, response, 500, "failed");
    }
  });
  return router;
}

function errorIn(locals: Record<string, unknown>): unknown {
  return locals["error"];
}

function showCheckout(
  deps: PagesDeps,
  request: Request,
  response: Response,
  checkout: Checkout,
  faults: readonly FieldFault[] = [],
): void {
  const language = languageOf(request.query);
  const { gateway, sandbox } = deps;
  const { transaction } = checkout;
  const { paymentMethod } = transaction;
  const page = checkoutPage(checkout, {
    language,
    inApp: isInApp(request.query),
    faults,
    testCard: sandbox ? testCardFor(paymentMethod) : undefined,
    code: paysByQrCode(paymentMethod) ? codeOf(deps, transaction, language) : undefined,
    left: { deadline: deadlineOf(transaction), now: gateway.clock.now() },
  });
  send(response, page, language);
}

function codeOf({ links, sandbox }: PagesDeps, transaction: Transaction, language: Language): Html {
  const text = codeContent(transaction, links.in(language), sandbox);
  return qrImage(text, sandbox ? "SANDBOX" : undefined);
}

function testCardFor(paymentMethod: string): string | undefined {
  const domestic = paymentMethod === "ATM";
  return testCards.find(({ number }) => number.startsWith("9704") === domestic)?.number;
}

function send(response: Response, page: Page, language: Language): void {
  response.type("html").send(layout(page, language));
}

function message(
  request: Request,
  response: Response,
  status: number,
  text: "notFound" | "notAllowed" | "failed",
): void {
  const language = languageOf(request.query);
  const { payment, [text]: said } = texts[language];
  const content = html`<p class="failure">${said}</p>`;
  response.status(status);
  send(response, { title: payment, content }, language);
}

/** Back to the page that the form is on. */
function seeOther(request: Request, response: Response): void {
  const { search } = new URL(request.originalUrl, "http://localhost");
  response.redirect(303, search === "" ? "?" : search);
}

/** What the form parser throws at a body that it does not take. */
function isRefusedForm(error: unknown): error is { status: number } {
  return (
    error instanceof Error &&
    "status" in error &&
    typeof error.status === "number" &&
    error.status < 500
  );
}
