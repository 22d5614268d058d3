import { createHash } from "node:crypto";
import {
  valueAt,
  type Sample,
  type SampleRequest,
  type SampleResponse,
} from "@contract-toolkit/contract";
import type { Case } from "../cases/case.ts";
import { isTelling, TextMap } from "../json-comparison/text-map.ts";
import { substituteWithin } from "../json-comparison/values.ts";
import type { Suite } from "../suite.ts";
import { judgeSample } from "../targets/judge-sample.ts";
import { judgeResponse, sendRequest, wrongStatus } from "../targets/response.ts";
import { verdictWithStates, type ServerUnderTest } from "../targets/state-setup.ts";
import type { Verdict } from "../verdict.ts";
import { isIdName, queriesIn } from "./names.ts";

/** A sample that was recorded from traffic. */
export interface RecordedSample extends Sample {
  /** It only makes what other samples need, and its response violates the contract. Only its status is compared. */
  readonly isSetup?: true;
}

/**
 * Makes a player of recorded samples, which are played one after the other. What a sample has made, such as the id of a resource, is used by
 * those after it: values that the client chose are made anew, and values that the server made are taken from its responses.
 */
export function playRecorded(
  suite: Suite,
  { url, headers }: Pick<ServerUnderTest, "url" | "headers">,
  seed: string,
): (played: Case, isSetup: boolean) => Promise<Verdict> {
  /** What stands for a recorded value in this run. */
  const bindings = new TextMap<string>();
  /** A client takes what it sends from links, such as the place of the next page. */
  const bind = (recorded: string, made: string) => {
    bindings.set(recorded, made);
    const now = new Map(queriesIn(made));
    for (const [name, value] of queriesIn(recorded)) bindings.set(value, now.get(name) ?? value);
  };
  return (played, isSetup) =>
    verdictWithStates(played, async (_, trace) => {
      const { operation, request, response, fresh, generated } = played;
      for (const { pointer } of fresh) {
        const text = String(valueAt(request, pointer));
        if (!bindings.has(text)) bindings.set(text, renewText(text, seed));
      }
      const pathNames = new Set(Object.keys(request.path));
      const inThisRun = <Message>(message: Message) =>
        substituteWithin(
          message,
          bindings,
          (name) => isIdName(name) || pathNames.has(name),
        ) as Message;
      const asked: SampleRequest = inThisRun(request);
      const result = await sendRequest(url, operation, asked, headers, headers, trace);
      const telling = new Map([...bindings].filter(([text]) => isTelling(text)));
      const expected: SampleResponse = inThisRun(response);
      const findings = judgeSample(suite, played, expected, result, telling);
      const { body } = judgeResponse(suite, operation, result);
      for (const pointer of generated) {
        const [recorded, made] = [valueAt(response, pointer), valueAt({ body }, pointer)];
        if (isIdentity(recorded, pointer) && isIdentity(made, pointer))
          bind(String(recorded), String(made));
      }
      if (!isSetup) return findings;
      return result.status === response.status
        ? []
        : [wrongStatus(operation, response.status, result)];
    });
}

/** Whether a value may name a resource: it is in a field for an id, or a text that is neither a time nor a number. */
function isIdentity(value: unknown, pointer: string): boolean {
  if (typeof value !== "string" && typeof value !== "number") return false;
  if (isIdName(pointer.slice(pointer.lastIndexOf("/") + 1))) return true;
  return typeof value === "string" && !/^\d{4}-\d\d-\d\d|^\d+$/.test(value);
}

/** A text of the same form, with other letters and digits. The same seed gives the same text. */
export function renewText(text: string, seed: string): string {
  const digest = createHash("sha512").update(`${seed} ${text}`).digest();
  const isHex = /^[\da-f-]+$/i.test(text);
  const isUuid = isHex && /^.{8}(-.{4}){3}-.{12}$/.test(text);
  const isReserved = text.endsWith("@example.com");
  return text.replaceAll(/[a-z\d]/gi, (character, at: number) => {
    // RFC 9562, section 4: the version and the variant of a UUID are not random.
    if (isUuid && (at === 14 || at === 19)) return character;
    // RFC 2606: nobody gets mail at this domain.
    if (isReserved && at > text.indexOf("@")) return character;
    const alphabet =
      (isHex ? hexAlphabets : alphabets).find((all) => all.includes(character)) ?? "";
    return alphabet.charAt((digest[at % digest.length] ?? 0) % alphabet.length);
  });
}

const alphabets = ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"];
const hexAlphabets = ["abcdef", "ABCDEF", "0123456789"];
