import type { Handlers } from "../../../../../generated/sandbox/handlers.ts";
import {
  findOwnAuthentication,
  startAuthentication as start,
} from "../../../domain/authentications/authentications.ts";
import { endChallenge } from "../../../domain/authentications/challenges.ts";
import {
  captureAuthorization as capture,
  createAuthorization as create,
} from "../../../domain/authorizations/authorizations.ts";
import { noticeInstallment as notice } from "../../../domain/outbox/deliveries.ts";
import { saveCard } from "../../../domain/cards/saved-cards.ts";
import { utcTime } from "../../../domain/time.ts";
import { decideTransaction as decide } from "../../../domain/payments/payments.ts";
import { readOtp as read } from "../../../domain/payments/verifications.ts";
import { callerOf, type SandboxContext } from "../../context.ts";
import { listItem, threeDsAuthentication } from "../presentation.ts";
import { authorizationRecord, deliveryRecord } from "./presentation.ts";

/** Operations that do what customers, banks and card issuers do outside a sandbox. */
export const paymentsHandlers = {
  async decideTransaction({ path, body, headers, context }, reply) {
    const caller = callerOf(context, headers);
    const { gateway } = context;
    const transaction = await decide(gateway, caller, path.transactionId, body.status);
    return reply(200, listItem(transaction));
  },

  async readOtp({ path, headers, context }, reply) {
    const caller = callerOf(context, headers);
    const { otp, verification } = await read(context.gateway, caller, path.transactionId);
    return reply(200, {
      otp,
      verificationStatus: verification.status,
      expiresAt: utcTime(verification.expiresAt),
    });
  },

  async noticeInstallment({ path, headers, context }, reply) {
    const caller = callerOf(context, headers);
    const sent = await notice(context.gateway, caller, path.transactionId);
    return reply(200, deliveryRecord(sent));
  },

  async saveToken({ body, headers, context }, reply) {
    const caller = callerOf(context, headers);
    const { token, saved } = await saveCard(context.gateway, caller, body);
    return reply(201, { token, brand: saved.brand, number: saved.number });
  },

  async startAuthentication({ body, headers, context }, reply) {
    const caller = callerOf(context, headers);
    const authentication = await start(context.gateway, caller, body);
    return reply(201, threeDsAuthentication(authentication, context.links.in(headers.Language)));
  },

  async completeChallenge({ path, body, headers, context }, reply) {
    const { gateway } = context;
    const caller = callerOf(context, headers);
    const asked = await findOwnAuthentication(gateway, caller, path.authenticationId);
    const response = body.status === "VERIFIED" ? "confirm" : "fail";
    const authentication = await endChallenge(gateway, asked, response);
    return reply(200, threeDsAuthentication(authentication, context.links.in(headers.Language)));
  },

  async createAuthorization({ body, headers, context }, reply) {
    const caller = callerOf(context, headers);
    const authorization = await create(context.gateway, caller, body);
    return reply(201, authorizationRecord(authorization));
  },

  async captureAuthorization({ path, headers, context }, reply) {
    const caller = callerOf(context, headers);
    const captured = await capture(context.gateway, caller, path.authorizationId);
    return reply(200, authorizationRecord(captured));
  },
} satisfies Partial<Handlers<SandboxContext>>;
