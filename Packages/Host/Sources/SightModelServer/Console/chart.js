"use strict";
// A bar chart of downloads a day, drawn as SVG, with its numbers as text for screen readers.

const SVG = "http://www.w3.org/2000/svg";

function shape(name, attributes, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

// Days as [label, downloads, bytes], the oldest first; days without downloads have zeros.
function downloadsByDay(hours, dayCount, now = Date.now()) {
  const today = Math.floor(now / 86400000);
  const days = [];
  for (let day = today - dayCount + 1; day <= today; day += 1) {
    const label = new Date(day * 86400000).toISOString().slice(5, 10);
    const own = hours.filter((hour) => Math.floor(hour.hour / 24) === day);
    days.push({
      label,
      downloads: own.reduce((sum, hour) => sum + hour.downloads, 0),
      bytes: own.reduce((sum, hour) => sum + hour.bytes, 0),
    });
  }
  return days;
}

function drawChart(days) {
  const width = 720, height = 200, left = 48, bottom = 24, top = 12;
  const most = Math.max(1, ...days.map((day) => day.downloads));
  const total = days.reduce((sum, day) => sum + day.downloads, 0);
  const svg = shape("svg", {
    viewBox: `0 0 ${width} ${height}`, role: "img",
    "aria-label": `Downloads a day over ${days.length} days: ${total} in all, ${most} at most`,
  });
  const step = (width - left) / days.length;
  const scale = (height - top - bottom) / most;
  for (const value of [...new Set([0, Math.round(most / 2), most])]) {
    const y = height - bottom - value * scale;
    svg.append(shape("line", { x1: left, x2: width, y1: y, y2: y, class: "axis" }));
    svg.append(shape("text", { x: left - 6, y: y + 4, "text-anchor": "end" }, String(value)));
  }
  days.forEach((day, index) => {
    const bar = shape("rect", {
      x: left + index * step + 1, width: Math.max(1, step - 2), class: "bar",
      y: height - bottom - day.downloads * scale, height: day.downloads * scale,
    });
    bar.append(shape("title", {}, `${day.label}: ${day.downloads}`));
    svg.append(bar);
    if ((days.length - 1 - index) % 7 === 0) {
      const x = Math.min(left + (index + 0.5) * step, width - 18);
      svg.append(shape("text", { x, y: height - 6, "text-anchor": "middle" }, day.label));
    }
  });
  return svg;
}
