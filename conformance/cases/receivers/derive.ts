import { valueAt, type SampleRequest } from "@contract-toolkit/contract";
import type { Case } from "../case.ts";
import { httpCases } from "../servers/derive.ts";
import type { Provider } from "../../provider.ts";
import type { Suite } from "../../suite.ts";
import { actingCases } from "./acting.ts";
import { callbackBodyCases, damageCases, methodCases } from "./bodies.ts";
import { allowedContents, brokenContents, otherWords } from "./signed-json.ts";
import type { CallbackCase } from "./callback-case.ts";
import { signatureCases } from "./signatures.ts";
import { timeCases } from "./times.ts";

/**
 * Derives cases for a receiver from the first sample with a body of each operation: wrong signatures, times of signing, other
 * forms of the body, contents and repetitions. The same contract gives the same cases in the same order.
 *
 * @param provider signs messages; without `stamp` and `sign` there are no cases
 */
export function callbackCases(
  suite: Suite,
  provider: Pick<Provider, "stamp" | "sign" | "signatures">,
): CallbackCase[] {
  const { stamp, sign, signatures } = provider;
  if (!stamp || !sign) return [];
  const schemes = signatures?.() ?? [];
  const { contract } = suite;
  const ofHttp = Map.groupBy(httpCases(suite, {}, {}), ({ operation }) => operation.id);
  const constraints = suite.constraints("receiver").cases;
  return Object.values(contract.operations).flatMap((operation, at) => {
    const base = suite.cases.find(
      ({ operation: own, request }) => own === operation && request.body !== undefined,
    );
    if (!base) return [];
    const { headers, body } = base.request;
    const signed = { headers, body, bytes: Buffer.from(JSON.stringify(body)) };
    const time = timeHeader(base, stamp);
    const isBodySigned = schemes.some(({ parts }) => parts(signed).includes(signed.bytes));
    return [
      ...signatureCases(base, schemes, signed),
      ...(time === undefined ? [] : timeCases(base, time)),
      // A body in another form can only be sent if it can be signed.
      ...(schemes.length > 0 ? callbackBodyCases(base, ofHttp.get(operation.id) ?? []) : []),
      ...methodCases(base),
      ...(isBodySigned ? damageCases(base) : []),
      ...allowedContents(contract, base, constraints),
      ...brokenContents(contract, base),
      ...otherWords(contract, base),
      // Waiting takes time, and a receiver forgets ids of all operations alike, so one operation is enough.
      ...actingCases(base, isBodySigned).filter(
        ({ steps }) => at === 0 || !steps.some(({ isLater }) => isLater),
      ),
    ];
  });
}

/** The header with the time of signing: its value changes with the time. */
function timeHeader({ request }: Case, stamp: NonNullable<Provider["stamp"]>): string | undefined {
  const at = (atSeconds: number): SampleRequest => stamp(request, { id: "", atSeconds });
  return Object.keys(request.headers).find((name) => {
    const pointer = `/headers/${name}`;
    return valueAt(at(1), pointer) !== valueAt(at(2), pointer);
  });
}
