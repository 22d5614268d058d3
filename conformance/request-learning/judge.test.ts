import type { Operation } from "@contract-toolkit/contract";
import { expect, test } from "vitest";
import { constraintCase } from "../cases/boundaries/constraint-case.ts";
import { HUNG_UP, hungUp } from "../errors.ts";
import { errorVerdict, verdict, type Finding, type ResponseViolation } from "../verdict.ts";
import { DocumentJudge } from "./judge.ts";
import { operation, sampleOf } from "../testing/one-operation.ts";

const open = { ...operation, id: "find" };
const head = (of: Operation) => sampleOf(undefined, { operation: of });

/** What is left of a finding about a case. */
function left(played: Parameters<DocumentJudge["judge"]>[0], finding: Finding) {
  const judge = new DocumentJudge(new Set([secured]), allowsNothing);
  return judge.judge(played, verdict(played, "server", [finding])).findings;
}

const allowsNothing = () => false;

const secured = { ...operation, id: "secret" };
const id = { name: "id", in: "path", type: "string", required: true } as const;
const inPath = { ...operation, id: "read", parameters: [id] };
const violation = (
  message: string,
  part: ResponseViolation["part"] = "body",
  number = 200,
): Finding => ({ message, violation: { part, status: number, isEmpty: false } });
const status = (number: number) =>
  violation(`status ${number} is not documented`, "status", number);
const boundary = (place: string, keyword: string, side: "valid" | "invalid", of = head(open)) => {
  const constraint = { operation: of.operation.id, direction: "request", place, keyword } as const;
  return constraintCase(of, constraint, side, "", of.request);
};

test.each([
  ["a conflict", head(open), status(409)],
  ["a resource that is gone", head(inPath), status(404)],
  ["a credential that is refused where security is declared", head(secured), status(401)],
  ["a media type", boundary("/headers/Content-Type", "contentType", "invalid"), status(415)],
  [
    "a missing body, which has no media type",
    boundary("/body", "required", "invalid"),
    status(415),
  ],
  ["a value that is too long", boundary("/query/name", "maxLength", "valid"), status(414)],
  ["unusual characters", boundary("/query/name", "characters", "valid"), status(400)],
  [
    "a field that contradicts the path",
    boundary("/body/id", "type", "valid", head(inPath)),
    status(422),
  ],
])("what HTTP allows is no finding: %s", (_, played, finding) => {
  expect(left(played, finding)).toEqual([]);
});

test.each([
  ["a missing resource without an id in the path", head(open), status(404)],
  ["a credential where no security is declared", head(open), status(401)],
  ["a media type for a right one", boundary("/body/name", "type", "valid"), status(415)],
  ["an undocumented success", head(inPath), status(202)],
])("everything else is one: %s", (_, played, finding) => {
  expect(left(played, finding)).toEqual([finding]);
});

test("a finding about responses is reported once for each operation, and each server error", () => {
  const judge = new DocumentJudge(new Set(), allowsNothing);
  const judged = (played: Parameters<DocumentJudge["judge"]>[0], finding: Finding) =>
    judge.judge(played, verdict(played, "server", [finding])).outcome;
  expect(judged(head(open), violation("/body/0/name must be a string"))).toBe("failed");
  expect(judged(head(open), violation("/body/1/name must be a string"))).toBe("passed");
  expect(judged(head(inPath), violation("/body/1/name must be a string"))).toBe("failed");
  expect(judged(head(open), status(422))).toBe("failed");
  const found = { ...status(422), message: "status 422 is not documented, found 422 {}" };
  expect(judged(boundary("/body/name", "type", "invalid"), found)).toBe("passed");
  expect(judged(head(open), status(500))).toBe("failed");
  expect(judged(head(open), status(500))).toBe("failed");
  const name = { message: "name: 1 was accepted with 200" };
  expect(judged(boundary("/body/name", "type", "invalid"), name)).toBe("failed");
  expect(judged(boundary("/body/name", "nullable", "invalid"), name)).toBe("failed");
});

test("too many requests are an error of the run, and a closed connection is a failure of the server", () => {
  const judge = new DocumentJudge(new Set(), allowsNothing);
  const many = judge.judge(
    head(open),
    verdict(head(open), "server", [status(429), { message: "name must be refused" }]),
  );
  expect(many.outcome).toBe("error");
  const closed = errorVerdict(head(open), "server", hungUp());
  expect(judge.judge(head(open), closed)).toMatchObject({
    outcome: "failed",
    findings: [{ message: HUNG_UP }],
  });
});
