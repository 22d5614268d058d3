import { afterAll, expect, test } from "vitest";
import { describeVerdict, loadSuite, playOnReceiver } from "./index.ts";
import { startReceiver } from "./testing/receiver.ts";

const { cases } = await loadSuite("generated/merchant");
let kept = 0;

afterAll(() => {
  console.log(
    `receiver: ${String(kept)} of ${String(cases.length)} samples replayed and kept, none skipped`,
  );
});

/** The secret that the sample is signed with. */
function secretOf({ given }: (typeof cases)[number]): string {
  const secret = given.find(({ name }) => name === "secret")?.values["secret"];
  if (typeof secret !== "string")
    throw new Error("the sample states no secret");
  return secret;
}

test.each(cases)("the receiver keeps $id", async (played) => {
  await using receiver = await startReceiver(secretOf(played));
  const verdict = await playOnReceiver(played, receiver);
  expect(verdict.outcome, describeVerdict(verdict)).toBe("kept");
  kept += 1;
});

test("a receiver that believes everything is found out", async () => {
  const played = cases[0];
  if (!played) throw new Error("there are no samples");
  await using receiver = await startReceiver("", () =>
    Promise.resolve({ ok: true, id: undefined, event: undefined as never }),
  );
  const verdict = await playOnReceiver(played, receiver);
  expect(verdict.findings).toEqual(
    expect.arrayContaining([
      {
        message: expect.stringContaining(
          "forged (signature changed) was accepted",
        ) as string,
      },
    ]),
  );
});

test("a receiver with another secret is found out", async () => {
  const played = cases[0];
  if (!played) throw new Error("there are no samples");
  await using receiver = await startReceiver("another secret");
  expect((await playOnReceiver(played, receiver)).findings).toEqual([
    { message: "genuine: expected 204, found 401" },
  ]);
});
