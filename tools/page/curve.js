/* SPDX-License-Identifier: MIT */
/* A curve of bounded length: where it has too many points, every second one is
 * dropped, and from then on fewer are taken. */

const MAX_POINTS = 600;

export class Curve {
  constructor() {
    this.points = [];
    this.stride = 1;
    this.skipped = 0;
  }

  add(x, y) {
    const last = this.points.at(-1);

    if (y === null || y === undefined || (last && x < last.x)) {
      return;
    }
    this.skipped += 1;
    if (this.skipped < this.stride && this.points.length > 0) {
      /* the newest point is always there, if not for good */
      if (this.hasLoose) {
        this.points.pop();
      }
      this.points.push({ x, y });
      this.hasLoose = true;
      return;
    }
    if (this.hasLoose) {
      this.points.pop();
      this.hasLoose = false;
    }
    this.skipped = 0;
    this.points.push({ x, y });
    if (this.points.length > MAX_POINTS) {
      this.points = this.points.filter((_, i) => i % 2 === 0);
      this.stride *= 2;
    }
  }
}
