import { full } from "../../testing/full-run.ts";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Change } from "../../../../scripts/diff/change.ts";
import { diff } from "../../../../scripts/diff/diff.ts";
import { readInput } from "../../../../scripts/diff/read/input.ts";
import { readOpenApi } from "../../../../scripts/diff/read/openapi.ts";
import { rewrites, rewrittenAtOnce, type Document } from "./document-rewrites.ts";

const policy = { today: new Date(), noticeDays: 0 };

/** Enough for every run of the tests. */
const fewRewrites: typeof rewrites = { "rewritten in every way": rewrittenAtOnce };

/** A difference that is none, with what was compared. */
export interface FalseAlarm {
  readonly of: string;
  readonly change: Change;
}

/**
 * What `contract diff` finds between a generated contract and itself, however it is written: the folder, its documents,
 * one document and the other, a document and each of its rewrites. There is nothing to be found.
 */
export async function falseAlarmsOf(folder: string): Promise<FalseAlarm[]> {
  const [openapi30, openapi31] = await Promise.all(
    ["openapi.json", "openapi-3.1.json"].map(
      async (name) => JSON.parse(await readFile(join(folder, name), "utf8")) as Document,
    ),
  );
  const documents = [openapi30 ?? {}, { ...openapi31, webhooks: {} }];
  const options = { folder: ".", out: folder, isOfCallbacks: false };
  const [[, read] = []] = (await readInput(folder, options)).contracts;
  const [[, again] = []] = (await readInput(folder, options)).contracts;
  const ofFolder = read && again ? diff(read, again, policy) : [];
  return [
    ...ofFolder.map((change) => ({ of: folder, change })),
    ...between("itself", documents[0], documents[0]),
    ...between("the other version of OpenAPI", documents[0], documents[1]),
    ...(full ? documents : documents.slice(1)).flatMap((document) =>
      Object.entries(full ? rewrites : fewRewrites).flatMap(([name, rewrite]) => {
        const rewritten = rewrite(document);
        return [
          ...between(name, document, rewritten),
          ...between(`${name}, back`, rewritten, document),
        ];
      }),
    ),
  ];
}

function between(of: string, old: Document = {}, now: Document = {}): FalseAlarm[] {
  return diff(readOpenApi(old), readOpenApi(now), policy).map((change) => ({ of, change }));
}
