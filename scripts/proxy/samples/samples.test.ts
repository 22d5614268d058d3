import { createServer } from "node:http";
import { expect, test } from "vitest";
import { full } from "../../../server/gateway/testing/long-test.ts";
import { listen } from "../../../server/skeleton/testing/listen.ts";
import type { WireExchange } from "../exchange.ts";
import { createJudge } from "../judge.ts";
import { loadPets } from "../../cli/testing/pets.ts";
import { samplesOf, withRepeatedReads } from "./samples.ts";

const judging = await loadPets();
const judge = createJudge(judging);

const now = Date.UTC(2026, 0, 2);

type Exchange = [
  line: string,
  body: unknown,
  status: number,
  response?: unknown,
  headers?: string[],
];

function wireOf([line, body, status, response, headers = []]: Exchange): WireExchange {
  const [method = "", target = ""] = line.split(" ");
  const bytes = (value: unknown) => Buffer.from(value === undefined ? "" : JSON.stringify(value));
  const json = ["Content-Type", "application/json"];
  return {
    receivedAt: now,
    durationMs: 1,
    request: { method, target, headers: [...json, ...headers], body: bytes(body) },
    response: { status, headers: response === undefined ? [] : json, body: bytes(response) },
  };
}

function judgedOf(exchanges: readonly Exchange[]) {
  return Promise.all(exchanges.map((exchange) => judge.judgeExchange(wireOf(exchange))));
}

/** The samples of exchanges, as lines: operation, status, fresh and generated values. */
async function samplesFor(...exchanges: readonly Exchange[]) {
  const samples = samplesOf(judging.suite, await judgedOf(exchanges));
  return {
    samples,
    lines: samples.map(({ operation, response, fresh, generated, isSetup }) =>
      [
        operation,
        response.status,
        ...fresh.map(({ pointer }) => pointer),
        "|",
        ...generated,
        ...(isSetup ? ["(setup)"] : []),
      ].join(" "),
    ),
  };
}

const id = (number: number) => `0b8f5e4a-1111-4222-8333-00000000000${number}`;

test("one sample of each operation, status and shape, with what it needs, in the order of the recording", async () => {
  const { lines } = await samplesFor(
    ["POST /pets", { name: "rex" }, 201, { id: id(1), name: "rex" }],
    ["POST /pets", { name: "ada" }, 201, { id: id(2), name: "ada" }],
    [
      "GET /pets/" + id(2),
      undefined,
      200,
      { id: id(2), name: "ada", born: "2020-01-01T00:00:00Z" },
    ],
    ["DELETE /pets/" + id(1), undefined, 204],
    ["DELETE /pets/" + id(2), undefined, 204],
    ["GET /pets/" + id(2), undefined, 404],
  );
  expect(lines).toEqual([
    "addPet 201 | /body/id",
    "addPet 201 | /body/id",
    "getPet 200 |",
    "deletePet 204 |",
    "deletePet 204 |",
    "getPet 404 |",
  ]);
});

test("names that must be unique are fresh, and times and repeated reads that differ are generated", async () => {
  const born = new Date(now + 5000).toISOString();
  const { lines } = await samplesFor(
    ["POST /pets", { name: "rex" }, 201, { name: "rex", born }],
    ["POST /pets", { name: "ada" }, 201, { name: "ada", born }],
    ["POST /pets", { name: "tom" }, 201, { name: "tom", born }],
    ["GET /pets", undefined, 200, [{ name: "old" }]],
    ["GET /pets", undefined, 200, [{ name: "old" }, { name: "tom" }]],
    ["GET /pets/7", undefined, 200, { name: "a", born: "2020-01-01T00:00:00Z" }],
  );
  expect(lines).toEqual([
    "addPet 201 /body/name | /body/born",
    "listPets 200 | /body",
    "getPet 200 |",
  ]);
});

test("secrets are replaced wherever they are, and credentials are left out", async () => {
  const secret = "hunter-22";
  const jwt = "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.c2lnbmF0dXJl";
  const { samples } = await samplesFor(
    [
      "POST /pets",
      { name: secret, password: secret },
      201,
      { name: secret, password: secret, key: jwt, api_key: "k-123456", note: "uses k-123456" },
      ["X-Key", "credential-1", "Cookie", "sid=cookie-12345", "Authorization", "Bearer bearer-123"],
    ],
    [
      "GET /pets/bearer-123",
      undefined,
      200,
      { name: "credential", note: "credential-1 cookie-12345" },
    ],
  );
  expect(JSON.stringify(samples)).not.toMatch(/hunter|eyJ|k-123456|credential-1|cookie-1|bearer-1/);
  const [made] = samples;
  const hidden = expect.stringMatching(/^[a-z]{6}-\d\d$/) as unknown;
  expect(made?.request.body).toEqual({ name: hidden, password: hidden });
  expect(made?.generated).toContain("/body/api_key");
});

test("known forms of secrets are replaced in free texts, in linear time", async () => {
  const key = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkq\n-----END PRIVATE KEY-----";
  const secrets = [
    "AKIAIOSFODNN7EXAMPLE",
    "ghp_0123456789abcdef0123",
    "sk_live_0123456789abcdef",
    key,
  ];
  const note = `${secrets.join(" or ")} at https://ada:lovelace9@db.test/`;
  const { samples } = await samplesFor([
    ...(["POST /pets", { name: "rex" }, 201] as const),
    { name: "rex", note: `${note} ${"ab12".repeat(20_000)}` },
  ]);
  expect(JSON.stringify(samples)).not.toMatch(/AKIAIO|ghp_01|sk_live_01|MIIEvQ|lovelace/);
  expect(JSON.stringify(samples)).toContain("-----BEGIN PRIVATE KEY-----");
}, 2_000);

test("a link to the next page is followed, with a part of its query that is not documented", async () => {
  const next = (cursor: string) => `https://pets.example/pets?limit=1&cursor=${cursor}`;
  const { samples, lines } = await samplesFor(
    ["GET /pets/7", undefined, 200, { id: id(1), name: "a", next: next("c1Zr81kQw09vTy44") }],
    ["GET /pets?limit=1&cursor=c1Zr81kQw09vTy44", undefined, 200, [{ name: "b" }]],
  );
  expect(samples[1]?.request.query).toEqual({ limit: 1, cursor: "c1Zr81kQw09vTy44" });
  expect(lines[0]).toBe("getPet 200 | /body/id /body/next");
  const other = await samplesFor(["GET /pets?cursor=1", undefined, 200, [{ name: "b" }]]);
  expect(other.lines).toEqual([]);
});

test("personal data is replaced by other data of the same form, in all messages alike", async () => {
  const person = {
    name: "Ada King",
    email: "ada.king@mail.org",
    phoneNumber: "+44 20 7946 0958",
    birth_date: "1815-12-10",
    iban: "DE89 3704 0044 0532 0130 00",
    city: "London",
    card: "4012888888881881",
  };
  const { samples } = await samplesFor(
    ["POST /pets", { ...person, note: "Ask ada.king@mail.org" }, 201, { id: id(1), ...person }],
    ["GET /pets/ada.king@mail.org", undefined, 200, { id: id(1), ...person }],
    ["GET /pets", undefined, 200, [{ name: "Bartholdi", email: "bob.byron@mail.org" }]],
    ["POST /pets", { name: "Rex" }, 201, { id: id(2), name: "Rex" }],
  );
  expect(JSON.stringify(samples)).not.toMatch(
    /Ada King|ada.king|mail.org|7946 0958|1815-12|3704 0044|London|4012888888881881|Bartholdi/,
  );
  const [made, read, other, pet] = samples;
  const sent = made?.request.body as Record<string, string>;
  expect(sent).toMatchObject({
    name: expect.stringMatching(/^[A-Z][a-z]{2} [A-Z][a-z]{3}$/) as string,
    email: expect.stringMatching(/^[a-z_]{8}@example\.com$/) as string,
    phoneNumber: expect.stringMatching(/^\+44 \d\d \d{4} \d{4}$/) as string,
    birth_date: "1990-01-01",
    iban: expect.stringMatching(/^DE\d\d \d{4}/) as string,
    card: expect.stringMatching(/^4\d{15}$/) as string,
    note: `Ask ${sent["email"] ?? ""}`,
  });
  expect(made?.response.body).toMatchObject({ email: sent["email"], name: sent["name"] });
  expect(read?.request.path).toEqual({ id: sent["email"] });
  // The client has sent the one, and the server had the other one.
  expect(read?.generated).not.toContain("/body/name");
  expect(other?.generated).toEqual(expect.arrayContaining(["/body/0/email", "/body/0/name"]));
  expect(pet?.request.body).toEqual({ name: "Rex" });
});

test.runIf(full)("the time for samples grows with the number of exchanges only", async () => {
  const timeFor = async (count: number) => {
    const exchanges = Array.from({ length: count }, (_, at): Exchange => {
      const body = { name: `pet-${at}`, email: `person-number-${at}@mail.org` };
      return [
        "POST /pets",
        body,
        201,
        { id: id(1).replace(/\d{6}$/, String(at).padStart(6, "0")), ...body },
      ];
    });
    const judged = await judgedOf(exchanges);
    const start = process.cpuUsage();
    samplesOf(judging.suite, judged);
    return process.cpuUsage(start).user;
  };
  await timeFor(500);
  expect((await timeFor(4000)) / (await timeFor(1000))).toBeLessThan(8);
});

test("an exchange that violates the contract is no sample, but may be what others need", async () => {
  const { lines } = await samplesFor(
    ["POST /pets", { name: "rex" }, 202, { id: id(1) }],
    ["GET /pets/" + id(1), undefined, 200, { id: id(1), name: "rex" }],
    ["GET /pets/" + id(1), undefined, 200, { id: id(1), name: "" }],
    ["POST /pets", { name: "" }, 400, { message: "no" }],
    ["GET /pets", undefined, 401],
  );
  expect(lines).toEqual(["addPet 202 | /body/id (setup)", "getPet 200 |"]);
});

test("reads of what the recording did not make are repeated", async () => {
  let count = 0;
  const asked: string[] = [];
  await using server = await listen(
    createServer((request, response) => {
      asked.push(
        `${request.method ?? ""} ${request.url ?? ""} ${String(request.headers["x-key"])}`,
      );
      count += 1;
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify([{ name: `n${count}` }]));
    }),
  );
  const exchanges: Exchange[] = [
    ["GET /pets", undefined, 200, [{ name: "n0" }], ["X-Key", "the-key-1"]],
    ["POST /pets", { name: "rex" }, 201, { id: id(1), name: "rex" }],
    ["GET /pets/" + id(1), undefined, 200, { id: id(1), name: "rex" }],
  ];
  const judged = await judgedOf(exchanges);
  const all = await withRepeatedReads(judging, new URL("/api", server.url), judged);
  expect(asked).toEqual(["GET /api/pets the-key-1"]);
  expect(samplesOf(judging.suite, all)[0]).toMatchObject({
    operation: "listPets",
    generated: ["/body/0/name"],
  });
});
