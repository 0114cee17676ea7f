// <formula-parts>: a formula, its figure and a sentence that name the same things.
// Point at a sign, a part or a word, and the others that mean it are lit.

import { h, pointed, svg } from "./kit.js";

const INVITES =
  "Point at a sign of the formula, a part of the picture or a word of the sentence, or press Tab.";
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

class FormulaParts extends HTMLElement {
  connectedCallback() {
    const formula = this.querySelector("math");
    const sentence = this.querySelector(":scope > p");
    if (this.parts || !formula || !sentence) return;
    this.parts = new Map(
      [...this.querySelectorAll("svg [data-part]")].map((drawn) => {
        const { part, word, says } = /** @type {SVGElement} */ (drawn).dataset;
        const button = h(
          "button",
          {
            type: "button",
            class: "parts-word",
            "aria-pressed": "false",
            "data-lights": part,
            onfocus: () => this.light(part),
            onblur: () => this.light(this.kept),
          },
          word,
        );
        const written = [...sentence.querySelectorAll("em")].find(
          (em) => em.textContent.toLowerCase().replace(/\s+/g, " ") === word,
        );
        button.textContent = written?.textContent ?? word;
        written?.replaceWith(button);
        const lit = [...signs(formula, part), button];
        for (const node of [drawn, ...lit]) node.setAttribute("data-lights", part);
        return [part, { drawn, button, lit, says: `${word}, ${says}.` }];
      }),
    );
    this.said = h("p", { class: "parts-said", role: "status" }, INVITES);
    sentence.after(this.said);
    this.kept = "";
    const named = (event) => event.target.closest("[data-lights]")?.dataset.lights ?? "";
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
    one.drawn.ownerSVGElement.append(this.ring);
  }
}

customElements.define("formula-parts", FormulaParts);
