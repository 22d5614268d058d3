import { navigateProgram, type Model, type Program, type Type } from "@typespec/compiler";
import { $ } from "@typespec/compiler/typekit";
import { isBody, getHeaderFieldName, isHeader } from "@typespec/http";
import { isJsonLinesType } from "@contract-toolkit/contract";

/**
 * Makes the body of each stream of JSON Lines (`JsonlStream<Item>`) a list of its items, as streams of events are written. In the
 * library it is a text, which says nothing of the items.
 */
export function correctItemStreams(program: Program): void {
  navigateProgram(program, {
    model: (model) => {
      const item = streamedItemType(model);
      const properties = [...model.properties.values()];
      const isOfLines = properties.some(
        (property) =>
          isHeader(program, property) &&
          getHeaderFieldName(program, property).toLowerCase() === "content-type" &&
          property.type.kind === "String" &&
          isJsonLinesType(property.type.value),
      );
      const body = properties.find((property) => isBody(program, property));
      if (item && isOfLines && body) body.type = $(program).array.create(item);
    },
  });
}

function streamedItemType({ decorators }: Model): Type | undefined {
  const application = decorators.find(({ definition }) => definition?.name === "@streamOf");
  const value = application?.args[0]?.value;
  return value?.entityKind === "Type" ? value : undefined;
}
