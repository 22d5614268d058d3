import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { laterTest } from "../../../server/gateway/testing/long-test.ts";
import type { TimedFeedback } from "../dev/feedback.ts";
import { manifestWithCompiler, startDev, type DevProject } from "../testing/dev-project.ts";

const main = "spec/main.tsp";

let project: DevProject;

beforeAll(async () => {
  project = await startDev();
});

afterAll(() => {
  project.remove();
});

type About<Name> = Extract<TimedFeedback, { about: Name }>;

function of<Name extends TimedFeedback["about"]>(
  name: Name,
  feedback: readonly TimedFeedback[],
): About<Name>[] {
  return feedback.filter(
    (timedFeedback): timedFeedback is About<Name> => timedFeedback.about === name,
  );
}

function changesIn(feedback: readonly TimedFeedback[]) {
  return of("contract", feedback).flatMap(({ report }) => report.changes);
}

test("an error in the specification is reported with its place, and the previous contract stays served", async () => {
  const broken = await project.save(() => {
    project.edit(main, "text: string;", "text: strng;");
  });
  const [{ faults } = { faults: [] }] = of("specification", broken);
  expect(faults.join()).toMatch(/spec\/main\.tsp:\d+:\d+ - error .*strng/);
  expect(of("generated", broken)).toEqual([]);
  await expect.poll(() => project.isServing()).toBe(true);
  const fixed = await project.save(() => {
    project.edit(main, "text: strng;", "text: string;");
  });
  expect(changesIn(fixed)).toEqual([]);
  expect(of("generated", fixed)).toMatchObject([{ files: [] }]);
  expect([...of("command", broken), ...of("command", fixed)]).toEqual([]);
});

laterTest(
  "changes are reported since the last save and for the whole branch, with what they break",
  async () => {
    const feedback = await project.save(() => {
      project.edit(main, "@maxLength(1000)", "@maxLength(10)");
    });
    const [{ report } = { report: undefined }] = of("contract", feedback);
    expect(report?.breaking).toBe(1);
    expect(report?.changes[0]).toMatchObject({
      id: "max-length-decreased",
      severity: "error",
      operation: "writeNote",
    });
    expect(report?.changes[0]?.source.new).toMatch(/^spec\/main\.tsp:\d+/);
    const [{ faults } = { faults: [] }] = of("samples", feedback);
    expect(faults.join()).toMatch(/spec\/samples\.tsp:\d+:\d+.*Sample "written" of writeNote/);
    expect(of("command", feedback)).toMatchObject([{ state: "kept" }]);
    expect(of("branch", feedback)[0]?.report.breaking).toBe(1);
    const back = await project.save(() => {
      project.edit(main, "@maxLength(10)", "@maxLength(1000)");
    });
    expect(of("branch", back)[0]?.report.changes).toEqual([]);
    expect(of("command", back)).toMatchObject([{ state: "started" }]);
  },
);

laterTest("what check refuses is reported, and the limit that mends it breaks nobody", async () => {
  const added = await project.save(() => {
    project.edit(main, "  text: string;", "  text: string;\n  /** Its title. */ title?: string;");
  });
  expect(of("rules", added)).toMatchObject([
    { faults: [expect.stringMatching(/^spec\/main\.tsp:\d+:\d+ - warning .*bounded-string/)] },
  ]);
  const mended = await project.save(() => {
    project.edit(main, "title?: string;", "@maxLength(9) title?: string;");
  });
  expect(of("rules", mended)).toMatchObject([{ faults: [] }]);
  expect(changesIn(mended)).toContainEqual(
    expect.objectContaining({ id: "max-length-added", severity: "info" }),
  );
  expect(of("contract", mended)[0]?.report).toMatchObject({ breaking: 0, isPassed: true });
  await project.save(() => {
    project.edit(main, /\n.* title\?: string;/, "");
  });
});

test("a handler that no longer compiles is reported with file and line, until it is fixed", async () => {
  project.write("package.json", manifestWithCompiler);
  const broken = await project.save(() => {
    project.edit(main, /$/, '/** Lists. */ @route("/names") @get op listNames(): string[];\n');
  });
  const [{ faults } = { faults: [] }] = of("types", broken);
  expect(faults).toEqual([
    expect.stringMatching(/^server\/handlers\.ts\(3,\d+\): error .*listNames/),
  ]);
  const fixed = await project.save(() => {
    project.edit(
      "server/handlers.ts",
      "readNote:",
      'listNames: (_, reply) => reply(200, ["a"]),\n  $&',
    );
  });
  expect(of("types", fixed)).toMatchObject([{ faults: [] }]);
  expect(of("contract", fixed)).toEqual([]);
  expect(of("command", fixed)).toMatchObject([{ state: "started" }]);
  const changed = await project.save(() => {
    project.edit(main, "listNames(): string[]", "listNames(): int32[]");
  });
  expect(of("types", changed)).toMatchObject([
    { faults: [expect.stringMatching(/^server\/handlers\.ts\(4,/) as string] },
  ]);
});

test("quick saves are reported together, and the result of the last one is served", async () => {
  const feedback = await project.save(() => {
    project.git("switch", "--quiet", "--force", "main");
    for (const length of [41, 42, 43, 44])
      project.edit(main, /@maxLength\(4\d\)/, `@maxLength(${length})`);
  });
  expect(of("saved", feedback)).toHaveLength(1);
  await expect.poll(() => project.served().at(-1)).toBe("44");
});

laterTest(
  "the reference page reloads itself after a change, also one before it listens",
  async () => {
    const page = await (await fetch(project.url())).text();
    const [, version = "none"] = /__changes.js" data-version="([^"]+)"/.exec(page) ?? [];
    const listen = async () => {
      const { body } = await fetch(`${project.url()}/__changes?${version}`);
      const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
      onTestFinished(() => reader?.cancel());
      return async () => (await reader?.read())?.value;
    };
    const next = await listen();
    expect(await next()).toBe(":\n\n");
    await project.save(() => {
      project.edit(main, "Keeps short texts", "Keeps texts");
    });
    expect(await next()).toBe("data: changed\n\n");
    expect(await (await listen())()).toBe("data: changed\n\n");
    expect(await (await fetch(`${project.url()}/notes.json`)).text()).toContain("Keeps texts");
    expect((await fetch(`${project.url()}/..%2Fpackage.json`)).status).toBe(404);
  },
);

test("the command's own server shows refused requests, and an open page does not delay its restart", async () => {
  await project.save(() => {
    project.write("server/main.js", ownServer);
  });
  const address = await vi.waitUntil(() => project.printed(/^at (\S+)$/gm)[0], 60_000);
  await fetch(`${address}/v1/notes/bread`, {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: "{}",
  });
  const [page = ""] = project.printed(/verdict: (\S+)$/gm);
  expect(page).toBe(`${address}/v1/__requests`);
  const shown = await fetch(`${page}/requests/1`);
  const { violations, ...refused } = (await shown.json()) as { violations: { position: string }[] };
  expect(refused).toMatchObject({ operation: "writeNote", problem: "invalid-request" });
  expect(violations).toMatchObject([{ pointer: "/body/text" }]);
  expect(violations[0]?.position).toMatch(/^spec\/main\.tsp:\d+$/);
  const [, assets = ""] = /src="([^"]+)browser/.exec(await (await fetch(page)).text()) ?? [];
  const script = await fetch(new URL(`${assets}browser/main.js`, page));
  const [, library = ""] = /from "([^"]+library.js)"/.exec(await script.text()) ?? [];
  expect((await fetch(new URL(library, script.url))).status).toBe(200);
  const live = await fetch(`${page}/events`);
  const [restarted] = of(
    "command",
    await project.save(() => {
      project.write("server/handlers.ts", project.read("server/handlers.ts"));
    }),
  );
  expect(await live.text()).toContain('"status":400');
  expect(restarted).toMatchObject({ state: "started" });
});

const ownServer = `
import express from "express";
import { createContractRouter } from "@contract-toolkit/skeleton";
import { contract } from "../generated/notes/index.ts";
import { handlers } from "./handlers.ts";

const app = express().use("/v1", createContractRouter(contract, handlers, { authenticate: () => undefined }));
const server = app.listen(0, "127.0.0.1", () => {
  console.log("serves", process.pid, 40);
  console.log(\`at http://127.0.0.1:\${server.address().port}\`);
});
process.once("SIGTERM", () => server.close());
`;

test("a signal ends contract dev and its command", async () => {
  // The start of the command is reported before the command prints that it serves.
  await expect.poll(() => project.isServing()).toBe(true);
  expect(await project.stop("SIGTERM")).toBe(0);
  expect(project.isServing()).toBe(false);
});

laterTest(
  "without a command it serves a mock, with its requests, and the reference sends requests to it",
  async () => {
    const mocked = await startDev([]);
    onTestFinished(mocked.remove);
    const [address = ""] = await vi.waitUntil(() => {
      const found = mocked.printed(/^Mock of .* at (\S+)$/gm);
      return found.length > 0 && found;
    }, 60_000);
    expect((await fetch(`${address}/notes/bread`)).status).toBe(200);
    expect((await fetch(`${address}/__requests`)).status).toBe(200);
    const page = await fetch(mocked.url());
    expect(page.headers.get("content-security-policy")).toContain(`connect-src 'self' ${address}`);
    const [restarted] = of(
      "command",
      await mocked.save(() => {
        mocked.edit(main, "@maxLength(40)", "@maxLength(41)");
      }),
    );
    expect(restarted).toMatchObject({ state: "started" });
    await expect
      .poll(() =>
        fetch(`${address}/notes/bread`).then(
          ({ ok }) => ok,
          () => false,
        ),
      )
      .toBe(true);
    expect(await mocked.stop("SIGTERM")).toBe(0);
  },
);
