/* SPDX-License-Identifier: MIT */
/* The live page: models to choose from. */

const answer = await fetch('api/models');
const catalog = await answer.json();
const list = document.createElement('ul');

for (const model of catalog.models) {
  const item = document.createElement('li');
  item.textContent = `${model.title}: ${model.summary}`;
  list.append(item);
}
document.querySelector('main').append(list);
