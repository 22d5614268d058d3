import { element } from "./dom.ts";
import type { DescribedCredential, DescribedOperation } from "./request.ts";

/** Puts an input for each credential into the navigation. What is entered stays in this tab until it is closed. */
export function addCredentials(
  navigation: Element,
  operations: readonly DescribedOperation[],
): void {
  const all = operations.flatMap(({ credentials }) => credentials).filter(isSendable);
  const distinct = new Map(all.map((each) => [keyOf(each), each]));
  navigation.prepend(
    ...[...distinct].map(([key, { name, prefix }]) => {
      const input = element("input", {
        type: "password",
        autocomplete: "off",
        spellcheck: "false",
      });
      input.value = sessionStorage.getItem(key) ?? "";
      input.addEventListener("input", () => {
        if (input.value === "") sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, input.value);
      });
      const hint = prefix === "Basic " ? " (user:password)" : "";
      return element("label", { class: "credential" }, `${name}${hint}`, input);
    }),
  );
}

/** The text of a credential as it was entered. */
export function enteredCredential(credential: DescribedCredential): string | undefined {
  const entered = sessionStorage.getItem(keyOf(credential)) ?? "";
  if (entered === "") return undefined;
  return credential.prefix + (credential.prefix === "Basic " ? btoa(entered) : entered);
}

/** A page cannot set cookies for a request. */
function isSendable({ in: place }: DescribedCredential): boolean {
  return place !== "cookie";
}

function keyOf({ in: place, name }: DescribedCredential): string {
  return `reference ${place} ${name}`;
}
