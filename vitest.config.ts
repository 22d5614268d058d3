import { defineConfig } from "vitest/config";

const exclude = ["**/node_modules/**", "**/dist/**"];

/** What has to hold on either storage. */
const onEitherStorage = [
  "server/gateway/{app,clock,start}.test.ts",
  "server/gateway/{domain,storage,webhooks}/**/*.test.ts",
  "conformance/reference/{callbacks,canaries,constraints,fuzz,kills,races,scenarios,server}.test.ts",
];

/** What has to hold on the engine that is not the default. */
const onOtherEngine = [
  "conformance/toolkit/{skeleton*,lending}.test.ts",
  "conformance/reference/{constraints,scenarios,server}.test.ts",
];

export default defineConfig({
  test: {
    // A generation or a compilation takes seconds on a busy machine; what hangs is still found.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: { name: "sqlite", include: ["**/*.test.ts"], exclude },
      },
      {
        extends: true,
        test: {
          name: "postgresql",
          include: onEitherStorage,
          exclude,
          globalSetup: "server/gateway/testing-postgres.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "express-openapi-validator",
          include: onOtherEngine,
          exclude,
          env: { ENGINE: "express-openapi-validator" },
        },
      },
    ],
  },
});
