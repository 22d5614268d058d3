import type { Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { DEMO_PARTNER_CODE } from "../../domain/partners/partners.ts";
import { issueJwt } from "../../http/authentication/jwt.ts";
import type { Settings } from "../../process/settings.ts";
import { startGateway } from "../../process/start.ts";
import { testSettings } from "../../testing/open-gateway.ts";
import {
  type DisposableGateway,
  startDisposableGateway,
} from "../../testing/disposable-gateway.ts";
import { openPage } from "./browser.ts";

/** The shop of all orders, to which their pages lead back. It does not exist. */
export const shop = "https://shop.example";

/** A text of a client or merchant that pages must not show as it is. */
export const hostile = `<img src=x onerror=alert(1)>\u202egnp.exe`;

/** Starts a sandbox for one test. Returns it with its pages and calls of the demo partner. */
export async function serve(settings: Partial<Settings> = {}) {
  const { url, gateway, close } = await startGateway(await testSettings(settings));
  onTestFinished(close);
  const demo = await gateway.store.partners.find(DEMO_PARTNER_CODE);
  const jwt = demo ? await issueJwt(DEMO_PARTNER_CODE, demo.secret, Date.now()) : "";
  return { gateway, ...callsOf(url, jwt) };
}

let shared: Promise<DisposableGateway> | undefined;

/** The sandbox of all tests that neither move its clock nor count its records. */
export async function shareSandbox() {
  shared ??= startDisposableGateway();
  const { url, token } = await shared;
  return callsOf(url.origin, token);
}

export async function closeSandbox(): Promise<void> {
  await (await shared)?.[Symbol.asyncDispose]();
}

function callsOf(url: string, jwt: string) {
  return {
    url,
    jwt,
    /** Opens a page by its path, or by its whole address. */
    open: async (path: string, options: Parameters<typeof openPage>[1] = {}): Promise<Page> => {
      const page = await openPage(url, { allowed: [shop], ...options });
      await page.goto(new URL(path, url).href);
      return page;
    },
    post: async (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
      const isWritten = typeof body === "string" || Buffer.isBuffer(body);
      const response = await fetch(url + path, {
        method: "POST",
        headers: { "X-SERVICE-AUTH": jwt, "Content-Type": "application/json", ...headers },
        body: Buffer.from(isWritten ? body : JSON.stringify(body)),
      });
      return { status: response.status, body: (await response.json()) as Made };
    },
  };
}

/** The fields of responses that tests use. */
export interface Made {
  readonly transaction: { readonly transactionId: string };
  readonly payment: { readonly url: string };
  readonly authentication: { readonly verificationUrl: string };
  readonly deviceDataCollectionUrl: string;
}
