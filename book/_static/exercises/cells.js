/**
 * A chapter's cells, run where they stand: after what they need from above, with the
 * reader's own functions once these have passed.  A cell can be changed before it runs;
 * what is changed lasts as long as the page is open.
 */

import { inTurn } from "../look/in_turn.js";
import { make } from "../look/nodes.js";
import { one, setOff } from "./dom.js";
import { makeField } from "./exercise-editor.js";
import { Results } from "./exercise-results.js";
import { ask, stop } from "./python.js";
import { Trouble, words } from "./python-words.js";
import { passedAnswers } from "./store.js";

const note = one(document, "[data-cells]", HTMLElement);
const chapter = note.dataset.chapter ?? "";
const elsewhere = one(note, "template", HTMLTemplateElement);

/** @param {string} text @param {() => void} onclick @param {string} about */
const button = (text, onclick, about) =>
  make("button", { type: "button", class: "cell-button", onclick, "aria-label": about }, text);

/** What the chapter has stored as a cell's output, with its fold. @param {HTMLElement} cell */
function storedOutput(cell) {
  /** @type {HTMLElement | null} */
  const output = cell.querySelector(".cell_output");
  /** @type {HTMLElement | null | undefined} */
  const fold = output?.closest("details");
  return fold && cell.contains(fold) && !fold.querySelector(".cell_input") ? fold : output;
}

class Cell {
  /** @param {HTMLElement} cell */
  constructor(cell) {
    this.cell = cell;
    this.number = Number(cell.id.slice("cell-".length));
    this.written = one(cell, ".cell_input pre", HTMLElement);
    this.source = this.written.textContent.replace(/\n$/, "");
    this.code = /** @type {HTMLElement} */ (this.written.parentElement);
    this.stored = storedOutput(cell);
    this.isWorking = false;
    /** @type {ReturnType<typeof makeField> | null} */
    this.field = null;
    this.results = new Results(elsewhere);
    this.results.element.classList.add("cell-ran");
    const which = `cell ${this.number}`;
    this.runButton = button("Run", () => void this.run(), `Run ${which}`);
    this.stopButton = button("Stop", stop, `Stop ${which}`);
    this.changeButton = button("Change", () => this.change(), `Change ${which}`);
    this.backButton = button("Put back", () => this.putBack(), `Put ${which} back`);
    this.stopButton.hidden = this.backButton.hidden = true;
    this.bar = make("div", { class: "cell-bar" });
    this.bar.append(this.runButton, this.stopButton, this.changeButton, this.backButton);
  }

  open() {
    one(this.cell, ".cell_input", HTMLElement).append(this.bar);
    this.cell.append(this.results.element);
  }

  async run() {
    if (this.isWorking) return;
    this.setWorking(true);
    const { results } = this;
    const source = this.field?.source ?? this.source;
    /** @type {import("./types.js").CellRequest} */
    const request = { do: "cell", chapter, cell: this.number, source, passed: passedAnswers() };
    try {
      results.wait("Waiting for Python");
      const watch = results.progress.bind(results);
      results.ran(
        /** @type {import("./types.js").Ran} */ (
          await ask(request, watch, () => results.wait("Running …"))
        ),
      );
      if (this.stored) this.stored.hidden = true;
      this.backButton.hidden = false;
    } catch (problem) {
      if (!(problem instanceof Trouble)) throw problem;
      results.fail(problem);
    } finally {
      this.setWorking(false);
    }
  }

  /** @param {boolean} now */
  setWorking(now) {
    this.isWorking = now;
    this.cell.setAttribute("aria-busy", String(now));
    setOff(this.runButton, now);
    const hadFocus = document.activeElement === this.stopButton;
    this.stopButton.hidden = !now;
    if (!now && hadFocus) this.runButton.focus();
  }

  /** An editor in place of the cell's code. */
  change() {
    const place = make("div", { class: "exercise-editor" });
    this.code.before(place);
    const run = () => void this.run();
    this.field = makeField({
      parent: place,
      source: this.source,
      stub: this.source,
      colours: this.written.innerHTML,
      label: `Cell ${this.number}`,
      describedBy: "cells-keys",
      onChange: () => {},
      onRun: run,
      onCheck: run,
      onEscape: () => this.results.say("Press Tab to leave the editor."),
      onAct: () => {},
      onMissing: () => this.results.trouble(words.noEditor(), "editor"),
      onOpen: () => this.results.trouble("", "editor"),
    });
    this.code.hidden = true;
    this.place = place;
    this.changeButton.hidden = true;
    this.backButton.hidden = false;
    place.querySelector("textarea")?.focus();
    void this.field.open();
  }

  /** The chapter's own code and output again. */
  putBack() {
    this.place?.remove();
    this.field = null;
    this.code.hidden = false;
    if (this.stored) this.stored.hidden = false;
    this.results.clear();
    this.backButton.hidden = true;
    this.changeButton.hidden = false;
    this.runButton.focus();
    this.results.say("The cell is as it was.");
  }
}

note.append(
  make(
    "span",
    { class: "visually-hidden", id: "cells-keys" },
    " Shift + Enter runs a changed cell. Escape, then Tab, leaves its editor.",
  ),
);
/** @type {NodeListOf<HTMLElement>} */
const cells = document.querySelectorAll(".cell-runs");
inTurn(cells, (cell) => new Cell(cell).open());
