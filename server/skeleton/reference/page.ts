import {
  html,
  type Html,
  type OpenApiContent,
  type OpenApiParameter,
  type OpenApiResponse,
  pointerNames,
  prose,
  type Sample,
} from "@contract-toolkit/kernel";
import { fieldRules } from "@contract-toolkit/kernel/field-rules";
import { type Choice, type ReferenceContract, type ReferenceOperation } from "./contract.ts";
import { errorCodesOf } from "./error-codes.ts";
import { frame, type Link } from "./frame.ts";
import { lineOf, placeIn, placeOf, type Place } from "./schema-positions.ts";
import {
  chosenNote,
  fieldTable,
  isLinked,
  ruleList,
  type SchemaContext,
  typeName,
} from "./schema.ts";
import { searchEntries } from "./search-entries.ts";
import { credentialsOf, partOf } from "./browser/request.ts";
import { sharedPartsOf } from "./shared-parts.ts";

export interface PageOptions {
  /** All pages of the reference. */
  readonly pages: readonly Link[];
  /** The choices of all contracts. A contract may refer to those of another. */
  readonly choices: readonly Choice[];
  /** URL to which requests are sent. "" is the page's own server. If undefined, requests cannot be sent. */
  readonly server?: string | undefined;
  /** Content-Security-Policy of the page. */
  readonly policy: string;
  /** Characters above which shared parts are linked to. Default: 1,000,000. */
  readonly longest?: number;
}

/**
 * The reference page of a contract. It needs no script: each operation shows everything in one place. If the page would be too
 * long, parts that operations share are described once and linked to.
 */
export function referencePage(contract: ReferenceContract, options: PageOptions) {
  const { longest = 1_000_000 } = options;
  const page = {
    ...options,
    contract,
    choicesById: new Map(options.choices.map((choice) => [choice.id, choice])),
    samples: Map.groupBy(contract.samples, ({ operation }) => operation),
  };
  // A row has some hundred characters. Rows are limited while writing, because recursive models can have very many.
  const room = { rows: longest / 100 };
  const unfolded = pageText({ ...page, room, fields: [] });
  if (room.rows >= 0 && unfolded.text.length <= longest) return unfolded;
  return pageText({ ...page, shared: sharedPartsOf(contract.operations), fields: [] });
}

/** The data of all parts of the page. */
interface Page extends SchemaContext, PageOptions {
  readonly samples: ReadonlyMap<string, readonly Sample[]>;
}

/** A page with its search entries. */
function pageText(page: Page) {
  const { contract, pages, server } = page;
  const { info, servers } = contract.document;
  const [documented] = Array.isArray(servers) ? (servers as { url: string }[]) : [];
  const groups = Map.groupBy(
    contract.operations,
    ({ emitted }) => emitted.tags?.[0] ?? "Operations",
  );
  const operationSections = contract.operations.map((each) => operationSection(page, each));
  // Written after the sections that link to them.
  const shared = sharedSections(page);
  const links = [
    ...[...groups].map(([title, operations]) => ({
      title,
      links: operations.map(({ operation: { id, summary } }) => ({
        title: summary,
        href: `#${id}`,
      })),
    })),
    ...(page.shared ? [{ title: "Shared", links: sharedLinks(page.shared.schemas) }] : []),
    {
      title: "More",
      links: [
        { title: "Error codes", href: "#error-codes" },
        { title: "Answers outside any operation", href: "#refusals" },
        { title: "What is chosen, not documented", href: "#choices" },
      ],
    },
  ];
  const text = frame({
    title: info.title,
    version: info.version,
    pages,
    groups: links,
    policy: page.policy,
    data: {
      contract: contract.name,
      address: server ?? documented?.url ?? "",
      isTried: server !== undefined,
    },
    main: html`<p>${prose(info.description ?? "")}</p>
      ${operationSections}
      ${shared}${errorCodesSection(page)}${refusalsSection(page)}${choicesSection(page)}`,
  });
  return { text, index: searchEntries(page.contract, page.fields) };
}

function sharedLinks(schemas: ReadonlySet<string>): Link[] {
  return [
    { title: "Parameters of several operations", href: "#parameters" },
    ...[...schemas].map((name) => ({ title: name, href: `#schema-${name}` })),
  ];
}

function operationSection(page: Page, each: ReferenceOperation): Html {
  const { operation, emitted } = each;
  const { id, method, path, template, summary, contentType, parameters, security, body } =
    operation;
  const statuses = Object.keys(emitted.responses);
  const sent = { contentType, body: body && { contentType: body.contentType } };
  const described = { id, method, path, template, parameters, ...sent, security, statuses };
  const { messages } = page.contract;
  const bodyPlace = placeIn(messages, `request ${id}`, "body");
  const retries = operation.retryable ? " A client may repeat it by itself." : "";
  const secrets = credentialsOf(operation).map(
    ({ in: place, name }, at) =>
      html`${at === 0 ? "Credential: " : " or "}<code>${name}</code> (${place})`,
  );
  return html`<section id="${id}" data-operation="${JSON.stringify(described)}">
    <h2>${summary}</h2>
    <p class="route">
      <b>${method}</b> <code>${path}</code>
      <small>${id}</small> ${lineOf(placeIn(messages, `request ${id}`))}
    </p>
    <p>${prose(emitted.description ?? "")}${retries}</p>
    ${chosenNote(page, emitted["x-chosen"])}${secrets.length > 0 ? html`<p>${secrets}</p>` : ""}
    ${parametersTable(page, each)}
    ${
      Object.keys(each.body).length > 0
        ? html`<h3>Request body</h3>
            ${bodyTables(page, each.body, bodyPlace, `${id}.body`)}`
        : undefined
    }
    <h3>Answers</h3>
    ${each.responses.map(([status, response]) => {
      const place = placeIn(messages, `response ${id} ${status}`, "body");
      return responseSection(page, status, response, place, `${id}.${status}`);
    })}
    ${samplesSection(page, id)}
  </section> `;
}

function parametersTable(
  page: Page,
  { operation: { id }, parameters }: ReferenceOperation,
): Html | undefined {
  if (parameters.length === 0) return undefined;
  return html`<h3>Parameters</h3>
    <table>
      ${parameters.map((parameter) => parameterReference(page, id, parameter))}
    </table>`;
}

/** A row of the parameter, or a link to it if several operations share it. */
function parameterReference(page: Page, operation: string, parameter: OpenApiParameter): Html {
  const id = page.shared?.parameterId(parameter);
  const anchor = `${operation}.${partOf(parameter)}.${parameter.name}`;
  if (id === undefined) return parameterRow(page, parameter, anchor, operation);
  const place = `${parameter.in}${parameter.required ? ", required" : ""}`;
  return html`<tr>
    <td colspan="3">
      <a href="#${id}"><code>${parameter.name}</code></a> <small>${place}</small>
    </td>
  </tr>`;
}

function parameterRow(
  page: Page,
  parameter: OpenApiParameter,
  id: string,
  operation?: string,
): Html {
  const rules = fieldRules.map(({ extension }): [string, unknown] => [
    extension,
    parameter[extension],
  ]);
  const schema = { ...Object.fromEntries(rules), ...parameter.schema };
  const place =
    operation === undefined
      ? undefined
      : placeIn(page.contract.messages, `request ${operation}`, partOf(parameter), parameter.name);
  page.fields.push({ id, name: parameter.name, text: parameter.description ?? "" });
  return html`<tr id="${id}">
    <td>
      <code>${parameter.name}</code><br /><small
        >${parameter.in}${parameter.required ? ", required" : ""}</small
      >
    </td>
    <td>${typeName(page, parameter.schema)}${ruleList(page, schema)}</td>
    <td>
      ${prose(parameter.description ?? "")}${chosenNote(page, parameter["x-chosen"])}${lineOf(place)}
    </td>
  </tr>`;
}

function responseSection(
  page: Page,
  status: string,
  { description, content = {} }: OpenApiResponse,
  place: Place,
  anchor: string,
): Html {
  const isSuccess = status.startsWith("2");
  const [body, ...others] = Object.values(content);
  if (page.shared && !body) return html`<p>${status} ${description}</p>`;
  if (body && others.length === 0 && isLinked(page, body.schema))
    return html`<p>${status} ${description} ${typeName(page, body.schema)}</p>`;
  return html`<details${isSuccess ? html` open` : ""}><summary>${status} ${description}</summary>
${body ? bodyTables(page, content, place, isSuccess ? anchor : undefined) : html`<p>No body.</p>`}</details>`;
}

/** Tables by content type. A single table has no heading. */
function bodyTables(page: Page, content: OpenApiContent, place: Place, anchor?: string): Html[] {
  const all = Object.entries(content);
  return all.map(([type, { schema }], at) => {
    const table = fieldTable(page, schema, place, at === 0 ? anchor : undefined);
    return all.length === 1
      ? table
      : html`<h4><code>${type}</code></h4>
          ${table}`;
  });
}

function samplesSection(page: Page, id: string): Html {
  const samples = page.samples.get(id) ?? [];
  if (page.shared && samples.length === 0) return html``;
  return html`<h3>Samples</h3>
    ${samples.map(
      ({ name, why, request, isAnswerOnly, response, fresh, source }) =>
        html`<details
          id="${id}.sample.${name}"
          class="sample"
          data-fresh="${JSON.stringify(fresh.map(({ pointer, ...rest }) => ({ names: pointerNames(pointer), ...rest })))}"
        >
          <summary>${name} <small>${response.status}</small></summary>
          <p>${prose(why)} <small class="line">${source.file}:${source.line}</small></p>
          ${isAnswerOnly ? html`` : html`<pre class="request" tabindex="0">${JSON.stringify(request, null, 2)}</pre>`}
          <pre tabindex="0">${JSON.stringify(response, null, 2)}</pre>
        </details>`,
    )}`;
}

/** The shared parameters and components, and the components that those link to. */
function sharedSections(page: Page): Html | undefined {
  const { contract, shared } = page;
  if (!shared) return undefined;
  const components = contract.document.components?.schemas ?? {};
  const sections: Html[] = [];
  // The loop adds schemas while it runs.
  for (const name of shared.schemas) {
    const { description, ...schema } = components[name] ?? {};
    const place = placeOf(contract.messages, { $ref: `#/components/schemas/${name}` });
    sections.push(
      html`<section id="schema-${name}">
        <h2>${name}</h2>
        <p>${prose(description ?? "")} ${lineOf(place)}</p>
        ${fieldTable(page, schema, place)}
      </section>`,
    );
  }
  return html`<section id="parameters">
      <h2>Parameters of several operations</h2>
      <table>
        ${shared.parameters.map((each) => parameterRow(page, each, shared.parameterId(each) ?? ""))}
      </table>
    </section>
    ${sections}`;
}

function errorCodesSection({ contract }: Page): Html {
  return html`<section id="error-codes">
    <h2>Error codes</h2>
    <table>
      ${errorCodesOf(contract).map(
        ({ code, text, answers }) =>
          html`<tr id="error-code-${code}">
            <td><code>${code}</code></td>
            <td>${text.map((each) => html`<p>${prose(each)}</p>`)}</td>
            <td>
              ${answers.map(
                ({ operation, status }, at) =>
                  html`${at > 0 ? ", " : ""}<a href="#${operation}">${operation}</a> ${status}`,
              )}
            </td>
          </tr>`,
      )}
    </table>
  </section>`;
}

function refusalsSection({ contract }: Page): Html {
  const responses = Object.values(contract.document.components?.responses ?? {});
  return html`<section id="refusals">
    <h2>Answers outside any operation</h2>
    ${responses.map((each) =>
      each["x-refusal"] === true ? html`<p>${prose(each.description)}</p>` : undefined,
    )}
  </section>`;
}

function choicesSection({ choices }: Page): Html {
  return html`<section id="choices">
    <h2>What is chosen, not documented</h2>
    <dl>
      ${choices.map(
        ({ id, open, chosen }) =>
          html`<dt id="choice-${id}">${id}</dt>
            <dd>
              <p><i>${prose(open)}</i></p>
              <p>${prose(chosen)}</p>
            </dd>`,
      )}
    </dl>
  </section>`;
}
