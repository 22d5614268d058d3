import { expect, test } from "vitest";
import { generateInto } from "../../conformance/testing/generated.ts";
import { corpus } from "../generate/testing/specs/corpus.ts";
import { startSampleServer } from "../generate/testing/sample-server.ts";

test("a value of the path that XML cannot hold is repeated with U+FFFD in a response of XML", async () => {
  const { entry } = corpus.find(({ name }) => name === "xml") ?? { entry: "" };
  const suite = await (await generateInto(entry)).load("archive");
  await using server = await startSampleServer(suite);
  const read = async (mark: string) => {
    const response = await fetch(`${server.url}boxes/${encodeURIComponent(mark)}`);
    return [response.status, /<Shelfmark>(.*?)</.exec(await response.text())?.[1]];
  };
  expect(await read("b")).toEqual([200, "b"]);
  for (const mark of ["\0", "b\u0001", "\u001f", "\ufffe", "\uffff"])
    expect(await read(mark)).toEqual([200, mark.replace(/[^b]/, "\ufffd")]);
});
