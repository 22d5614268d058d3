import { getChoices, type Choice } from "@contract-toolkit/typespec/program";
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
import { chosenNote, fieldTable, ruleList, typeName } from "./schema.ts";

/** The reference of a service for reading: one page that loads nothing. */
export function referencePage(
  spec: Spec,
  services: readonly Service[],
  service: Service,
  samples: readonly Sample[],
): string {
  const { info } = service.documents.openapi31;
  const choices = services.flatMap((each) => getChoices(spec.program, each.namespace));
  const page: Page = {
    service,
    choices: new Map(choices.map((choice) => [choice.id, choice])),
    samples,
  };
  const groups = Map.groupBy(
    service.operations,
    (each) => emitted(page, each).tags?.[0] ?? "Operations",
  );
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
          <h2>Not documented</h2>
          <ul>
            <li><a href="#choices">What is chosen</a></li>
          </ul>
        </nav>
        <main>
          <p>${prose(info.description ?? "")}</p>
          ${service.operations.map((each) => operationSection(page, each))} ${choicesSection(page)}
        </main>
      </body>
    </html> `.text;
}

/** What every part of the page is written from. */
interface Page {
  readonly service: Service;
  readonly choices: ReadonlyMap<string, Choice>;
  readonly samples: readonly Sample[];
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
    <p>
      ${prose(description)}${operation.safeToRepeat ? " A client may repeat it by itself." : ""}
    </p>
    ${chosenNote(page.choices, emitted(page, each)["x-chosen"])} ${parametersTable(page, each)}
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
      ${parameters.map((parameter) => parameterRow(page, parameter))}
    </table>`;
}

function parameterRow(page: Page, parameter: OpenApiParameter): Html {
  const { "x-requires": requires, "x-at-most": limit } = parameter;
  const schema = {
    ...parameter.schema,
    ...(requires && { "x-requires": requires }),
    ...(limit !== undefined && { "x-at-most": limit }),
  };
  return html`<tr>
    <td>
      <code>${parameter.name}</code><br /><small
        >${parameter.in}${parameter.required ? ", required" : ""}</small
      >
    </td>
    <td>${typeName(page, parameter.schema)}${ruleList(page, schema)}</td>
    <td>${prose(parameter.description ?? "")}${chosenNote(page.choices, parameter["x-chosen"])}</td>
  </tr>`;
}

function responseSection(page: Page, { status, description, bodySchemas }: ServiceResponse): Html {
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
  const samples = page.samples.filter(({ operation }) => operation === id);
  return html`<h3>Samples</h3>
    ${samples.map(
      ({ name, why, request, response }) =>
        html`<details>
          <summary>${name} <small>${response.status}</small></summary>
          <p>${prose(why)}</p>
          <pre>${JSON.stringify(request, null, 2)}</pre>
          <pre>${JSON.stringify(response, null, 2)}</pre>
        </details>`,
    )}`;
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
