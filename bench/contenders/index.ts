import type { Server } from "node:http";

/** Creates a server for a generated contract. It answers with `cannedResponse`, and does not listen yet. */
type CreateServer = (folder: string) => Server | Promise<Server>;

/** Contenders by name. Each is loaded when it is used. */
export const contenders = {
  "skeleton in Express": async () => (await import("./skeleton.ts")).skeletonInExpress,
  "skeleton on node:http": async () => (await import("./skeleton.ts")).skeletonOnNode,
  "by hand in Express": async () => (await import("./by-hand.ts")).byHandInExpress,
  "by hand on node:http": async () => (await import("./by-hand.ts")).byHandOnNode,
  "bare Express": async () => (await import("./express.ts")).bareExpress,
  Fastify: async () => (await import("./fastify.ts")).fastify,
  "express-openapi-validator": async () =>
    (await import("./express-openapi-validator.ts")).expressOpenapiValidator,
  "Hono with zod-openapi": async () => (await import("./hono.ts")).hono,
  h3: async () => (await import("./h3.ts")).h3,
  "Elysia on Node.js": async () => (await import("./elysia.ts")).elysia,
  oRPC: async () => (await import("./orpc.ts")).orpc,
} satisfies Record<string, () => Promise<CreateServer>>;

export type ContenderName = keyof typeof contenders;
