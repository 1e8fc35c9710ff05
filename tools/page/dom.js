/* SPDX-License-Identifier: MIT */
/* Elements made in one expression. */

/* Attributes that are false or null are left out, those that begin with "on"
 * listen, and text stays text whatever it holds. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);

  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) {
      element.addEventListener(name.slice(2), value);
    } else if (value === true) {
      element.setAttribute(name, '');
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value);
    }
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

export function find(selector, within = document) {
  return within.querySelector(selector);
}

/* Text is only written where it changed, so that live regions speak once. */
export function setText(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

/* Hands the user a file. */
export function download(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = make('a', { href: address, download: name });

  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}
