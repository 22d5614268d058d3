import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { RequestListener } from "node:http";
import { expect, test } from "vitest";
import type { JudgedExchange } from "../../proxy/judge.ts";
import { samplesOf } from "../../proxy/samples/samples.ts";
import { startProxy } from "../../proxy/server.ts";
import { listen } from "../../../server/skeleton/testing/listen.ts";
import { follow } from "../../../server/skeleton/testing/running-process.ts";
import { main } from "../command-line.ts";
import { folderWith } from "../testing/folder.ts";
import { loadPets, pets } from "../testing/pets.ts";
import { printedBy } from "../testing/printed.ts";

const entry = (url: string, status: number, text: string) => ({
  startedDateTime: "2026-01-01T00:00:00Z",
  time: 1,
  request: { method: "GET", url, headers: [] },
  response: {
    status,
    headers: [{ name: "content-type", value: "application/json" }],
    content: { size: text.length, text },
  },
});

const har = {
  log: {
    entries: [
      entry("https://cdn.example/pets", 200, "not ours"),
      entry("https://api.example/api/v1/pets?limit=51", 200, '[{"name":"a"}]'),
      entry("https://api.example/api/v1/pets/1", 200, '{"name":""}'),
      entry("https://api.example/api/v1/pets/2", 404, ""),
      entry("https://api.example/api/v1/other", 200, ""),
      entry("https://api.example/", 200, "the page"),
    ],
  },
};

async function run(args: readonly string[]) {
  await using folder = await folderWith({ "pets.yaml": pets, "traffic.har": har });
  return await printedBy(() => main(["proxy", ...args]), { folder: folder.path });
}

test("a HAR file is judged with the server that fits the contract", async () => {
  const { status, stdout, stderr } = await run(["pets.yaml", "--har", "traffic.har"]);
  expect(stderr).toBe("4 exchanges with https://api.example/api/v1, 2 with other addresses\n");
  expect(stdout).toBe(`Violations:
  listPets 200, request: /query/limit must be at most 50 (pets.yaml:10); once, first GET /pets
  getPet 200, response: /body/name must have at least 1 character (pets.yaml:56); once, first GET /pets/…

Not in the contract:
  GET /other 200; once

Operations not seen:
  addPet
  deletePet
  putPicture
  streamEvents

Statuses not seen:
  listPets 304

Coverage: 2 of 6 operations, 3 of 9 of their statuses, 22 of 112 constraints.
Pets 1.0.0: 4 exchanges, 1 as documented.
`);
  expect(status).toBe(1);
});

test("--to chooses the server, and --json prints the report", async () => {
  const to = ["--to", "https://cdn.example"];
  const { status, stdout } = await run(["pets.yaml", "--har", "traffic.har", "--json", ...to]);
  expect(JSON.parse(stdout)).toMatchObject({
    exchanges: 1,
    violations: [
      { operation: "listPets", pointer: "/body", reason: "is not JSON in UTF-8 (RFC 8259)" },
    ],
  });
  expect(status).toBe(1);
});

test.each([
  [["pets.yaml"], "proxy needs --to URL, or --har FILE."],
  [["pets.yaml", "--to", "here"], '--to "here" is not a URL'],
  [["pets.yaml", "--har", "none.har", "--samples", "."], "--har none.har cannot be read: no such"],
  [["pets.yaml", "--har", "pets.yaml"], "pets.yaml is no HAR file: it is not JSON."],
  [["pets.yaml", "--har", "traffic.har", "--enforce"], "--enforce refuses messages, and those"],
  [["pets.yaml", "--har", "traffic.har", "--samples", "."], "--samples . cannot be written: "],
  [["a", "b", "--to", "http://a"], "proxy takes one contract, but got a, b."],
  [
    ["pets.yaml", "--to", "http://a", "--timeout", "0"],
    '--timeout "0" is not a number of seconds.',
  ],
])("%j is refused", async (args, message) => {
  const { status, stderr } = await run(args);
  expect(status).toBe(2);
  expect(stderr).toContain(message);
});

/** A server of pets, whose names are unique. */
function servePets(): RequestListener {
  const pets = new Map<string, { id: string; name: string; born: string }>();
  return (request, response) => {
    void request.toArray().then((chunks: Buffer[]) => {
      const reply = (status: number, body?: unknown) => {
        response.writeHead(
          status,
          body === undefined ? {} : { "Content-Type": "application/json" },
        );
        response.end(body === undefined ? undefined : JSON.stringify(body));
      };
      const id = request.url?.split("/")[2] ?? "";
      const pet = pets.get(id);
      if (request.method === "POST") {
        const { name } = JSON.parse(Buffer.concat(chunks).toString()) as { name: string };
        if ([...pets.values()].some((known) => known.name === name)) {
          reply(400, { message: `${name} is taken` });
          return;
        }
        const made = { id: randomUUID(), name, born: new Date().toISOString() };
        pets.set(made.id, made);
        reply(201, made);
      } else if (request.url === "/pets") reply(200, [...pets.values()]);
      else if (!pet) reply(404);
      else if (request.method === "DELETE") reply(pets.delete(id) ? 204 : 404);
      else reply(200, pet);
    });
  };
}

test("samples of traffic replay, also where their names are taken", async () => {
  await using server = await listen(servePets());
  const judged: JudgedExchange[] = [];
  const judging = await loadPets();
  const proxy = await startProxy({
    ...judging,
    to: server.url,
    onExchange: (exchange) => judged.push(exchange),
  });
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(new URL(path, proxy.url), {
      method,
      ...(body && { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
    });
    return (await response.json().catch(() => ({}))) as { id: string };
  };
  for (const name of ["rex", "ada", "tom", "eva"]) {
    const { id } = await call("POST", "/pets", { name });
    await call("POST", "/pets", { name });
    await call("GET", "/pets");
    await call("GET", `/pets/${id}`);
    if (name !== "eva") await call("DELETE", `/pets/${id}`);
    await call("GET", `/pets/${id}`);
  }
  await proxy.close();
  expect(judged).toHaveLength(23);
  const samples = samplesOf(judging.suite, judged);
  await using folder = await folderWith({ "pets.yaml": pets, "samples.json": samples });

  const data = ["--data", folder.of("samples.json"), "--json"];
  const replay = ["replay", folder.of("pets.yaml"), "--server", server.url.href, ...data];
  for (const seed of ["1", "2"]) {
    const { stdout, status } = await printedBy(() => main([...replay, "--seed", seed]));
    const { counts } = JSON.parse(stdout) as { counts: object };
    expect({ status, counts }).toMatchObject({ status: 0, counts: { passed: 6, failed: 0 } });
  }
  await using other = await listen((_, response) => {
    response.writeHead(200, { "Content-Type": "application/json" }).end("[]");
  });
  const wrong = [...replay.with(3, other.url.href), "--seed", "1"];
  expect((await printedBy(() => main(wrong))).status).toBe(1);
});

test.each([
  ["[1]", "is neither an object of names and values, nor a list of samples"],
  [
    '[{"operation":"a","name":"b","request":{"path":{},"query":{},"headers":{}},"response":{"headers":{}},"fresh":[],"generated":[],"providerStates":[]}]',
    "is of a, which the contract does not have",
  ],
])("--data %s is refused", async (data, message) => {
  await using folder = await folderWith({ "pets.yaml": pets, "data.json": data });
  await using server = await listen((_, response) => response.end());
  const args = ["replay", "pets.yaml", "--server", server.url.href, "--data", "data.json"];
  const { stderr } = await printedBy(() => main(args), { folder: folder.path });
  expect(stderr).toContain(message);
});

test("a proxy reports at SIGTERM", async () => {
  await using folder = await folderWith({ "pets.yaml": pets });
  await using server = await listen((_, response) => {
    response.writeHead(200, { "Content-Type": "application/json" }).end('[{"name":1}]');
  });
  const to = ["--to", server.url.href, "--port", "0"];
  const command = ["scripts/cli/contract.ts", "proxy", folder.of("pets.yaml"), ...to];
  await using running = follow(
    spawn(process.execPath, command, { stdio: ["ignore", "pipe", "pipe"] }),
  );
  const [, url = ""] = await running.printed(/Proxy of Pets at (\S+),/);
  await fetch(new URL("/pets", url));
  await running.printed(/GET \/pets 200, response: \/body\/0\/name must be a string/);
  expect(await running.end("SIGTERM")).toBe(1);
  expect(running.written()).toContain("Pets 1.0.0: 1 exchange, 0 as documented.");
});
