import { getChoices } from "@contract-toolkit/typespec/program";
import type { Spec } from "../compile.ts";
import {
  emittedOperation,
  type ContentSchemas,
  type Service,
  type ServiceOperation,
  type ServiceResponse,
} from "../service.ts";
import {
  html,
  type Html,
  type OpenApiOperation,
  type OpenApiParameter,
  pageStyle,
  prose,
  type Sample,
} from "@contract-toolkit/kernel";
import { denseHtml, LONGEST_READABLE } from "../modules/large.ts";
import {
  chosenNote,
  fieldTable,
  isLinked,
  ruleList,
  type SchemaContext,
  typeName,
} from "./schema.ts";
import { sharedPartsOf } from "./shared-parts.ts";

/**
 * The reference of a service for reading: one page that loads nothing. Each operation has all that belongs to it in one
 * place; where the page would be too long for that, what operations share is described once and linked to.
 *
 * @param longest how many characters a page may have to be written the first way
 */
export function referencePage(
  spec: Spec,
  services: readonly Service[],
  service: Service,
  samples: readonly Sample[],
  longest = LONGEST_READABLE,
): string {
  const choices = services.flatMap((each) => getChoices(spec.program, each.namespace));
  const page: Page = {
    service,
    choices: new Map(choices.map((choice) => [choice.id, choice])),
    samples: Map.groupBy(samples, ({ operation }) => operation),
  };
  // A row has some hundred characters. Models may lead to each other in more ways than could be written to be counted.
  const room = { rows: longest / 100 };
  const unfolded = pageText({ ...page, room });
  if (room.rows >= 0 && unfolded.length <= longest) return unfolded;
  const shared = sharedPartsOf(service.operations);
  return denseHtml(pageText({ ...page, shared }));
}

function pageText(page: Page): string {
  const { service } = page;
  const { info } = service.documents.openapi31;
  const groups = Map.groupBy(
    service.operations,
    (each) => emitted(page, each).tags?.[0] ?? "Operations",
  );
  const operationSections = service.operations.map((each) => operationSection(page, each));
  // What they link to is known when they are written.
  const shared = sharedSections(page);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${info.title} ${info.version}</title>
        <style>
          ${pageStyle}
        </style>
      </head>
      <body>
        <nav>
          <h1>${info.title}</h1>
          <p>${info.version}</p>
          ${[...groups].map(
            ([group, operations]) =>
              html`<h2>${group}</h2>
                <ul>
                  ${operations.map(({ operation }) => html`<li><a href="#${operation.id}">${operation.summary}</a></li>`)}
                </ul>`,
          )}
          ${
            page.shared
              ? html`<h2>Shared</h2>
                  <ul>
                    <li><a href="#parameters">Parameters of several operations</a></li>
                    ${[...page.shared.schemas].map((name) => html`<li><a href="#schema-${name}">${name}</a></li>`)}
                  </ul>`
              : ""
          }
          <h2>Not documented</h2>
          <ul>
            <li><a href="#choices">What is chosen</a></li>
          </ul>
        </nav>
        <main>
          <p>${prose(info.description ?? "")}</p>
          ${operationSections} ${shared}${choicesSection(page)}
        </main>
      </body>
    </html> `.text;
}

/** What every part of the page is written from. */
interface Page extends SchemaContext {
  /** By operation. */
  readonly samples: ReadonlyMap<string, readonly Sample[]>;
}

function emitted(
  { service }: Page,
  { http, operation: { id } }: ServiceOperation,
): OpenApiOperation {
  const operation = emittedOperation(service.documents.annotated, http, id);
  if (!operation) throw new Error(`${http.path} is not in the document.`);
  return operation;
}

function operationSection(page: Page, each: ServiceOperation): Html {
  const { operation, description } = each;
  const { file, line } = operation.source;
  return html`<section id="${operation.id}">
    <h2>${operation.summary}</h2>
    <p class="route">
      <b>${operation.method}</b> <code>${operation.path}</code>
      <small>${operation.id}, ${file}:${line}</small>
    </p>
    <p>${prose(description)}${operation.retryable ? " A client may repeat it by itself." : ""}</p>
    ${chosenNote(page, emitted(page, each)["x-chosen"])} ${parametersTable(page, each)}
    ${
      each.bodySchemas.size > 0
        ? html`<h3>Request body</h3>
            ${bodyTables(page, each.bodySchemas)}`
        : undefined
    }
    <h3>Answers</h3>
    ${each.responses.map((response) => responseSection(page, response))}
    ${samplesSection(page, operation.id)}
  </section> `;
}

function parametersTable(page: Page, { parameters }: ServiceOperation): Html | undefined {
  if (parameters.length === 0) return undefined;
  return html`<h3>Parameters</h3>
    <table>
      ${parameters.map((parameter) => parameterReference(page, parameter))}
    </table>`;
}

/** A link to the parameter, where several operations have it. */
function parameterReference(page: Page, parameter: OpenApiParameter): Html {
  const id = page.shared?.parameterId(parameter);
  if (id === undefined) return parameterRow(page, parameter);
  const place = `${parameter.in}${parameter.required ? ", required" : ""}`;
  return html`<tr>
    <td colspan="3">
      <a href="#${id}"><code>${parameter.name}</code></a> <small>${place}</small>
    </td>
  </tr>`;
}

function parameterRow(page: Page, parameter: OpenApiParameter, id?: string): Html {
  const { "x-requires": requires, "x-at-most": limit } = parameter;
  const schema = {
    ...parameter.schema,
    ...(requires && { "x-requires": requires }),
    ...(limit !== undefined && { "x-at-most": limit }),
  };
  return html`<tr${id === undefined ? "" : html` id="${id}"`}>
    <td>
      <code>${parameter.name}</code><br /><small
        >${parameter.in}${parameter.required ? ", required" : ""}</small
      >
    </td>
    <td>${typeName(page, parameter.schema)}${ruleList(page, schema)}</td>
    <td>${prose(parameter.description ?? "")}${chosenNote(page, parameter["x-chosen"])}</td>
  </tr>`;
}

function responseSection(page: Page, { status, description, bodySchemas }: ServiceResponse): Html {
  const [body, ...others] = bodySchemas.values();
  if (page.shared && !body) return html`<p>${status} ${description}</p>`;
  if (body && others.length === 0 && isLinked(page, body))
    return html`<p>${status} ${description} ${typeName(page, body)}</p>`;
  return html`<details${typeof status === "number" && status < 300 ? html` open` : ""}><summary>${status} ${description}</summary>
${bodySchemas.size > 0 ? bodyTables(page, bodySchemas) : html`<p>No body.</p>`}</details>`;
}

/** The only table has no heading. */
function bodyTables(page: Page, schemas: ContentSchemas): Html[] {
  return [...schemas].map(([type, schema]) =>
    schemas.size === 1
      ? fieldTable(page, schema)
      : html`<h4><code>${type}</code></h4>
          ${fieldTable(page, schema)}`,
  );
}

function samplesSection(page: Page, id: string): Html {
  const samples = page.samples.get(id) ?? [];
  if (page.shared && samples.length === 0) return html``;
  return html`<h3>Samples</h3>
    ${samples.map(
      ({ name, why, request, isAnswerOnly, response }) =>
        html`<details>
          <summary>${name} <small>${response.status}</small></summary>
          <p>${prose(why)}</p>
          ${isAnswerOnly ? html`` : html`<pre>${JSON.stringify(request, null, 2)}</pre>`}
          <pre>${JSON.stringify(response, null, 2)}</pre>
        </details>`,
    )}`;
}

/** The parameters and components that operations link to, and those that these link to. */
function sharedSections(page: Page): Html | undefined {
  const { service, shared } = page;
  if (!shared) return undefined;
  const components = service.documents.annotated.components?.schemas ?? {};
  const sections: Html[] = [];
  // Grows while it is read.
  for (const name of shared.schemas) {
    const { description, ...schema } = components[name] ?? {};
    sections.push(
      html`<section id="schema-${name}">
        <h2>${name}</h2>
        <p>${prose(description ?? "")}</p>
        ${fieldTable(page, schema)}
      </section>`,
    );
  }
  return html`<section id="parameters">
      <h2>Parameters of several operations</h2>
      <table>
        ${shared.parameters.map((each) => parameterRow(page, each, shared.parameterId(each)))}
      </table>
    </section>
    ${sections}`;
}

function choicesSection({ choices }: Page): Html {
  return html`<section id="choices">
    <h2>What is chosen, not documented</h2>
    <dl>
      ${[...choices.values()].map(
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
