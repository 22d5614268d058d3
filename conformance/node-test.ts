/**
 * Makes a test of `node:test` of each case. `--test-name-pattern` chooses them by id.
 *
 * @example
 * await testServer("generated/notes", () => url);
 *
 * @module
 */
import { after, describe, test } from "node:test";
import type { CaseTests } from "./runs/case-tests/case-tests.ts";
import { testFunctions } from "./runs/case-tests/collect.ts";

export const { testServer, testReceiver, testClient } = testFunctions(declare);

function declare({ title, groups, end }: CaseTests): void {
  void describe(title, () => {
    after(end);
    for (const { name, concurrency, tests } of groups)
      void describe(name, { concurrency }, () => {
        for (const { name: id, run } of tests)
          void test(id, (context) =>
            run({
              skip(reason) {
                context.skip(reason);
              },
              note(text) {
                context.diagnostic(text);
              },
            }),
          );
      });
  });
}
