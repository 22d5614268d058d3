import { type DiagnosticTarget, type Model, walkPropertiesInherited } from "@typespec/compiler";
import { getContentSchema, isEventName } from "@contract-toolkit/typespec/program";
import { banner } from "./banner.ts";
import { findRepeated, specError } from "../spec-checks/spec-fault.ts";
import type { Spec } from "../compile.ts";
import type { Service, ServiceOperation } from "../service-model/service.ts";

/**
 * The module of a service's events (`@eventName`): for each, its operation and the component of its content. Undefined
 * if the service has no events.
 *
 * @throws {SpecError} when an event has no name or no content, or two operations report it.
 */
export function eventsModule(spec: Spec, service: Service): string | undefined {
  const events = service.operations.flatMap(
    (operation) => findReportedEvent(spec, operation) ?? [],
  );
  if (events.length === 0) return undefined;
  const [[twice] = []] = findRepeated(events, ({ name }) => name);
  if (twice)
    throw specError(
      twice.target,
      "repeated-event",
      `Two operations of ${service.name} report the event "${twice.name}"; give each event another name.`,
    );
  return [
    banner("ts"),
    `import type { components } from "./types.ts";\n\n`,
    `/** Events by name: the operation that each is reported to, and the component that its content is. */\n`,
    `export const events = {\n`,
    ...events.map(
      ({ name, operation, content }) =>
        `  ${JSON.stringify(name)}: { operation: "${operation}", content: "${content}" },\n`,
    ),
    `} as const;\n\n`,
    `/** What is reported of each event. */\n`,
    `export interface EventContents {\n`,
    ...events.map(
      ({ name, content }) =>
        `  ${JSON.stringify(name)}: components["schemas"][${JSON.stringify(content)}];\n`,
    ),
    `}\n`,
  ].join("");
}

interface ReportedEvent {
  readonly target: DiagnosticTarget;
  readonly name: string;
  readonly operation: string;
  readonly content: string;
}

function findReportedEvent(
  { program }: Spec,
  { operation, http }: ServiceOperation,
): ReportedEvent | undefined {
  const body = http.parameters.body?.type;
  const properties = body?.kind === "Model" ? [...walkPropertiesInherited(body)] : [];
  const named = properties.find((property) => isEventName(program, property));
  if (!named) return undefined;
  if (named.type.kind !== "String")
    throw specError(
      named,
      "event-without-name",
      `${operation.id}: @eventName is on "${named.name}", whose type is not a string literal; write the event's name as its type.`,
    );
  const [content] = properties.flatMap((property): Model[] => {
    const model = getContentSchema(program, property) ?? getContentSchema(program, property.type);
    return model ? [model] : [];
  });
  if (!content)
    throw specError(
      named,
      "event-without-content",
      `${operation.id} reports the event "${named.type.value}" without its content; give a property beside "${named.name}" its @contentSchema.`,
    );
  return {
    target: http.operation,
    name: named.type.value,
    operation: operation.id,
    content: content.name,
  };
}
