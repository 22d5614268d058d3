import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**"],
    // A generation or a compilation takes seconds on a busy machine; what hangs is still found.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
