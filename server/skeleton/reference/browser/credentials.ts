import { element } from "./dom.ts";
import { type Credential, credentialsOf, type DescribedOperation } from "./request.ts";

/** Adds an input for each credential to the navigation. Values stay in this tab until it is closed. */
export function addCredentials(
  navigation: Element,
  operations: readonly DescribedOperation[],
): void {
  // A page cannot set cookies for a request.
  const all = operations.flatMap(credentialsOf).filter((each) => each.in !== "cookie");
  const distinct = new Map(all.map((each) => [keyOf(each), each]));
  navigation.prepend(
    ...[...distinct].map(([key, credential]) => {
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
      const hint = isBasic(credential) ? " (user:password)" : "";
      return element("label", { class: "credential" }, `${credential.name}${hint}`, input);
    }),
  );
}

export function enteredCredential(credential: Credential): string | undefined {
  const entered = sessionStorage.getItem(keyOf(credential)) ?? "";
  if (entered === "" || credential.type === undefined) return entered || undefined;
  return `${credential.type} ${isBasic(credential) ? btoa(entered) : entered}`;
}

function isBasic({ type }: Credential): boolean {
  return type?.toLowerCase() === "basic";
}

function keyOf({ in: place, name }: Credential): string {
  return `reference ${place} ${name}`;
}
