/**
 * One exercise at work: editor, buttons, what Python says.
 */

import { make } from "./dom.js";
import { makeAnswer } from "./exercise-answer.js";
import { makeField } from "./exercise-editor.js";
import { makeHints } from "./exercise-hints.js";
import { makeResults } from "./exercise-results.js";
import { isKept } from "./python-ahead.js";
import { ask, readSettings, stop, Trouble, warmUp } from "./python.js";
import { words } from "./python-words.js";

const COMMAND = /mac|iphone|ipad/i.test(navigator.platform) ? "Cmd" : "Ctrl";
const NEAR = "300px";
const STAYED = 500; // milliseconds that an exercise is looked at, not scrolled past
const SLOW = 1_000; // milliseconds after which a run says how long it takes

/**
 * Put an editor and its buttons into an exercise's section.
 * @param {HTMLElement} section
 */
export function openDesk(section) {
  const { exercise: id, chapter } = section.dataset;
  const title = section.querySelector(".exercise-title").textContent;
  const stubCell = section.querySelector(".exercise-stub");
  const checkCell = section.querySelector(".exercise-check-cell");
  const written = stubCell.querySelector("pre");
  const stub = written.textContent.replace(/\n$/, "");
  const elsewhere = section.querySelector("template.exercise-elsewhere");

  const answer = makeAnswer(id, stub);
  const results = makeResults(elsewhere);
  const hints = makeHints(section);
  const place = make("div", { class: "exercise-editor" });
  const keys = make(
    "p",
    { class: "exercise-keys", id: `keys-${section.id}` },
    `Shift + Enter runs, ${COMMAND} + Enter checks. ` +
      "While you write, Tab indents; Escape, then Tab, leaves the editor.",
  );
  const mark = make("span", { class: "exercise-mark" });
  section.querySelector(".exercise-facts").after(mark);

  const button = (text, kind, onclick, hidden = false) =>
    make("button", { type: "button", class: kind, onclick, hidden }, text);
  const runButton = button("Run", "plain-button", () => work("run"));
  const checkButton = button("Check", "main-button", () => work("check"));
  const stopButton = button("Stop", "plain-button exercise-stop", () => stop(), true);
  const hintButton = button(hints.label(), "plain-button", hint);
  const resetButton = button("Reset", "plain-button", reset);
  const buttons = make(
    "div",
    { class: "exercise-buttons", role: "group", "aria-label": title },
    runButton,
    checkButton,
    stopButton,
    hintButton,
    resetButton,
  );

  const editor = makeField({
    parent: place,
    source: answer.source,
    stub,
    colours: written.innerHTML,
    label: `Your code: ${title}`,
    describedBy: keys.id,
    onChange: (source) => {
      if (source !== stub) undo = "";
      if (source !== answer.source && !navigator.connection?.saveData) warmUp();
      answer.write(source);
      show();
    },
    onRun: () => work("run"),
    onCheck: () => work("check"),
    onEscape: () => results.say("Press Tab to leave the editor."),
    onAct: acted,
    onMissing: () => results.trouble(words.noEditor(), "editor"),
    onOpen: () => results.trouble("", "editor"),
  });
  let undo = ""; // what a reset took away
  let working = false;
  let wrong = 0; // checks that found a mistake: the next hint

  const within = section.contains(document.activeElement) && document.activeElement;
  stubCell.hidden = true;
  checkCell.hidden = true;
  stubCell.after(place, buttons, keys, results.element);
  section.classList.add("is-open");
  // What has just been hidden must not take the focus with it.
  if (within && stubCell.contains(within)) place.querySelector("textarea").focus();
  if (within && checkCell.contains(within)) checkButton.focus();
  if (answer.state) whenNear(section, editor.open);
  if (isKept()) whenStayedAt(place, () => acted(true));
  answer.onChange((outside) => {
    if (outside !== null) editor.source = outside;
    show();
  });
  hints.onChange(show);
  show();
  function show() {
    const state = answer.state;
    section.dataset.state = state;
    mark.textContent = { passed: "Passed", tried: "Begun" }[state] ?? "";
    hintButton.textContent = hints.label();
    setOff(hintButton, !hints.left);
    resetButton.textContent = undo ? "Undo reset" : "Reset";
    setOff(resetButton, !undo && editor.source === stub);
    results.trouble(answer.trouble, "store");
  }

  /** Who writes or points here means to run it; who moves about may be passing. */
  function acted(writes) {
    readSettings().then(
      (here) => {
        if (!here.pyodide) unavailable();
        else if (writes && !navigator.connection?.saveData) warmUp();
      },
      () => {}, // said when a button is pressed
    );
  }

  function unavailable() {
    for (const each of [runButton, checkButton]) each.hidden = true;
    results.fail(words.notInThisCopy);
  }

  /** @param {"run" | "check"} what */
  async function work(what) {
    if (working || runButton.hidden) return;
    setWorking(true);
    const source = editor.source;
    const doing = what === "run" ? "Running" : "Checking";
    let slow = 0;
    try {
      results.wait("Waiting for Python");
      const request = { do: what, id, chapter, source, passed: answer.others(), hint: wrong + 1 };
      const result = await ask(request, results.progress, () => {
        const began = performance.now();
        results.wait(`${doing} …`);
        slow = setInterval(() => {
          const seconds = Math.floor((performance.now() - began) / 1000);
          results.wait(`${doing}: ${seconds} s …`, false);
        }, SLOW);
      });
      if (what === "check") judged(source, result);
      else results.ran(result);
    } catch (problem) {
      if (!(problem instanceof Trouble)) throw problem;
      results.fail(problem.message);
    } finally {
      clearInterval(slow);
      setWorking(false);
    }
  }

  function judged(source, result) {
    const passed = result.status === "passed";
    if (result.takes_hint) wrong += 1;
    if (result.status !== "not_attempted") answer.judge(source, passed);
    results.checked(result);
    show();
  }

  function setWorking(now) {
    working = now;
    section.setAttribute("aria-busy", String(now));
    setOff(runButton, now);
    setOff(checkButton, now);
    const hadFocus = document.activeElement === stopButton;
    stopButton.hidden = !now;
    if (!now && hadFocus) runButton.focus();
  }

  function hint() {
    hints.next();
    show();
  }

  function reset() {
    const back = undo;
    const before = editor.source;
    if (!back && before === stub) return;
    editor.source = back || stub;
    if (!back) {
      answer.forget();
      undo = before;
      wrong = 0;
      results.clear();
    }
    results.say(back ? "Your code is back." : "The exercise is as it was.");
    show();
  }
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

/** Call when all of an element has been in view for a moment. */
function whenStayedAt(element, call) {
  let timer = 0;
  const observer = new IntersectionObserver(
    ([{ isIntersecting }]) => {
      clearTimeout(timer);
      if (isIntersecting) timer = setTimeout(() => (observer.disconnect(), call()), STAYED);
    },
    { threshold: 1 },
  );
  observer.observe(element);
}

/** Off, but still in reach of the keyboard: the focus must not get lost. */
function setOff(button, off) {
  button.setAttribute("aria-disabled", String(off));
}
