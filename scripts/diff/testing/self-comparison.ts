import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Change } from "../change.ts";
import { diff } from "../diff.ts";
import { readInput } from "../read/input.ts";
import { readOpenApi } from "../read/openapi.ts";
import { rewrites, rewrittenAtOnce, type Document } from "./document-rewrites.ts";

const policy = { today: new Date(), noticeDays: 0 };

/** A change that `contract diff` reports although both sides mean the same. */
interface FalseAlarm {
  readonly of: string;
  readonly change: Change;
}

/**
 * Compares a generated contract with itself in other forms: the folder with itself, its two documents with each other,
 * and a document with its rewrites.
 *
 * @param isThorough rewrites both documents, in one way at a time; default: one document in all ways at once
 */
export async function falseAlarmsOf(folder: string, isThorough: boolean): Promise<FalseAlarm[]> {
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
    ...(isThorough ? documents : documents.slice(1)).flatMap((document) =>
      Object.entries(isThorough ? rewrites : { "rewritten in every way": rewrittenAtOnce }).flatMap(
        ([name, rewrite]) => {
          const rewritten = rewrite(document);
          return [
            ...between(name, document, rewritten),
            ...between(`${name}, back`, rewritten, document),
          ];
        },
      ),
    ),
  ];
}

function between(of: string, old: Document = {}, now: Document = {}): FalseAlarm[] {
  return diff(readOpenApi(old), readOpenApi(now), policy).map((change) => ({ of, change }));
}
