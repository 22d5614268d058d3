import { expect, test } from "vitest";
import { lint } from "../testing/lint.ts";

const answers = `
@error model Missing { @statusCode _: 404; why: string }
model Found { @statusCode _: 200; name: string }
`;

test("an operation whose samples are all errors is found", async () => {
  const findings = await lint(
    "sampled-success",
    `@opExample(#{ returnType: #{ _: 404, why: "gone" } }, #{ title: "gone" })
op read(): Found | Missing;${answers}`,
  );
  expect(findings).toEqual([
    {
      at: "1:1",
      code: "@contract-toolkit/typespec/sampled-success",
      message:
        "Operation 'read' has no sample of a success. Add a sample whose returnType has a status below 400.",
    },
  ]);
});

test("an operation without any sample is found", async () => {
  const findings = await lint("sampled-success", `op read(): Found;${answers}`);
  expect(findings).toHaveLength(1);
});

test("one sample of a success is enough, with or without a named status", async () => {
  expect(
    await lint(
      "sampled-success",
      `@opExample(#{ returnType: #{ _: 200, name: "a" } }, #{ title: "found" })
@route("/a") op read(): Found | Missing;
@opExample(#{ returnType: #{ name: "a" } }, #{ title: "found" })
@route("/b") op list(): { name: string } | Missing;${answers}`,
    ),
  ).toEqual([]);
});
