import { addCredentials } from "./credentials.ts";
import type { DescribedOperation } from "./request.ts";
import { addSearch } from "./search.ts";
import { addSampleTools, type SampleContext } from "./try-it.ts";

const navigation = document.querySelector("nav");
const { contract, address, tries } = document.body.dataset;
if (navigation) {
  addSearch(navigation);
  const sections = [...document.querySelectorAll<HTMLElement>("[data-operation]")];
  const operations = sections.map(
    ({ dataset }) => JSON.parse(dataset["operation"] ?? "{}") as DescribedOperation,
  );
  if (tries !== undefined) addCredentials(navigation, operations);
  const data = {
    contract: contract ?? "",
    address: address === undefined || address === "" ? location.origin : address,
    isTried: tries !== undefined,
  };
  for (const [at, section] of sections.entries()) {
    const operation = operations[at];
    if (operation) addTools(section, { ...data, operation });
  }
}

/** A long page has thousands of samples, so tools are added when a sample is opened. */
function addTools(section: HTMLElement, context: SampleContext): void {
  for (const sample of section.querySelectorAll<HTMLElement>("details.sample")) {
    const add = () => {
      addSampleTools(context, sample);
    };
    sample.addEventListener("toggle", add, { once: true });
  }
}
