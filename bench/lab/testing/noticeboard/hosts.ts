import type { IncomingMessage, RequestListener } from "node:http";
import express from "express";
import type { Contract } from "@contract-toolkit/contract";
import type { HttpCase } from "../../../../conformance/index.ts";
import { listenerOf } from "../../../../conformance/runs/case-tests/address.ts";
import * as ownSkeleton from "../../../../server/skeleton/index.ts";
import * as ownFetch from "../../../../server/skeleton/fetch/fetch-handler.ts";

/** The modules of the skeleton, or of a copy of it. */
export type Skeleton = Pick<typeof ownSkeleton, "createContractRouter" | "validateWith"> &
  Pick<typeof ownFetch, "toFetchHandler">;

export const skeleton: Skeleton = { ...ownSkeleton, ...ownFetch };

/** Serves handlers in one way. The same requests must have the same responses in all ways. */
export type Host = (
  skeleton: Skeleton,
  contract: Contract,
  handlers: never,
  options: ownSkeleton.RouterOptions<string>,
) => RequestListener;

export const hosts = {
  alone: ({ createContractRouter }, contract, handlers, options) =>
    createContractRouter(contract, handlers, options),

  /** Body parsers and middleware come first, and browsers of other origins may call. */
  inExpress({ createContractRouter }, contract, handlers, options) {
    const middleware = Object.fromEntries(
      Object.keys(contract.operations).map((id) => [id, [passing]]),
    );
    const more = { ...options, middleware, cors: { origins: "*" } } as const;
    return express()
      .use(express.raw({ type: (request) => !isForm(request) }))
      .use(createContractRouter(contract, handlers, more));
  },

  /** The skeleton only validates, and another one responds. */
  validating({ validateWith }, contract, handlers, options) {
    return express()
      .use(validateWith(contract, options))
      .use(ownSkeleton.createContractRouter(contract, handlers, options));
  },

  /** Requests and responses are those of the Fetch standard. */
  fetching({ createContractRouter, toFetchHandler }, contract, handlers, options) {
    return listenerOf(toFetchHandler(createContractRouter(contract, handlers, options)));
  },
} satisfies Record<string, Host>;

/** The other hosts than a server of its own, with the cases that they leave to the skeleton. */
export const otherHosts: readonly {
  readonly name: Exclude<keyof typeof hosts, "alone">;
  readonly isPlayed: (testCase: Pick<HttpCase, "id">) => boolean;
}[] = [
  // The parsers of Express decode and refuse content codings.
  { name: "inExpress", isPlayed: ({ id }) => !/coding|gzip/.test(id) },
  // The second skeleton takes forms for texts that the first one has read as numbers.
  { name: "validating", isPlayed: ({ id }) => !/\/bodies\/|as-form/.test(id) },
  { name: "fetching", isPlayed: () => true },
];

const passing: ownSkeleton.Middleware = (_request, _response, next) => {
  next();
};

function isForm({ headers }: IncomingMessage): boolean {
  return headers["content-type"]?.startsWith("multipart/") === true;
}
