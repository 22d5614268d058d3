import { expect, test } from "vitest";
import { full } from "../../server/gateway/testing/long-test.ts";
import { falseAlarmsOf } from "./testing/self-comparison.ts";

test.each(["gateway", "merchant", "sandbox"])("%s does not differ from itself", async (service) => {
  expect(await falseAlarmsOf(`generated/${service}`, full)).toEqual([]);
});
