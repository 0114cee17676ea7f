/**
 * One exercise at work: editor, buttons, what Python says.
 */

import { make } from "../look/nodes.js";
import { one, setOff } from "./dom.js";
import { makeAnswer } from "./exercise-answer.js";
import { makeField } from "./exercise-editor.js";
import { makeHints } from "./exercise-hints.js";
import { lookInto } from "./exercise-look.js";
import { pointsToTick } from "./exercise-points.js";
import { Results } from "./exercise-results.js";
import { makeWords } from "./words-field.js";
import { offerWhy } from "./own-code.js";
import { isKept } from "./python-ahead.js";
import { ask, readSettings, stop, warmUp } from "./python.js";
import { Trouble, words } from "./python-words.js";
import { trouble } from "./store.js";

/**
 * @typedef {import("./types.js").Ran} Ran
 * @typedef {import("./types.js").Checked} Checked
 */

const COMMAND = /mac|iphone|ipad/i.test(navigator.platform) ? "Cmd" : "Ctrl";
const CODE_KEYS =
  `Shift + Enter runs, ${COMMAND} + Enter checks. ` +
  "While you write, Tab indents; Escape, then Tab, leaves the editor.";
const WORDS_KEYS =
  `${COMMAND} + Enter shows what an answer should say. Write formulas as in the notebook, ` +
  "such as $x^2$. A picture can be added only in the notebook.";
const NEAR = "300px";
const STAYED = 500; // milliseconds that an exercise is looked at, not scrolled past
const SLOW = 1_000; // milliseconds after which a run says how long it takes
const CHANGED = "Passed; changed since";
const UNDO = "Undo reset";
const MINE = "Bring mine back";
const ELSEWHERE =
  "This answer was changed in another tab, and is shown as it is there. What you wrote here is " +
  `kept: ${MINE}.`;
const ignore = () => {};
const STATES = { passed: "Passed", tried: "Begun", "": "" };

/**
 * Put an editor and its buttons into an exercise's section.
 * @param {HTMLElement} section
 */
export function openDesk(section) {
  new Desk(section).open();
}

/** What the chapter has of an exercise. @param {HTMLElement} section */
function partsOf(section) {
  const stub = one(section, ".exercise-stub", HTMLElement);
  const written = stub.querySelector("pre"); // none where words are asked for
  return {
    title: one(section, ".exercise-title", HTMLElement).textContent,
    stub,
    check: one(section, ".exercise-check-cell", HTMLElement),
    facts: one(section, ".exercise-facts", HTMLElement),
    elsewhere: one(section, "template.exercise-elsewhere", HTMLTemplateElement),
    code: written?.textContent?.replace(/\n$/, "") ?? "",
    colours: written?.innerHTML ?? "",
  };
}

/** @param {string} text @param {string} kind @param {() => void} onclick @param {boolean} [hidden] */
const button = (text, kind, onclick, hidden = false) =>
  make("button", { type: "button", class: kind, onclick, hidden }, text);

class Desk {
  /** @param {HTMLElement} section */
  constructor(section) {
    this.section = section;
    const { exercise = "", chapter = "" } = section.dataset;
    this.id = exercise;
    this.chapter = chapter;
    this.isWords = section.dataset.kind === "text";
    this.parts = partsOf(section);
    this.stub = this.parts.code;
    this.answer = makeAnswer(this.id, this.stub);
    this.results = new Results(this.parts.elsewhere);
    this.hints = makeHints(section);
    this.undo = ""; // what a reset, or another tab, took away
    this.undoWords = UNDO;
    this.isWorking = false;
    this.wrong = 0; // checks that found a mistake: the next hint

    this.place = make("div", { class: "exercise-editor" });
    this.mark = make("span", { class: "exercise-mark" });
    this.keys = make(
      "p",
      { class: "exercise-keys", id: `keys-${section.id}` },
      this.isWords ? WORDS_KEYS : CODE_KEYS,
    );
    this.runButton = button("Run", "plain-button", () => void this.work("run"), this.isWords);
    this.checkButton = button("Check", "main-button", () => void this.work("check"));
    this.stopButton = button("Stop", "plain-button exercise-stop", stop, true);
    this.hintButton = button(this.hints.label(), "plain-button", () => this.hint());
    this.resetButton = button("Reset", "plain-button", () => this.reset());
    this.editor = this.makeEditor();
  }

  makeEditor() {
    const { title, colours } = this.parts;
    return (this.isWords ? makeWords : makeField)({
      parent: this.place,
      source: this.answer.source,
      stub: this.stub,
      colours,
      label: `Your ${this.isWords ? "answer" : "code"}: ${title}`,
      describedBy: this.keys.id,
      onChange: (source) => this.written(source),
      onRun: () => void this.work("run"),
      onCheck: () => void this.work("check"),
      onEscape: () => this.results.say("Press Tab to leave the editor."),
      onAct: (writes) => this.acted(writes),
      onMissing: () => this.results.trouble(words.noEditor(), "editor"),
      onOpen: () => this.results.trouble("", "editor"),
    });
  }

  /** Take the place of the chapter's own cells. */
  open() {
    const { stub, check, facts } = this.parts;
    const focused = document.activeElement;
    facts.after(this.mark);
    stub.hidden = true;
    check.hidden = true;
    stub.after(this.place, this.buttons(), this.keys, this.results.element);
    this.section.classList.add("is-open");
    // What has just been hidden must not take the focus with it.
    if (stub.contains(focused)) this.place.querySelector("textarea")?.focus();
    if (check.contains(focused)) this.checkButton.focus();
    if (this.answer.state) whenNear(this.section, this.editor.open);
    if (isKept()) whenStayedAt(this.place, () => this.acted(true));
    this.answer.onChange((outside, mine) => {
      if (outside !== null) this.changeFromOutside(outside, mine);
      this.show();
    });
    this.show();
  }

  /** @param {string} source @param {string} mine what was written here, if anything was */
  changeFromOutside(source, mine) {
    this.editor.source = source;
    if (!mine || mine === source || mine === this.stub) return;
    this.undo = mine;
    this.undoWords = MINE;
    this.results.trouble(ELSEWHERE, "tabs");
  }

  buttons() {
    return make(
      "div",
      { class: "exercise-buttons", role: "group", "aria-label": this.parts.title },
      this.runButton,
      this.checkButton,
      this.stopButton,
      this.hintButton,
      this.resetButton,
    );
  }

  show() {
    const { state } = this.answer;
    this.section.dataset.state = state;
    this.mark.textContent = this.answer.isChanged ? CHANGED : STATES[state];
    this.hintButton.textContent = this.hints.label();
    setOff(this.hintButton, !this.hints.left);
    this.resetButton.textContent = this.undo ? this.undoWords : "Reset";
    setOff(this.resetButton, !this.undo && this.editor.source === this.stub);
    this.results.trouble(trouble(), "store");
  }

  /** @param {string} source */
  written(source) {
    if (source !== this.stub) this.undo = "";
    this.results.trouble("", "tabs");
    if (source !== this.answer.source && !navigator.connection?.saveData) warmUp();
    this.answer.write(source);
    this.show();
  }

  /** Who writes or points here means to run it; who moves about may be passing. @param {boolean} writes */
  acted(writes) {
    readSettings().then(
      (here) => {
        if (!here.pyodide) this.unavailable();
        else if (writes && !navigator.connection?.saveData) warmUp();
      },
      () => {}, // said when a button is pressed
    );
  }

  unavailable() {
    for (const each of [this.runButton, this.checkButton]) each.hidden = true;
    this.results.fail(new Trouble(words.notInThisCopy, true));
  }

  /** @param {"run" | "check"} what */
  async work(what) {
    if (this.isWorking || this.checkButton.hidden) return;
    this.setWorking(true);
    const { id, chapter, results } = this;
    const { source } = this.editor;
    const doing = what === "run" ? "Running" : "Checking";
    /** @type {ReturnType<typeof setInterval> | undefined} */
    let slow;
    try {
      results.wait("Waiting for Python");
      const passed = this.answer.others();
      const request = { do: what, id, chapter, source, passed, hint: this.wrong + 1 };
      const watch = results.progress.bind(results);
      const result = await ask(request, watch, () => {
        slow = tellTime(results, doing);
      });
      if ("status" in result) this.judged(request, result);
      else if ("value" in result) results.ran(result);
    } catch (problem) {
      if (!(problem instanceof Trouble)) throw problem;
      results.fail(problem);
    } finally {
      clearInterval(slow);
      this.setWorking(false);
    }
  }

  /** @param {import("./types.js").Request} request @param {Checked} result */
  judged(request, result) {
    const passed = result.status === "passed";
    if (result.takes_hint) this.wrong += 1;
    if (result.status !== "not_attempted") this.answer.judge(request.source, passed);
    const card = this.results.checked(result);
    if (card) lookInto(card, result.look, () => ask({ ...request, do: "look" }, ignore, ignore));
    if (card && result.status === "awaiting_review")
      pointsToTick(card, () => {
        this.answer.judge(request.source, true);
        this.show();
      });
    if (card && passed) offerWhy(card, () => ask({ ...request, do: "why" }, ignore, ignore));
    this.show();
  }

  /** @param {boolean} now */
  setWorking(now) {
    this.isWorking = now;
    this.section.setAttribute("aria-busy", String(now));
    setOff(this.runButton, now);
    setOff(this.checkButton, now);
    const hadFocus = document.activeElement === this.stopButton;
    this.stopButton.hidden = !now;
    if (!now && hadFocus) this.runButton.focus();
  }

  hint() {
    this.hints.next();
    this.show();
  }

  reset() {
    const back = this.undo;
    const before = this.editor.source;
    if (!back && before === this.stub) return;
    this.editor.source = back || this.stub;
    if (!back) {
      this.answer.forget();
      this.undo = before;
      this.undoWords = UNDO;
      this.wrong = 0;
      this.results.clear();
    }
    this.results.say(back ? "Your code is back." : "The exercise is as it was.");
    this.show();
  }
}

/** Say how long it takes, once it takes long; what ends that. @param {Results} results @param {string} doing */
function tellTime(results, doing) {
  const began = performance.now();
  results.wait(`${doing} …`);
  return setInterval(() => {
    const seconds = Math.floor((performance.now() - began) / 1000);
    results.wait(`${doing}: ${seconds} s …`, false);
  }, SLOW);
}

/**
 * Who has begun an exercise has acted on it: its editor comes with its code's colours.
 * @param {HTMLElement} section
 * @param {() => void} open
 */
function whenNear(section, open) {
  const observer = new IntersectionObserver(
    ([{ isIntersecting }]) => {
      if (!isIntersecting) return;
      observer.disconnect();
      open();
    },
    { rootMargin: NEAR },
  );
  observer.observe(section);
}

/** Call when all of an element has been in view for a moment. @param {Element} element @param {() => void} call */
function whenStayedAt(element, call) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const observer = new IntersectionObserver(
    ([{ isIntersecting }]) => {
      clearTimeout(timer);
      if (isIntersecting) timer = setTimeout(() => (observer.disconnect(), call()), STAYED);
    },
    { threshold: 1 },
  );
  observer.observe(element);
}
