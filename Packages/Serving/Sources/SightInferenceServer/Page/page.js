"use strict";
// Sends an image to /v1/detect and draws the objects of the answer.

const $ = (id) => document.getElementById(id);
const colors = ["#2b7de9", "#e8590c", "#2f9e44", "#ae3ec9", "#f08c00"];
let image = null;

function say(text, isBad = false) {
  $("state").textContent = text;
  $("state").className = isBad ? "bad" : "";
}

function draw(bitmap, report) {
  const canvas = $("canvas");
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  const context = canvas.getContext("2d");
  context.drawImage(bitmap, 0, 0);
  const scale = bitmap.width / report.width;
  const line = Math.max(2, bitmap.width / 250);
  context.lineWidth = line;
  context.font = `${8 * line}px system-ui, sans-serif`;
  report.objects.forEach((object, index) => {
    const [x, y, width, height] = object.box.map((value) => value * scale);
    context.strokeStyle = context.fillStyle = colors[index % colors.length];
    context.strokeRect(x, y, width, height);
    const text = ` ${index + 1} ${object.labels[0]?.text ?? ""} `;
    const size = context.measureText(text).width;
    context.fillRect(x, Math.max(0, y - 10 * line), size, 10 * line);
    context.fillStyle = "#fff";
    context.fillText(text, x, Math.max(8 * line, y - 2 * line));
  });
  document.querySelector("figure").hidden = false;
}

function list(report) {
  const rows = report.objects.map((object, index) => {
    const row = document.createElement("tr");
    const label = object.labels.map((name) => name.text || `class ${name.index}`).join(", ");
    for (const text of [index + 1, label || "object", object.score.toFixed(2),
      ...object.box.map((value) => Math.round(value))]) {
      const cell = document.createElement("td");
      cell.textContent = text;
      row.append(cell);
    }
    return row;
  });
  document.querySelector("tbody").replaceChildren(...rows);
  document.querySelector("table").hidden = rows.length === 0;
}

async function look() {
  if (!image) return;
  say("looking …");
  const start = performance.now();
  try {
    const address = "v1/detect" + ($("classify").checked ? "?classify=1" : "");
    const answer = await fetch(address, { method: "POST", body: image });
    const report = await answer.json();
    if (!answer.ok) throw new Error(report.error);
    const count = report.objects.length;
    const took = Math.round(performance.now() - start);
    say(`${count === 0 ? "no" : count} object${count === 1 ? "" : "s"} in ${took} ms`);
    list(report);
    draw(await createImageBitmap(image), report);
  } catch (error) {
    say(error.message, true);
  }
}

function take(files) {
  if (files.length === 0) return;
  image = files[0];
  look();
}

$("file").addEventListener("change", (event) => take(event.target.files));
$("classify").addEventListener("change", look);
for (const name of ["dragover", "dragleave", "drop"]) {
  document.addEventListener(name, (event) => {
    event.preventDefault();
    document.body.classList.toggle("over", name === "dragover");
    if (name === "drop") take(event.dataTransfer.files);
  });
}
