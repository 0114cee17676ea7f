// <formula-parts>: a formula, its figure and a sentence that name the same things.
// Point at a sign, a part or a word, and the others that mean it are lit.

import { make, svg } from "../look/nodes.js";
import { HAS_KEYS, pointed } from "./kit.js";

const INVITES =
  "Point at a sign of the formula, a part of the picture or a word of the sentence" +
  (HAS_KEYS ? ", or press Tab." : ".");
const AROUND = 4; // room between a part and its ring

const read = (/** @type {Element} */ node) => (node.textContent ?? "").replace(/\s/g, "");

/**
 * The signs of a formula that read like this, each the largest that does; what is
 * turned there, as K⊤, is also meant where it is not, as K.
 * @type {(formula: Element, text: string) => Element[]}
 */
function signs(formula, text) {
  const meant = [text, text.replace("⊤", "")];
  return [...formula.querySelectorAll("semantics > :first-child *")].filter(
    (node) =>
      meant.includes(read(node)) &&
      !meant.includes(read(/** @type {Element} */ (node.parentElement))),
  );
}

/** @typedef {{drawn: SVGGraphicsElement, button: HTMLElement, lit: Element[], says: string}} Part */

/** The part's name at which something has happened, or "". @param {Event} event */
function named({ target }) {
  const at = target instanceof Element && target.closest("[data-lights]");
  return (at && at.getAttribute("data-lights")) || "";
}

class FormulaParts extends HTMLElement {
  /** @type {Map<string, Part>} */ parts = new Map();
  /** @type {HTMLElement} */ said;
  /** @type {SVGElement | undefined} */ ring;
  kept = ""; // the part that was chosen
  lit = ""; // the part that is lit

  connectedCallback() {
    const formula = this.querySelector("math");
    const sentence = this.querySelector(":scope > p");
    if (this.parts.size || !formula || !sentence) return;
    /** @type {NodeListOf<SVGGraphicsElement>} */
    const drawn = this.querySelectorAll("svg [data-part]");
    for (const each of drawn) this.join(each, formula, sentence);
    this.said = make("p", { class: "parts-said", role: "status" }, INVITES);
    sentence.after(this.said);
    this.addEventListener("pointerover", (event) =>
      pointed(() => this.light(named(event) || this.kept))(event),
    );
    this.addEventListener(
      "pointerleave",
      pointed(() => this.light(this.kept)),
    );
    this.addEventListener("click", (event) => this.keep(named(event)));
    this.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.keep("");
    });
  }

  /**
   * Join a part of the figure to the sign and to the word that mean it.
   * @param {SVGGraphicsElement} drawn @param {Element} formula @param {Element} sentence
   */
  join(drawn, formula, sentence) {
    const { part = "", word = "", says } = drawn.dataset;
    const written = [...sentence.querySelectorAll("em")].find(
      (em) => em.textContent.toLowerCase().replace(/\s+/g, " ") === word,
    );
    const button = make(
      "button",
      {
        type: "button",
        class: "parts-word",
        "aria-pressed": "false",
        onfocus: () => this.light(part),
        onblur: () => this.light(this.kept),
      },
      written?.textContent ?? word,
    );
    // No line begins with the sign behind a button.
    const next = written?.nextSibling;
    const sign = next?.textContent?.match(/^[.,:;]/)?.[0] ?? "";
    if (sign) next?.replaceWith((next.textContent ?? "").slice(1));
    written?.replaceWith(make("span", { class: "kept-together" }, button, sign));
    const lit = [...signs(formula, part), button];
    for (const node of [drawn, ...lit]) node.setAttribute("data-lights", part);
    this.parts.set(part, { drawn, button, lit, says: `${word}, ${says}.` });
  }

  /** Chosen: it stays lit until it is chosen again, or another is. @param {string} name */
  keep(name) {
    this.kept = name === this.kept ? "" : name;
    for (const [part, { button }] of this.parts)
      button.setAttribute("aria-pressed", String(part === this.kept));
    this.light(this.kept);
  }

  /** @param {string} name  "": none */
  light(name) {
    if (name === this.lit) return;
    this.lit = name;
    this.ring?.remove();
    for (const [part, { lit }] of this.parts)
      for (const node of lit) node.classList.toggle("parts-lit", part === name);
    const one = this.parts.get(name);
    this.said.textContent = one ? one.says : INVITES;
    if (!one) return;
    const { x, y, width, height } = one.drawn.getBBox();
    this.ring = svg("rect", {
      x: x - AROUND,
      y: y - AROUND,
      width: width + 2 * AROUND,
      height: height + 2 * AROUND,
      rx: 6,
      class: "parts-ring",
    });
    one.drawn.ownerSVGElement?.append(this.ring);
  }
}

customElements.define("formula-parts", FormulaParts);
