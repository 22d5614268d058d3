import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { startRecorder } from "../../targets/recording-server/recorder.ts";
import { openInbox } from "./inbox.ts";

const soon = { withinSeconds: 0.2, isRepeated: false };
const again = { ...soon, isRepeated: true };

async function post(url: string, body: string, id = body): Promise<void> {
  await fetch(url, { method: "POST", body, headers: { "X-Id": id } });
}

test("a repeated message is taken only if a step asks for a repeat", async () => {
  await using recorder = await startRecorder();
  const inbox = openInbox(recorder, "part");
  for (const body of ["one", "one", "two", "one"]) await post(`${inbox.url}/at`, body);
  expect((await inbox.take("/at", soon))?.body).toBe("one");
  expect((await inbox.take("/at", soon))?.body).toBe("two");
  expect(inbox.unexpected()).toEqual([]);
  expect((await inbox.take("/at", again))?.body).toBe("one");
  expect(await inbox.take("/at", soon)).toBeUndefined();
});

test("what came before the inbox has settled is no arrival, and a repeat after it is one", async () => {
  await using recorder = await startRecorder();
  const inbox = openInbox(recorder, "part");
  for (const body of ["one", "one"]) await post(`${inbox.url}/at`, body);
  await inbox.take("/at", soon);
  await inbox.settle(performance.now());
  expect(await inbox.arrivals("", 0)).toEqual([]);
  await post(`${inbox.url}/at`, "one");
  expect(await inbox.arrivals("/at", 0)).toMatchObject([{ body: "one" }]);
  expect(await inbox.arrivals("/other", 0)).toEqual([]);
});

test("messages elsewhere are listed, and only those below the inbox are unexpected", async () => {
  await using recorder = await startRecorder();
  const inbox = openInbox(recorder, "part");
  await post(`${inbox.url}/other`, "one");
  await post(new URL("/wrong", recorder.url).href, "two");
  expect(await inbox.take("/at", soon)).toBeUndefined();
  expect(inbox.others()).toEqual(["POST /other", "POST /wrong"]);
  expect(inbox.unexpected()).toMatchObject([{ body: "one" }]);
});

test("messages with the same id are repeats, even if they are signed anew", async () => {
  await using recorder = await startRecorder();
  const inbox = openInbox(recorder, "part", "X-ID");
  for (const body of ["1 signed", "1 signed anew", "2"])
    await post(`${inbox.url}/at`, body, body.slice(0, 1));
  expect((await inbox.take("/at", soon))?.body).toBe("1 signed");
  expect((await inbox.take("/at", soon))?.body).toBe("2");
});

test("a message to an invalid address does not end the suite, and gets no response of the inbox", async () => {
  await using recorder = await startRecorder();
  const inbox = openInbox(recorder, "part");
  inbox.response("/at", { status: 204, headers: {} });
  const statuses = [];
  for (const target of ["//[", `//other.example/part/at`, "/part/at?x=//"]) {
    const socket = connect(Number(recorder.url.port), "127.0.0.1");
    socket.write(`GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    statuses.push((await text(socket)).slice(9, 12));
  }
  expect(statuses).toEqual(["500", "500", "204"]);
});
