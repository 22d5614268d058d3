import { expect, test } from "vitest";
import { maxEventLength, readEvents, writeEvent } from "./events.ts";

/** A text in chunks. */
async function* inChunks(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) {
    await Promise.resolve();
    yield bytes.slice(at, at + size);
  }
}

async function read(text: string, size: number): Promise<string[]> {
  const events: string[] = [];
  for await (const event of readEvents(inChunks(text, size))) events.push(event);
  return events;
}

const text =
  ":c\r\n\r\ndata: é\r\ndata:b\r\n\r\nid: 1\ndata\n\ndatax: 1\n\nevent: a\rdata: 2\r\rdata: cut";

test.each([1, 2, 3, 7, 1_000])("events are read from chunks of %i bytes", async (size) => {
  expect(await read(text, size)).toEqual(["é\nb", "", "2"]);
});

test("a written event can be read", async () => {
  const event = { text: "a\n\nb\u2028" };
  const [written = ""] = await read(writeEvent(event), 4);
  expect(JSON.parse(written)).toEqual(event);
});

test("an endless event is refused", async () => {
  const endless = "x".repeat(maxEventLength + 1);
  await expect(read(`data: ${endless}`, 65_536)).rejects.toThrow(RangeError);
  await expect(read("data: x\n".repeat(maxEventLength / 4), 65_536)).rejects.toThrow(RangeError);
});
