import { expect, test } from "vitest";
import { borrowRecorder } from "./recorder.ts";

test("a recorder is reused without its earlier requests, and refuses connections in between", async () => {
  const ports = new Map<string, number>();
  let previous: URL | undefined;
  for (let turn = 0; turn < 70; turn += 1) {
    using recorder = await borrowRecorder();
    expect(recorder.requests).toEqual([]);
    expect(recorder.response.status).toBe(500);
    recorder.response = { status: 204, headers: {} };
    if (previous) await expect(fetch(previous)).rejects.toThrow();
    expect((await fetch(recorder.url)).status).toBe(204);
    expect(recorder.requests).toHaveLength(1);
    ports.set(recorder.url.port, (ports.get(recorder.url.port) ?? 0) + 1);
    previous = recorder.url;
  }
  expect(ports.size).toBeLessThan(70);
  expect(Math.max(...ports.values())).toBeGreaterThan(1);
});
