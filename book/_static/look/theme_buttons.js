/**
 * The theme takes the focus from its buttons at every click, so that their tooltips go.
 * Who came by keyboard would lose their place, and what a button has opened would not
 * know where to give the focus back to: they keep it.
 */

const BUTTONS = [".theme-switch-button", ".search-button", ".primary-toggle", ".secondary-toggle"];

/** @type {NodeListOf<HTMLElement>} */
const buttons = document.querySelectorAll(BUTTONS.join(", "));
for (const button of buttons)
  button.blur = () => {
    if (!button.matches(":focus-visible")) HTMLElement.prototype.blur.call(button);
  };
