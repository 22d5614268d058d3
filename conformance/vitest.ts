/**
 * Makes a test of Vitest of each case. `-t` chooses them by id.
 *
 * @example
 * await testServer("generated/notes", () => url);
 *
 * @module
 */
import { afterAll, describe, test } from "vitest";
import type { CaseTests } from "./runs/case-tests/case-tests.ts";
import { testFunctions } from "./runs/case-tests/collect.ts";

export const { testServer, testReceiver, testClient } = testFunctions(declare);

function declare({ title, groups, end }: CaseTests): void {
  describe(title, () => {
    afterAll(end);
    for (const { name, concurrency, tests } of groups)
      describe(name, { concurrent: concurrency > 1 }, () => {
        for (const { name: id, run } of tests)
          test(id, { timeout: patience }, (context) =>
            run({
              skip(reason) {
                context.skip(reason);
              },
              note(text) {
                void context.annotate(text);
              },
            }),
          );
      });
  });
}

/** Each case has its own, shorter limits. The first also waits for a server that is starting. */
const patience = 180_000;
