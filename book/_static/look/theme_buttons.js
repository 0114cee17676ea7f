/**
 * The theme takes the focus from its buttons at every click, so that their tooltips go.
 * Who came by keyboard would lose their place, and what a button has opened would not
 * know where to give the focus back to: they keep it.
 */

const BUTTONS = [".theme-switch-button", ".search-button", ".primary-toggle", ".secondary-toggle"];

for (const button of document.querySelectorAll(BUTTONS.join(", ")))
  button.blur = () => {
    if (!button.matches(":focus-visible")) HTMLElement.prototype.blur.call(button);
  };
