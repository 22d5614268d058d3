import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { replay } from "../../../scripts/commands/replay.ts";
import { generateInto, librarySpec } from "../../testing/generated.ts";
import { listen } from "../../testing/listen.ts";

test("where there is nothing to play, replay says why", async () => {
  await using generated = await generateInto(librarySpec);
  await using server = await listen((_, response) => {
    response.end();
  });
  const contract = join(generated.folder, "catalogue");
  await writeFile(join(contract, "samples.json"), "[]");
  await expect(replay([contract, "--server", server.url.href])).rejects.toThrow(
    "There is nothing to play: no operation of Catalogue has a sample (@opExample), of which all cases are made.",
  );
});
