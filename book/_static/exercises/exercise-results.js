/** What an exercise shows below its buttons: progress, output, card, troubles. */

import { make } from "../look/nodes.js";
import { drawingFrom } from "./drawing.js";
import { cardFrom } from "./exercise-html.js";
import { isFramed } from "./store.js";

const MEGABYTE = 1_000_000;

/** A line and the mark under it, as Python's errors have them. */
const MARKED = /^(.*\n *[~^]+ *)$/m;

const MARK_ROOM = 24; // pixels between a mark and the edge

/** Text in which such lines do not wrap. @param {string} text */
const withMarks = (text) =>
  text
    .split(MARKED)
    .map((part, i) => (i % 2 ? make("span", { class: "exercise-marked" }, part) : part));

/** Scroll a marked line sideways until its mark is in sight. @param {Element} line */
function showMark(line) {
  const text = /** @type {Text} */ (line.firstChild);
  const range = document.createRange();
  range.setStart(text, text.data.search(/[~^]+ *$/));
  range.setEnd(text, text.data.trimEnd().length);
  const [mark, box] = [range.getBoundingClientRect(), line.parentElement];
  if (box)
    box.scrollLeft += Math.max(0, mark.right + MARK_ROOM - box.getBoundingClientRect().right);
}

/** @param {string} name @param {string} text @param {string} [kind] */
const printed = (name, text, kind = "") =>
  text &&
  make(
    "div",
    { class: `exercise-printed ${kind}` },
    make("p", {}, name),
    make("pre", { tabindex: "0", role: "region", "aria-label": name }, ...withMarks(text)),
  );

/** @param {import("./types.js").Ran} result */
function headline({ printed, value, drawing, error }) {
  if (error) return "Your code raised an error.";
  return printed || value || drawing ? "Your code ran." : "Your code ran. It printed nothing.";
}

const tabLink = () =>
  make("a", { href: location.href, target: "_blank", rel: "noopener" }, "Open it in a tab");

export class Results {
  /** @param {HTMLTemplateElement} elsewhere where else the exercise can be done */
  constructor(elsewhere) {
    this.elsewhere = elsewhere;
    this.status = make("p", { class: "exercise-status", role: "status" });
    this.bar = make("progress", { class: "exercise-bar", "aria-label": "Loading", hidden: true });
    this.output = make("div", { class: "exercise-output" });
    this.troubles = make("div", { role: "status" });
    const parts = [this.status, this.bar, this.output, this.troubles];
    this.element = make("div", { class: "exercise-results" }, ...parts);
  }

  /** @param {string} text */
  say(text) {
    this.status.classList.remove("is-seen");
    this.status.textContent = text;
  }

  /** @param {string} text @param {...import("../look/nodes.js").Child} parts */
  put(text, ...parts) {
    this.bar.hidden = true;
    this.say(text);
    this.output.replaceChildren();
    for (const part of parts) if (part) this.output.append(part);
    for (const line of this.output.querySelectorAll(".exercise-marked")) showMark(line);
  }

  clear() {
    this.put("");
  }

  /** Read out what comes next, or not. @param {boolean} loud */
  speak(loud) {
    this.status.setAttribute("aria-live", loud ? "polite" : "off");
  }

  /**
   * Something is happening; `spoken` false: shown, but not read out again.
   * @param {string} text @param {boolean} [spoken]
   */
  wait(text, spoken = true) {
    if (spoken) this.bar.hidden = true;
    this.speak(spoken);
    this.say(text);
  }

  /** @param {import("./types.js").Progress} progress */
  progress({ step, loaded, total }) {
    this.bar.hidden = false;
    this.speak(!this.status.textContent.startsWith(step));
    if (loaded === undefined) {
      this.bar.removeAttribute("value");
      this.say(`${step} …`);
      return;
    }
    const megabytes = (loaded / MEGABYTE).toFixed(1);
    if (total) {
      this.bar.max = total;
      this.bar.value = loaded;
    }
    const of = total ? ` of ${(total / MEGABYTE).toFixed(1)}` : "";
    this.say(`${step}: ${megabytes}${of} MB`);
  }

  /** @param {import("./types.js").Ran} result */
  ran(result) {
    const { value, drawing, error, note } = result;
    this.speak(true);
    this.put(
      headline(result),
      printed("Printed", result.printed),
      printed("Last value", value),
      drawing && drawingFrom(drawing),
      printed("Error", error, "is-error"),
      note && make("p", { class: "exercise-ran-with" }, note),
    );
  }

  /** @param {import("./types.js").Checked} result @returns {Element | null} the card */
  checked({ html, text, printed: lines, error }) {
    this.speak(true);
    const first = text.split("\n")[0].replace(/^[\w.]+: /, "");
    const parts = [printed("Error", error, "is-error"), printed("Printed", lines)];
    const card = cardFrom(html);
    this.put(`Checked: ${first}.`, card, ...parts);
    this.status.classList.add("is-seen"); // the card's own first line says it
    return card;
  }

  /** @param {import("./python-words.js").Trouble} trouble */
  fail({ message, leaves }) {
    this.speak(true);
    const where = make("p", { class: "exercise-elsewhere" });
    where.append(this.elsewhere.content.cloneNode(true));
    const fault = make("p", { class: "exercise-fault", role: "alert" }, message);
    this.put("", fault, leaves && where);
  }

  /**
   * Say what is wrong for as long as it is, beside whatever else is shown.
   * @param {string} sentence nothing when it no longer is
   * @param {"store" | "editor" | "tabs"} about what it is about
   */
  trouble(sentence, about) {
    const said = this.troubles.querySelector(`[data-about="${about}"]`);
    if ((said?.firstChild?.textContent ?? "") === sentence) return; // not read out twice
    said?.remove();
    if (!sentence) return;
    const place = make("p", { class: "exercise-trouble", "data-about": about });
    place.append(make("span", {}, sentence), about === "store" && isFramed() ? tabLink() : "");
    this.troubles.append(place);
  }
}
