import type { Contender } from "../contender.ts";

/** Every contender by name, loaded when it is asked for. The second is what the others are compared with. */
export const contenders = {
  skeleton: async () => (await import("./skeleton.ts")).skeleton,
  "bare express": async () => (await import("./express.ts")).bareExpress,
  "express-openapi-validator": async () =>
    (await import("./express-openapi-validator.ts")).expressOpenapiValidator,
  fastify: async () => (await import("./fastify.ts")).fastify,
} satisfies Record<string, () => Promise<Contender>>;

export type ContenderName = keyof typeof contenders;
