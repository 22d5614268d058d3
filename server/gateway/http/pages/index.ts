import { AsyncResource } from "node:async_hooks";
import express, { type NextFunction, type Request, type Response, type Router } from "express";
import type { Html } from "@contract-toolkit/contract";
import { onePerDecision, type TestCard } from "../../domain/bank/bank-test-data.ts";
import { endChallenge, openChallenge } from "../../domain/authentications/challenges.ts";
import { cancelCheckout, openCheckout, payCheckout } from "../../domain/payments/checkout.ts";
import { deadlineOf, type Transaction } from "../../domain/payments/transaction.ts";
import { paysByDomesticCard, paysByQrCode } from "../../domain/payments/payment-methods.ts";
import {
  cancelVerification,
  confirmPayment,
  isOpen,
  openVerification,
} from "../../domain/payments/verifications.ts";
import { InvalidInputError, NotFoundError, StateForbidsError } from "../../domain/errors.ts";
import type { Gateway } from "../../domain/dependencies.ts";
import { isInApp, languageOf, type Language, type Links, type PageKind } from "./links.ts";
import { clientErrorStatus } from "../error-responses.ts";
import { assignToCustomer } from "../../platform/concurrency/current-work.ts";
import { nameSpan } from "../../platform/tracing.ts";
import { textAt } from "../../platform/text-at.ts";
import { challengePage } from "./challenge.ts";
import { checkoutPage } from "./checkout.ts";
import { layout, type Page, pageHeaders, type View } from "./layout.ts";
import { otpPage } from "./otp.ts";
import { codeContent } from "./transfer-code.ts";
import { outcome } from "./return-links.ts";
import { noteImage, qrImage } from "./qr-image.ts";
import { fromSameOrigin } from "./same-origin.ts";
import { texts } from "./translations.ts";

/** Dependencies of the pages. */
export interface PagesDeps {
  readonly gateway: Gateway;
  readonly links: Links;
  /** Whether the pages show one-time passwords. */
  readonly sandbox: boolean;
  /** The cards that the payment page proposes. */
  readonly testCards: readonly TestCard[];
  readonly onResponse: (response: PageResponse) => void;
}

/** The outcome of a request for a page. */
export interface PageResponse {
  readonly status: number;
  readonly durationMs: number;
  /** The error of a failed request. */
  readonly error?: unknown;
}

// Far more than any of these forms needs.
const FORM_LIMIT = "4kb";

/**
 * The pages on which customers pay, enter one-time passwords and answer 3-D Secure challenges. They work without scripts. The address of a
 * page cannot be guessed and is the customer's credential. A form must come from the page itself. Its response is a redirect, so that
 * reloading the page does not pay twice.
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
    if (id === undefined) throw new NotFoundError("transaction");
    return id;
  };
  router.use((_request, response, next) => {
    response.set(pageHeaders);
    assignToCustomer(response);
    nameSpan("page");
    const begun = performance.now();
    // Otherwise the listener would run outside the asynchronous context of the request.
    const report = AsyncResource.bind(() => {
      const { error }: { error?: unknown } = response.locals;
      const durationMs = performance.now() - begun;
      deps.onResponse({ status: response.statusCode, durationMs, error });
    });
    response.once("close", report);
    next();
  });

  for (const { path, kind, show, submit } of createForms(deps))
    router
      .route(path)
      .get(async (request: Request<{ page: string }>, response: Response) => {
        const view = readPageView(request);
        sendPage(response, await show(idOf(request, kind), view), view, sandbox);
      })
      .post(form, async (request: Request<{ page: string }>, response: Response) => {
        const id = idOf(request, kind);
        try {
          await submit(id, (field) => textAt(request.body, field));
          seeOther(request, response);
        } catch (error) {
          if (!(error instanceof InvalidInputError)) throw error;
          const view = { ...readPageView(request), violations: error.violations };
          response.status(422);
          sendPage(response, await show(id, view), view, sandbox);
        }
      });
  router.get("/:page/app", (request, response) => {
    const id = idOf(request, "payment");
    response.redirect(303, links.in(languageOf(request.query)).paymentInApp(id));
  });
  router.get("/:page/qr", async (request, response) => {
    const { transaction } = await openCheckout(gateway, idOf(request, "payment"));
    if (!paysByQrCode(transaction.paymentMethod)) throw new NotFoundError("transaction");
    const language = languageOf(request.query);
    const code =
      transaction.status === "pending"
        ? renderQrCode(deps, transaction, language)
        : noteImage(texts[language].codeOver);
    response.type("image/svg+xml").send(code.text);
  });

  router.use((request, response) => {
    message(request, response, 404, "notFound");
  });
  router.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    if (error instanceof NotFoundError) message(request, response, 404, "notFound");
    // Another request has changed the record, and the page shows its state.
    else if (error instanceof StateForbidsError) seeOther(request, response);
    else {
      const status = clientErrorStatus(error);
      if (status === undefined) response.locals["error"] = error;
      message(request, response, status ?? 500, "failed");
    }
  });
  return router;
}

function readPageView({ query }: Pick<Request, "query">): View {
  return { language: languageOf(query), inApp: isInApp(query), violations: [] };
}

/** A page with a form about one record. */
interface FormPage {
  readonly path: string;
  readonly kind: PageKind;
  readonly show: (id: string, view: View) => Promise<Page>;
  /** @throws InvalidInputError with the violations that the customer must correct */
  readonly submit: (id: string, field: (name: string) => string | undefined) => Promise<unknown>;
}

function createForms(deps: PagesDeps): readonly FormPage[] {
  const { gateway, sandbox } = deps;
  return [
    {
      path: "/otp/:page",
      kind: "otp",
      async show(id, { language }) {
        const confirmation = await openVerification(gateway, id);
        const { otpDigest } = confirmation.verification;
        const isShown = sandbox && isOpen(confirmation);
        const otp = isShown ? gateway.otps.recall(id, otpDigest) : undefined;
        return otpPage(confirmation, language, otp, gateway.clock.now());
      },
      submit: (id, field) =>
        field("action") === "cancel"
          ? cancelVerification(gateway, id)
          : confirmPayment(gateway, id, field("otp") ?? ""),
    },
    {
      path: "/3ds/:page",
      kind: "3ds",
      show: async (id, { language }) => challengePage(await openChallenge(gateway, id), language),
      async submit(id, field) {
        const response = field("action") === "confirm" ? "confirm" : "fail";
        await endChallenge(gateway, await openChallenge(gateway, id), response);
      },
    },
    {
      path: "/:page",
      kind: "payment",
      async show(id, view) {
        const checkout = await openCheckout(gateway, id);
        const { transaction } = checkout;
        const { paymentMethod } = transaction;
        return checkoutPage(checkout, {
          ...view,
          testCards: testCardsFor(paymentMethod, deps.testCards),
          code: paysByQrCode(paymentMethod)
            ? renderQrCode(deps, transaction, view.language)
            : undefined,
          left: { deadline: deadlineOf(transaction), now: gateway.clock.now() },
        });
      },
      submit: (id, field) =>
        field("action") === "cancel"
          ? cancelCheckout(gateway, id)
          : payCheckout(gateway, id, {
              bankCode: field("bankCode"),
              cardNumber: field("cardNumber"),
              cardExpiry: field("cardExpiry"),
              cardCode: field("cardCode"),
            }),
    },
  ];
}

function renderQrCode(
  { links, sandbox }: PagesDeps,
  transaction: Transaction,
  language: Language,
): Html {
  const text = codeContent(transaction, links.in(language), sandbox);
  return qrImage(text, sandbox ? "SANDBOX" : undefined);
}

/** One test card of the method for each decision of the bank. */
function testCardsFor(paymentMethod: string, testCards: readonly TestCard[]): readonly TestCard[] {
  const isDomestic = paysByDomesticCard(paymentMethod);
  return onePerDecision(testCards.filter(({ number }) => number.startsWith("9704") === isDomestic));
}

function sendPage(response: Response, page: Page, view: View, sandbox: boolean): void {
  response.type("html").send(layout(page, view, sandbox));
}

function message(
  request: Request,
  response: Response,
  status: number,
  text: "notFound" | "notAllowed" | "failed",
): void {
  const language = languageOf(
    request.query,
    request.acceptsLanguages("en", "vi") === "vi" ? "vi" : "en",
  );
  const view = { ...readPageView(request), language };
  const { payment, [text]: shown } = texts[language];
  const content = outcome("failure", shown);
  response.status(status);
  sendPage(response, { title: payment, content }, view, false);
}

/** Redirects to the page of the form. A request target may be a URL with any host, also an invalid one. */
function seeOther({ originalUrl }: Request, response: Response): void {
  response.redirect(303, originalUrl.replace(/^[^?]*\??/, "?"));
}
