/** A page of the site: its Markdown file, its path on the site, and its title in the navigation. */
export interface SitePage {
  readonly source: string;
  readonly path: string;
  readonly title: string;
}

/** Pages below a heading of the navigation. */
export interface SiteGroup {
  readonly title: string;
  readonly pages: readonly SitePage[];
}

/** The hand-written pages in the order of the navigation. Decisions and generated pages follow. */
export const writtenGroups: readonly SiteGroup[] = [
  {
    title: "Start",
    pages: [page("README.md", "start", "Start")],
  },
  {
    title: "Your role",
    pages: [
      page("docs/designing.md", "designing", "Design an interface"),
      page("server/skeleton/README.md", "server", "Implement a server"),
      page("client/README.md", "client", "Build a client"),
      page("docs/check.md", "check", "Enforce the contract in CI"),
    ],
  },
  {
    title: "Guides",
    pages: [
      page("docs/guides/express.md", "guides/express", "Validate an Express application"),
      page("docs/guides/openapi.md", "guides/openapi", "TypeSpec for people who know OpenAPI"),
      page("docs/guides/frameworks.md", "guides/frameworks", "Other frameworks"),
      page("docs/guides/traffic.md", "guides/traffic", "Judge real traffic"),
      page("docs/guides/agents.md", "guides/agents", "Let agents ask the contract"),
      page("docs/guides/clients.md", "guides/clients", "Compare clients"),
      page("docs/guides/moving.md", "guides/moving", "Move from openapi-fetch or ts-rest"),
      page("docs/guides/recipes.md", "guides/recipes", "Zod, MSW and TanStack Query"),
      page("docs/guides/webhooks.md", "guides/webhooks", "Verify webhooks"),
      page("docs/diff.md", "diff", "Break nothing"),
      page("docs/running.md", "running", "Run the gateway"),
      page("docs/operations.md", "operations", "Operate the gateway"),
      page("docs/scaling.md", "scaling", "Scale the gateway"),
      page("docs/foreign-specifications.md", "foreign-specifications", "Import OpenAPI"),
      page("docs/dev.md", "dev", "Develop with feedback on each save"),
      page("docs/files-and-streams.md", "files-and-streams", "Files and streams"),
    ],
  },
  {
    title: "Gateway",
    pages: [
      page("server/gateway/ARCHITECTURE.md", "gateway", "Map of the gateway"),
      page("docs/sandbox.md", "sandbox", "Sandbox"),
      page("docs/console.md", "console", "Console"),
      page("docs/partners.md", "partners", "Partners"),
      page("docs/bank.md", "bank", "Bank module"),
    ],
  },
  {
    title: "Tools",
    pages: [
      page("scripts/cli/README.md", "tools/commands", "The contract command"),
      page("scripts/generate/README.md", "tools/generate", "Generator"),
      page("scripts/diff/README.md", "tools/diff", "Comparison of contracts"),
      page("scripts/import/README.md", "tools/import", "Import of OpenAPI"),
      page("scripts/mock/README.md", "tools/mock", "Mock server"),
      page("scripts/proxy/README.md", "tools/proxy", "Proxy"),
      page("server/api-reference/README.md", "tools/reference", "Reference"),
      page("server/inspector/README.md", "tools/inspector", "Inspector"),
      page("server/openapi-validator-engine/README.md", "tools/second-engine", "Second engine"),
      page("spec/library/README.md", "tools/typespec", "TypeSpec library"),
      page("conformance/README.md", "tools/conformance", "Conformance suite"),
      page("bench/lab/README.md", "tools/laboratory", "Laboratory"),
      page("client/runtime/README.md", "tools/client", "Client for any contract"),
      page("contract/README.md", "tools/contract", "Contract"),
      page("contract/schemas/README.md", "tools/schemas", "Schemas and messages"),
      page("docs/oasdiff.md", "oasdiff", "Rules of oasdiff"),
      page("docs/spector.md", "spector", "Results of Spector"),
    ],
  },
  {
    title: "Project",
    pages: [
      page("docs/architecture.md", "architecture", "Architecture"),
      page("docs/speed.md", "speed", "Speed"),
      page("docs/glossary.md", "glossary", "Glossary"),
      page("CONTRIBUTING.md", "contributing", "Contributing"),
      page("CHANGELOG.md", "changelog", "Changelog"),
      page("SECURITY.md", "security", "Security"),
      page("CODE_OF_CONDUCT.md", "conduct", "Code of conduct"),
    ],
  },
];

function page(source: string, path: string, title: string): SitePage {
  return { source, path, title };
}
