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

declare const Scalar: {
  createApiReference(selector: string, configuration: readonly unknown[]): void;
};

/** The part of a URL that names a tag. */
const slugOf = (tag: string) => tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");

const { contracts = "[]", credential } =
  document.querySelector<HTMLElement>("#reference")?.dataset ?? {};
const shown = JSON.parse(contracts) as ShownContract[];
const value = credential === undefined ? undefined : await readCredential(credential);
Scalar.createApiReference(
  "#reference",
  shown.map(({ server, schemes, operations: _, ...contract }) => ({
    ...contract,
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
    redirect: addressOf,
    hideTestRequestButton: server === undefined,
    ...(server === undefined ? {} : { servers: [{ url: server || location.origin }] }),
    ...(value !== undefined && {
      authentication: {
        preferredSecurityScheme: schemes[0],
        securitySchemes: Object.fromEntries(schemes.map((name) => [name, { value, token: value }])),
      },
    }),
  })),
);

/** The place of an operation that a link names alone, such as `#findItem`. */
function addressOf(hash: string): string | undefined {
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
