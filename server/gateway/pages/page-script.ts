import { createHash } from "node:crypto";
import { Html } from "@contract-toolkit/kernel";

/** Long enough to read one line. */
export const ONWARD_S = 5;

// The page is reloaded at its time limit, and when the browser shows it again from its cache. A card is sent by fetch, so that
// what was typed stays in the browser when it is refused: the server neither stores nor returns it.
const script = `
const left = document.querySelector("[data-left]");
if (left) {
  const end = performance.now() + left.dataset.left * 1000;
  setInterval(() => {
    const seconds = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    if (seconds === 0) location.reload();
    left.textContent = Math.floor(seconds / 60) + ":" + String(seconds % 60).padStart(2, "0");
  }, 1000);
}
const { onward } = document.querySelector("main").dataset;
if (onward) {
  const leading = setTimeout(() => { location.href = onward; }, ${1000 * ONWARD_S});
  for (const kind of ["keydown", "pointerdown"]) addEventListener(kind, () => clearTimeout(leading));
}
addEventListener("pageshow", ({ persisted }) => { if (persisted) location.reload(); });

const number = document.querySelector("[name=cardNumber]");
const expiry = document.querySelector("[name=cardExpiry]");
const digitsOf = (text) => text.replace(/\\D/g, "");
const brands = [["Visa", /^4/], ["Mastercard", /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ["American Express", /^3[47]/], ["JCB", /^35(2[89]|[3-8])/], ["Napas", /^9704/]];
const write = (field, text) => {
  const before = digitsOf(field.value.slice(0, field.selectionStart)).length;
  field.value = text;
  let at = 0;
  for (let seen = 0; seen < before && at < text.length; at += 1) if (/\\d/.test(text[at])) seen += 1;
  if (document.activeElement === field) field.setSelectionRange(at, at);
};
const showNumber = () => {
  const digits = digitsOf(number.value).slice(0, 19);
  const groups = /^3[47]/.test(digits) ? /(\\d{4})(\\d{1,6})?(\\d{1,5})?.*/ : /(\\d{4})(?=\\d)/g;
  write(number, groups.global ? digits.replace(groups, "$1 ") : digits.replace(groups, (_, ...parts) => parts.slice(0, 3).filter(Boolean).join(" ")));
  document.querySelector("[data-brand]").textContent = brands.find(([, range]) => range.test(digits))?.[0] ?? "";
};
const showExpiry = () => {
  const digits = digitsOf(expiry.value);
  const short = digits.length === 6 ? digits.slice(0, 2) + digits.slice(4) : digits.slice(0, 4);
  write(expiry, short.length > 2 ? short.slice(0, 2) + "/" + short.slice(2) : short);
};
number?.addEventListener("input", showNumber);
expiry?.addEventListener("input", showExpiry);
for (const chip of document.querySelectorAll("[data-card]"))
  chip.addEventListener("click", () => {
    number.value = chip.dataset.card;
    showNumber();
    if (expiry) expiry.value = "12/30";
    document.querySelector("[value=pay]").focus();
  });

const form = number?.form;
const showFaults = (answered) => {
  for (const old of form.querySelectorAll("[role=alert]")) old.remove();
  for (const field of form.querySelectorAll("input, select")) {
    const wrong = answered.querySelector("[aria-invalid][name=" + field.name + "]");
    field.removeAttribute("aria-invalid");
    if (!wrong) continue;
    const fault = answered.getElementById(field.name + "-fault");
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", fault.id);
    field.closest("label").after(document.adoptNode(fault));
  }
  form.querySelector("[aria-invalid]")?.focus();
};
form?.addEventListener("submit", async (event) => {
  const { submitter } = event;
  if (submitter?.value !== "pay") return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, submitter));
  body.set("cardNumber", digitsOf(number.value));
  submitter.disabled = true;
  try {
    const answer = await fetch(location.href, { method: "POST", body });
    if (answer.status !== 422) return location.reload();
    showFaults(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch {
    location.reload();
  }
  submitter.disabled = false;
});
`;

/** The script of all pages. Without it, they have the same texts, links and forms. */
export const pageScript = new Html(`<script>${script}</script>`);

/** The source of the script in a Content Security Policy. */
export const pageScriptSource = `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
