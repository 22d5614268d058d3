/** A contract, as the page of the reference names it. */
export interface ShownContract {
  readonly title: string;
  readonly slug: string;
  /** Of its document. */
  readonly url: string;
  /** URL that requests are sent to. "" is the page's own server. If undefined, requests cannot be sent. */
  readonly server?: string | undefined;
  /** Tags by operation. */
  readonly operations: Readonly<Record<string, string>>;
  /** Values of samples that must be new in each request. */
  readonly fresh: readonly string[];
  /** Names of its security schemes. */
  readonly schemes: readonly string[];
}

/** Where the page gets a credential to begin with. */
export interface CredentialSource {
  /** Answers a POST with JSON. */
  readonly url: string;
  /** The field of the JSON that has the credential. */
  readonly field: string;
}

/** Attributes of elements that each selector finds, until they have the value. */
const repairs = [
  // Fields with variables say only when their list is open.
  ["[role=combobox]:not([aria-expanded])", "aria-expanded", "false"],
  ["[role=region][aria-label='Example Responses']", "role", "group"],
  ["section[aria-live]:not([role])", "role", "group"],
  // The form of a request, beside the main part of the page.
  ["main:not(.references-rendered, [role])", "role", "group"],
  ["button[role=none]", "role", "button"],
  [".cm-content:not([aria-label])", "aria-label", "Code"],
  [".cm-scroller[tabindex='-1']", "tabindex", "0"],
] as const;

declare const Scalar: {
  createApiReference(selector: string, configuration: readonly unknown[]): void;
};

/** The part of a URL that names a tag. */
const slugOf = (tag: string) => tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");

const place = document.querySelector<HTMLElement>("#reference");
const { contracts = "[]", credential } = place?.dataset ?? {};
const shown = JSON.parse(contracts) as ShownContract[];
// The file of Scalar loads meanwhile. It takes seconds on a slow network.
place?.append("Loading the reference…");
const scalarLoaded = new Promise((resolve) => {
  addEventListener("DOMContentLoaded", resolve);
});
const [value, documents] = await Promise.all([
  credential === undefined ? undefined : readCredential(credential),
  Promise.all(shown.map(async ({ url }) => (await fetch(url)).text())),
  scalarLoaded,
]);
new MutationObserver(repairRoles).observe(document.body, {
  childList: true,
  subtree: true,
  attributeFilter: ["aria-expanded"],
});
Scalar.createApiReference(
  "#reference",
  shown.map((contract, at) => configurationOf(contract, documents[at] ?? "")),
);

function configurationOf({ title, slug, server, schemes, fresh }: ShownContract, document: string) {
  return {
    title,
    slug,
    content: withFreshValues(document, fresh),
    // Everything that would ask another host.
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    proxyUrl: "",
    hideClientButton: true,
    showDeveloperTools: "never",

    // The sequence of the contract.
    orderSchemaPropertiesBy: "preserve",
    orderRequiredPropertiesFirst: false,
    generateOperationSlug: ({ operationId = "" }) => operationId,
    generateTagSlug: ({ name = "" }) => slugOf(name),
    redirect: operationAnchor,
    hideTestRequestButton: server === undefined,
    ...(server === undefined ? {} : { servers: [{ url: server || location.origin }] }),
    ...(value !== undefined && {
      authentication: {
        preferredSecurityScheme: schemes[0],
        securitySchemes: Object.fromEntries(schemes.map((name) => [name, { value, token: value }])),
      },
    }),
  };
}

/** Changes what axe finds in Scalar's markup. A group, unlike a landmark, need not be unique. */
function repairRoles(): void {
  for (const [selector, attribute, value] of repairs)
    for (const element of document.querySelectorAll(selector))
      element.setAttribute(attribute, value);
}

/** Gives samples new values on each page, because a server takes the same ones only once. Lengths stay. */
function withFreshValues(document: string, values: readonly string[]): string {
  // In code, quotes are escaped once more.
  const inCode = (text: string) => JSON.stringify(JSON.stringify(text)).slice(1, -1);
  return values.reduce((text, old) => {
    const fresh = old.slice(0, -6) + String(Math.random()).slice(2, 8);
    return text
      .replaceAll(JSON.stringify(old), () => JSON.stringify(fresh))
      .replaceAll(inCode(old), () => inCode(fresh));
  }, document);
}

/** The place of an operation that a link names alone, such as `#findItem`. */
function operationAnchor(hash: string): string | undefined {
  const operation = hash.replace(/^.*#/, "");
  const contract = shown.find(({ operations }) => Object.hasOwn(operations, operation));
  const tag = contract?.operations[operation];
  return contract && tag !== undefined
    ? `#${contract.slug}/tag/${slugOf(tag)}/${operation}`
    : undefined;
}

async function readCredential(source: string): Promise<string | undefined> {
  const { url, field } = JSON.parse(source) as CredentialSource;
  const response = await fetch(url, { method: "POST" });
  if (!response.ok) return undefined;
  const given = ((await response.json()) as Readonly<Record<string, unknown>>)[field];
  return typeof given === "string" ? given : undefined;
}
