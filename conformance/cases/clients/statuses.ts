import { documentedOf } from "@contract-toolkit/contract";
import type { Case } from "../case.ts";
import {
  type CallCase,
  callCase,
  eitherWay,
  redirectTo,
  toRefuse,
  type CallContext,
} from "./call-case.ts";

export function clientStatusCases(context: CallContext): CallCase[] {
  return [...undocumented(context), ...redirects(context)];
}

const statuses = [
  ...[201, 202, 203, 204, 205, 206, 207, 208, 226, 299],
  ...[300, 301, 302, 303, 304, 305, 307, 308, 399],
  ...[400, 401, 402, 403, 404, 405, 406, 408, 409, 410],
  ...[412, 418, 422, 423, 425, 428, 429, 451, 499],
  ...[500, 501, 502, 503, 504, 505, 507, 511, 599],
];

/** Undocumented statuses with documented bodies, so that only the status is wrong. */
function undocumented({ suite: { contract }, success, errors }: CallContext): CallCase[] {
  const subject = ["statuses", "OpenAPI 3.0, Responses Object"] as const;
  return statuses
    .filter((status) => documentedOf(success.operation.responses, status) === undefined)
    .flatMap((status) =>
      nearestCases(status, [success, ...errors]).map((near) => {
        // A client may know the responses that the service gives outside any operation.
        const means = contract.refusals[status] === undefined ? toRefuse : eitherWay;
        const name = `${status}${near === success ? "" : ` with the body of ${near.response.status}`}`;
        const response = means({ response: { ...near.response, status } }, { reason: "" });
        const why = `${status}, which is not documented`;
        const parts = { call: success.call, responses: [response], needsValidation: true } as const;
        return callCase(near, subject, name, why, parts);
      }),
    );
}

function nearestCases(status: number, candidates: readonly Case[]): readonly Case[] {
  const classOf = (number: number) => Math.floor(number / 100);
  const same = candidates.filter(({ response }) => classOf(response.status) === classOf(status));
  const last = status >= 400 ? candidates.slice(-1) : [];
  return [...new Set([...candidates.slice(0, 1), ...same.slice(0, 1), ...last])];
}

/** A client must not follow redirects, because that would send the credential and the body to another place. */
function redirects({ success }: CallContext): CallCase[] {
  return [301, 302, 303, 307, 308].flatMap((status) =>
    places.map(([name, location, why]) => {
      const isDocumented = documentedOf(success.operation.responses, status) !== undefined;
      const means = isDocumented ? eitherWay : toRefuse;
      const redirect = means({ response: { status, headers: {} } }, redirectTo(location, status));
      // A client that wrongly follows the redirect gets the documented response.
      const responses = [redirect, toRefuse(success)] as const;
      const subject = ["redirects", "RFC 9110, section 15.4"] as const;
      return callCase(success, subject, `${status} ${name}`, why, { responses });
    }),
  );
}

const places = [
  ["on the host", "{here}", "it leads to the same server"],
  ["relative", "{path}", "it leads to the same server, without its name"],
  ["elsewhere", "{elsewhere}", "it leads to another server"],
] as const;
