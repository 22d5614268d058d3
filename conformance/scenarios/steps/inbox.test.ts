import { expect, test } from "vitest";
import { startRecorder } from "../../targets/recorder/recorder.ts";
import { openInbox } from "./inbox.ts";

const soon = { withinSeconds: 0.2, isRepeated: false };
const again = { ...soon, isRepeated: true };

async function post(url: string, body: string, id = body): Promise<void> {
  await fetch(url, { method: "POST", body, headers: { "X-Id": id } });
}

test("what is sent twice is taken once, unless it is asked for again", async () => {
  await using recorder = await startRecorder();
  const inbox = openInbox(recorder, "part");
  for (const body of ["one", "one", "two", "one"]) await post(`${inbox.url}/at`, body);
  expect((await inbox.take("/at", soon))?.body).toBe("one");
  expect((await inbox.take("/at", soon))?.body).toBe("two");
  expect(inbox.unexpected()).toEqual([]);
  expect((await inbox.take("/at", again))?.body).toBe("one");
  expect(await inbox.take("/at", soon)).toBeUndefined();
});

test("what came elsewhere is told, and is unexpected below the inbox only", async () => {
  await using recorder = await startRecorder();
  const inbox = openInbox(recorder, "part");
  await post(`${inbox.url}/other`, "one");
  await post(new URL("/wrong", recorder.url).href, "two");
  expect(await inbox.take("/at", soon)).toBeUndefined();
  expect(inbox.others()).toEqual(["POST /other", "POST /wrong"]);
  expect(inbox.unexpected()).toMatchObject([{ body: "one" }]);
});

test("an id tells that a message is the same, however it is signed", async () => {
  await using recorder = await startRecorder();
  const inbox = openInbox(recorder, "part", "X-ID");
  for (const body of ["1 signed", "1 signed anew", "2"])
    await post(`${inbox.url}/at`, body, body.slice(0, 1));
  expect((await inbox.take("/at", soon))?.body).toBe("1 signed");
  expect((await inbox.take("/at", soon))?.body).toBe("2");
});
