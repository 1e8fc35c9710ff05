/* SPDX-License-Identifier: MIT */
/* Two surfaces to draw on with the same few calls: a canvas for the screen and
 * SVG text for export, so what is exported is what was seen. */

const FONT = 'system-ui, sans-serif';

export class CanvasPainter {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext('2d');
  }

  begin(width, height) {
    const ratio = window.devicePixelRatio || 1;
    const pixels = [Math.round(width * ratio), Math.round(height * ratio)];

    if (this.canvas.width !== pixels[0] || this.canvas.height !== pixels[1]) {
      [this.canvas.width, this.canvas.height] = pixels;
      this.canvas.style.height = `${height}px`;
    }
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.context.clearRect(0, 0, width, height);
  }

  rect(x, y, width, height, fill, alpha = 1) {
    this.context.globalAlpha = alpha;
    this.context.fillStyle = fill;
    this.context.fillRect(x, y, width, height);
    this.context.globalAlpha = 1;
  }

  line(x1, y1, x2, y2, stroke, width, alpha = 1) {
    this.context.globalAlpha = alpha;
    this.context.strokeStyle = stroke;
    this.context.lineWidth = width;
    this.context.beginPath();
    this.context.moveTo(x1, y1);
    this.context.lineTo(x2, y2);
    this.context.stroke();
    this.context.globalAlpha = 1;
  }

  /* a pixel wide, within the edges */
  frame(x, y, width, height, stroke) {
    this.context.strokeStyle = stroke;
    this.context.lineWidth = 1;
    this.context.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
  }

  circle(x, y, radius, fill, stroke = null, width = 0) {
    this.context.beginPath();
    this.context.arc(x, y, radius, 0, 2 * Math.PI);
    this.context.fillStyle = fill;
    this.context.fill();
    if (stroke !== null) {
      this.context.strokeStyle = stroke;
      this.context.lineWidth = width;
      this.context.stroke();
    }
  }

  polygon(points, fill) {
    this.context.beginPath();
    points.forEach(([x, y]) => this.context.lineTo(x, y));
    this.context.closePath();
    this.context.fillStyle = fill;
    this.context.fill();
  }

  /* centered at x, y, or there with its start or end */
  text(x, y, text, size, fill, weight = 400, anchor = 'center') {
    this.context.font = `${weight} ${size}px ${FONT}`;
    this.context.textAlign = anchor;
    this.context.textBaseline = 'middle';
    this.context.fillStyle = fill;
    this.context.fillText(text, x, y + size * 0.04);
  }
}

function escape(text) {
  return String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function short(number) {
  return String(Math.round(number * 100) / 100);
}

export class SvgPainter {
  constructor() {
    this.parts = [];
  }

  begin(width, height) {
    this.size = [width, height];
    this.parts = [];
  }

  #add(tag, attributes, content = null) {
    const text = Object.entries(attributes).map(([name, value]) => {
      const shown = typeof value === 'number' ? short(value) : escape(value);
      return ` ${name}="${shown}"`;
    }).join('');

    this.parts.push(content === null ? `<${tag}${text}/>`
      : `<${tag}${text}>${escape(content)}</${tag}>`);
  }

  rect(x, y, width, height, fill, alpha = 1) {
    this.#add('rect', { x, y, width, height, fill, 'fill-opacity': alpha });
  }

  line(x1, y1, x2, y2, stroke, width, alpha = 1) {
    this.#add('line', { x1, y1, x2, y2, stroke, 'stroke-width': width,
      'stroke-opacity': alpha });
  }

  frame(x, y, width, height, stroke) {
    this.#add('rect', { x: x + 0.5, y: y + 0.5, width: width - 1,
      height: height - 1, fill: 'none', stroke });
  }

  circle(x, y, radius, fill, stroke = null, width = 0) {
    this.#add('circle', { cx: x, cy: y, r: radius, fill,
      stroke: stroke ?? 'none', 'stroke-width': width });
  }

  polygon(points, fill) {
    this.#add('polygon', {
      points: points.map(([x, y]) => `${short(x)},${short(y)}`).join(' '),
      fill,
    });
  }

  text(x, y, text, size, fill, weight = 400, anchor = 'center') {
    this.#add('text', { x, y: y + size * 0.36, 'font-size': size, fill,
      'font-weight': weight, 'font-family': FONT,
      'text-anchor': anchor === 'center' ? 'middle' : anchor }, text);
  }

  toString() {
    const [width, height] = this.size.map(short);

    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" ` +
      `height="${height}" viewBox="0 0 ${width} ${height}">\n` +
      `${this.parts.join('\n')}\n</svg>\n`;
  }
}
