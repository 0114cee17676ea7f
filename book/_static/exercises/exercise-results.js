/** What an exercise shows below its buttons: progress, output, card, troubles. */

import { make } from "./dom.js";
import { cardFrom } from "./exercise-html.js";

const MEGABYTE = 1_000_000;

/** @param {HTMLTemplateElement} elsewhere where else the exercise can be done */
export function makeResults(elsewhere) {
  const status = make("p", { class: "exercise-status", role: "status" });
  const bar = make("progress", { class: "exercise-bar", "aria-label": "Loading", hidden: true });
  const output = make("div", { class: "exercise-output" });
  const troubles = make("div", { role: "status" });
  const element = make("div", { class: "exercise-results" }, status, bar, output, troubles);

  function say(text) {
    status.classList.remove("is-seen");
    status.textContent = text;
  }

  function put(text, ...parts) {
    bar.hidden = true;
    status.classList.remove("is-seen");
    say(text);
    output.replaceChildren(...parts.filter(Boolean));
  }

  const pre = (name, text, kind = "") =>
    text &&
    make(
      "div",
      { class: `exercise-printed ${kind}` },
      make("p", {}, name),
      make("pre", { tabindex: "0", role: "region", "aria-label": name }, text),
    );

  return {
    element,
    say,
    clear: () => put(""),
    /** Something is happening; `spoken` false: shown, but not read out again. */
    wait(text, spoken = true) {
      if (spoken) bar.hidden = true;
      status.setAttribute("aria-live", spoken ? "polite" : "off");
      say(text);
    },
    /** @param {import("./python.js").Progress} progress */
    progress({ step, loaded, total }) {
      bar.hidden = false;
      status.setAttribute("aria-live", status.textContent.startsWith(step) ? "off" : "polite");
      if (loaded === undefined) {
        bar.removeAttribute("value");
        say(`${step} …`);
        return;
      }
      const megabytes = (loaded / MEGABYTE).toFixed(1);
      if (total) {
        bar.max = total;
        bar.value = loaded;
      }
      const of = total ? ` of ${(total / MEGABYTE).toFixed(1)}` : "";
      say(`${step}: ${megabytes}${of} MB`);
    },
    ran({ printed, value, error, note }) {
      status.setAttribute("aria-live", "polite");
      const nothing = !printed && !value && !error;
      const text = error
        ? "Your code raised an error."
        : nothing
          ? "Your code ran. It printed nothing."
          : "Your code ran.";
      put(
        text,
        pre("Printed", printed),
        pre("Last value", value),
        pre("Error", error, "is-error"),
        note && make("p", { class: "exercise-ran-with" }, note),
      );
    },
    checked({ html, text, printed, error }) {
      status.setAttribute("aria-live", "polite");
      const headline = text.split("\n")[0].replace(/^[\w.]+: /, "");
      const card = cardFrom(html);
      put(`Checked: ${headline}.`, card, pre("Error", error, "is-error"), pre("Printed", printed));
      status.classList.add("is-seen"); // the card's own first line says it
    },
    /** @param {string} sentence */
    fail(sentence) {
      status.setAttribute("aria-live", "polite");
      const where = make("p", { class: "exercise-elsewhere" });
      where.append(elsewhere.content.cloneNode(true));
      const jupyter = sentence.includes("Jupyter") && where;
      put("", make("p", { class: "exercise-fault", role: "alert" }, sentence), jupyter);
    },
    /**
     * Say what is wrong for as long as it is, beside whatever else is shown.
     * @param {string} sentence nothing when it no longer is
     * @param {"store" | "editor"} about what it is about
     */
    trouble(sentence, about) {
      const said = troubles.querySelector(`[data-about="${about}"]`);
      if ((said?.textContent ?? "") === sentence) return; // not read out twice
      said?.remove();
      if (!sentence) return;
      troubles.append(make("p", { class: "exercise-trouble", "data-about": about }, sentence));
    },
  };
}
