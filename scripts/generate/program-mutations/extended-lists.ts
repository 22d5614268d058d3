import { isArrayModelType, navigateProgram, type Model, type Program } from "@typespec/compiler";

/**
 * Makes each model that extends a list (`model Codes extends Array<string> {}`) a list of its own. The emitter takes it for
 * an object without fields.
 */
export function correctExtendedLists(program: Program): void {
  const lists: [model: Model, list: Model][] = [];
  navigateProgram(program, {
    model: (model) => {
      const list = listAbove(model);
      if (list) lists.push([model, list]);
    },
  });
  for (const [model, { indexer }] of lists) {
    delete model.baseModel;
    if (indexer) model.indexer = indexer;
  }
}

function listAbove({ baseModel }: Model): Model | undefined {
  if (!baseModel || isArrayModelType(baseModel)) return baseModel;
  return listAbove(baseModel);
}
